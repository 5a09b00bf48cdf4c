import { refreshTokenOf } from '../forms/fresh-token.ts'
import { clearMendedErrors } from '../forms/mended-errors.ts'
import { offerWords } from '../questions/word-suggestions.ts'
import { signOutOrSend } from '../session/log-out.ts'
import { loginStatus, subscribeLoginStatus, watchLoginStatus } from '../session/login-status.ts'
import { forgetPosted } from '../session/typed-texts.ts'
import { bellTexts, knownUnread, subscribeUnread, watchUnread } from '../session/unread.ts'
import { suggestIn } from '../ui/search-box-suggestions.ts'
import { hasUnsavedInput, watchBuilds } from './build-watcher.ts'
import { navigateTo } from './external-navigation.ts'
import { reloadOnce } from './reload-guard.ts'

/**
 * What scripts add to a plain page: suggestions while one types, the watch for new builds and for somebody who signs in or
 * out elsewhere, on a member's page the newest count of notifications, and in a member's room the copies for reading offline.
 */
export function start(): void {
	watchBuilds()
	clearMendedErrors()
	for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search-box]')) suggestIn(form, (path) => navigateTo(path))
	for (const form of document.querySelectorAll<HTMLFormElement>('form[data-offers-words]')) offerWords(form)
	const renderedFor = document.documentElement.dataset.viewer ?? null
	subscribeLoginStatus(() => followLogin(renderedFor))
	watchLoginStatus()
	if (renderedFor !== null) startForMember(renderedFor)
	notifyOfLook()
}

/** Somebody has signed in or out in another tab, or came back by the browser's button to a page from before. */
function followLogin(renderedFor: string | null): void {
	const { user } = loginStatus()
	const uid = user?.uid ?? null
	if (user === undefined || uid === renderedFor) return
	// Another person's page must not stay on the screen, whatever is typed on it.
	if (uid !== null && renderedFor !== null) location.reload()
	// The guard is by person as well: signing in and soon out again are two changes, each followed once.
	else if (!hasUnsavedInput()) reloadOnce(`${location.pathname} ${uid ?? ''}`)
}

function startForMember(uid: string): void {
	if (document.querySelector('[data-room]')) void import('./work/room-worker.ts').then(({ startRoom }) => startRoom(uid))
	subscribeUnread(showUnread)
	watchUnread()
	document.addEventListener('submit', (event) => {
		const form = event.target
		if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
		if (form.getAttribute('action') === '/logout') {
			event.preventDefault()
			void signOutOrSend(form)
		} else refreshTokenOf(form)
	})
	for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-posted]'))
		forgetPosted({ questionId: Number(dataset.posted), title: dataset.title ?? '', hasAnswered: 'answered' in dataset })
}

function showUnread(): void {
	const bell = document.querySelector<HTMLElement>('[data-bell]')
	const unread = knownUnread()
	if (!bell || unread === null) return
	const { label, count } = bellTexts(unread)
	bell.setAttribute('aria-label', label)
	if (count === undefined) delete bell.dataset.count
	else bell.dataset.count = count
}

/** A prefetched page was not counted then (http/page-views.ts): it is viewed only now. */
function notifyOfLook(): void {
	const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { deliveryType?: string })[]
	if (navigation?.deliveryType === 'navigational-prefetch') fetch(location.href, { method: 'HEAD' }).catch(() => {})
}
