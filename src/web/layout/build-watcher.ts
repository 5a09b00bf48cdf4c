import { navigateTo } from './external-navigation.ts'
import { reloadOnce } from './reload-guard.ts'

const POLL_MS = 60_000

/**
 * Polls the latest build's id and reloads the page when a newer build serves the site, or when a chunk of the old
 * one can no longer be loaded. Text that a person has typed is never thrown away: with a dirty form the reload waits
 * for the next navigation, which then is a full page load.
 */
export function watchBuilds(): void {
	const running = document.documentElement.dataset.build
	window.addEventListener('vite:preloadError', (event) => {
		if (hasUnsavedInput()) return
		if (reloadOnce()) event.preventDefault()
	})
	if (!running) return
	let stale = false
	const check = async () => {
		if (document.visibilityState === 'hidden' || !navigator.onLine) return
		try {
			const response = await fetch('/builds/latest.json', { cache: 'no-store' })
			if (!response.ok) return
			const latest: unknown = await response.json()
			stale = typeof latest === 'object' && latest !== null && 'id' in latest && latest.id !== running
		} catch {
			// Offline or restarting: the next poll retries.
			return
		}
		if (stale && !hasUnsavedInput()) reloadOnce()
	}
	setInterval(() => void check(), POLL_MS)
	document.addEventListener('visibilitychange', () => void check())
	// A click on a link of ours while a newer build is live loads the full page instead of its chunks.
	document.addEventListener(
		'click',
		(event) => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			if (!stale || !link || link.origin !== location.origin || link.target || event.defaultPrevented) return
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
			event.preventDefault()
			event.stopPropagation()
			navigateTo(link.href)
		},
		{ capture: true },
	)
}

/** Whether any field holds something other than what the page came with: typed, ticked or chosen. */
export function hasUnsavedInput(root: ParentNode = document): boolean {
	for (const field of root.querySelectorAll('input, textarea, select')) {
		if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return true
		if (field instanceof HTMLSelectElement && field.selectedIndex !== chosenAtFirst(field)) return true
		if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
		if (field.value !== field.defaultValue || field.checked !== field.defaultChecked) return true
	}
	return false
}

/** Of a select that names no option, the first one. */
const chosenAtFirst = ({ options }: HTMLSelectElement): number =>
	Math.max(
		0,
		[...options].findLastIndex((option) => option.defaultSelected),
	)
