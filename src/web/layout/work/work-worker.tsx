import { useEffect } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { notificationSettingsPath } from '../../../domain/shared/links.ts'
import { csrfCookie } from '../../session/csrf-cookie.ts'
import { endPushes, forgetKeptPages, pushesOf, WORKER, WORKER_SCOPE } from '../../session/kept-pages.ts'
import { useViewer } from '../site.ts'
import { keepPage } from './page-copy.ts'

/** When the browser has nothing else to do, but soon enough for a short look. */
const IDLE_WITHIN_MS = 2_000
const RENEWED = 'pushes-renewed'

/**
 * Starts the worker of the rooms, keeps copies of their pages for reading without a connection, and goes on with the pushes that the
 * viewer has asked for in this browser.
 */
export function WorkWorker() {
	const uid = useViewer()?.uid
	const place = useLocation()
	const navigation = useNavigation()
	const revalidator = useRevalidator()
	const isIdle = navigation.state === 'idle' && revalidator.state === 'idle'
	useEffect(() => {
		if (uid !== undefined) void startWorker(uid)
	}, [uid])
	useEffect(() => {
		if (uid === undefined || !isIdle || !canKeep()) return
		return whenIdle(() => void keepPage(uid, place, new Date()).catch(() => undefined))
	}, [uid, place, isIdle])
	useEffect(() => {
		// Without a connection a link loads a document, which the worker has a copy of; the router would ask for its data in vain.
		const leave = (event: MouseEvent) => {
			if (!navigator.onLine && event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation()
		}
		addEventListener('click', leave, true)
		return () => removeEventListener('click', leave, true)
	}, [])
	return null
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
async function startWorker(uid: string): Promise<void> {
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
