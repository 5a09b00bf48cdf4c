declare global {
	interface Window {
		earlyClicks?: { buttons: HTMLElement[]; keep: (event: MouseEvent) => void }
	}
}

/**
 * Stops recording the clicks on buttons that work only with scripts (`page-scripts.tsx`), and returns a function that repeats
 * them, to call when the page is hydrated. From this call on React handles clicks itself, those during hydration too.
 */
export function takeEarlyClicks(): () => void {
	const early = window.earlyClicks
	if (!early) return () => {}
	removeEventListener('click', early.keep, { capture: true })
	return () => {
		for (const button of early.buttons.splice(0)) if (button.isConnected) button.click()
	}
}
