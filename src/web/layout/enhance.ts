import { clearMendedErrors } from '../forms/mended-errors.ts'
import { offerWords } from '../questions/word-suggestions.ts'
import { loginStatus, subscribeLoginStatus, watchLoginStatus } from '../session/login-status.ts'
import { suggestIn } from '../ui/search-box-suggestions.ts'
import { hasUnsavedInput, watchBuilds } from './build-watcher.ts'
import { navigateTo } from './external-navigation.ts'
import { reloadOnce } from './reload-guard.ts'

/** What scripts add to a plain page: suggestions while one types, the watch for new builds, and the look for somebody who has signed in. */
export function start(): void {
	watchBuilds()
	clearMendedErrors()
	for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search-box]')) suggestIn(form, (path) => navigateTo(path))
	for (const form of document.querySelectorAll<HTMLFormElement>('form[data-offers-words]')) offerWords(form)
	// Somebody has signed in in another tab, or came back by the browser's button to a page from before.
	subscribeLoginStatus(() => {
		if (loginStatus().user && !hasUnsavedInput()) reloadOnce()
	})
	watchLoginStatus()
	notifyOfLook()
}

/** A page that the browser fetched ahead was not counted then (http/page-views.ts): only now somebody looks at it. */
function notifyOfLook(): void {
	const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { deliveryType?: string })[]
	if (navigation?.deliveryType === 'navigational-prefetch') fetch(location.href, { method: 'HEAD' }).catch(() => {})
}
