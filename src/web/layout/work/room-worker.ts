import { notificationSettingsPath } from '../../../domain/shared/links.ts'
import { csrfCookie } from '../../session/csrf-cookie.ts'
import { endPushes, forgetKeptPages, pushesOf, WORKER, WORKER_SCOPE } from '../../session/kept-pages.ts'
import { allowWorker } from '../trusted-html.ts'
import { keepPage } from './page-copy.ts'

/** When the browser has nothing else to do, but soon enough for a short look. */
const IDLE_WITHIN_MS = 2_000
const RENEWED = 'pushes-renewed'

/** What the rooms' script does on a plain page of theirs, which is one document with one address. */
export function startRoom(uid: string): void {
	allowWorker()
	void startWorker(uid)
	keepWhenIdle(uid, location)
	// A page that the browser keeps for its back button must not come back with the navigation open over it.
	addEventListener('pagehide', () => document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover())
}

/** Keeps a copy of the page for reading without a connection once the browser has nothing else to do. Returns what takes that back. */
export function keepWhenIdle(uid: string, place: { pathname: string; search: string }): () => void {
	if (!canKeep()) return () => undefined
	return whenIdle(() => void keepPage(uid, place, new Date()).catch(() => undefined))
}

/** The built site in a browser that can do it; the development server has no worker. */
const canKeep = (): boolean => import.meta.env.PROD && 'caches' in window && 'serviceWorker' in navigator

function whenIdle(work: () => void): () => void {
	// Safari has no idle callbacks.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work, IDLE_WITHIN_MS)
		return () => clearTimeout(timer)
	}
	const handle = requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
	return () => cancelIdleCallback(handle)
}

/** Registers the worker, of which the browser then fetches newer versions, and deletes what another account has kept. */
export async function startWorker(uid: string): Promise<void> {
	if (!canKeep()) return
	try {
		await forgetKeptPages(uid)
		const registration = await navigator.serviceWorker.register(WORKER, { scope: WORKER_SCOPE, updateViaCache: 'none' })
		await renewPushes(registration, uid)
	} catch {
		// A browser that forbids storage or workers shows the pages all the same.
	}
}

/** A device is forgotten with its session: after the next login of the same person it is announced again, once for each window. */
async function renewPushes(registration: ServiceWorkerRegistration | undefined, uid: string): Promise<void> {
	const owner = pushesOf()
	if (owner === null || registration === undefined) return
	if (owner !== uid) return endPushes(registration)
	const subscription = await registration.pushManager?.getSubscription()
	if (!subscription || Notification.permission !== 'granted' || sessionStorage.getItem(RENEWED) === uid) return
	await fetch(notificationSettingsPath(), {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ ...subscriptionFields(subscription), intent: 'subscribe', csrfToken: csrfCookie() }),
	})
	sessionStorage.setItem(RENEWED, uid)
}

/** A subscription as the form of the notification settings sends it. */
export function subscriptionFields(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
	const { endpoint, keys } = subscription.toJSON()
	return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}
