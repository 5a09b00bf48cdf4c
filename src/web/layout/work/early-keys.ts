declare global {
	interface Window {
		earlyKeys?: { keys: string[]; keep: (event: KeyboardEvent) => void }
	}
}

/** Returns the keys that were pressed so far, and keeps no more. */
export function takeEarlyKeys(): string[] {
	const early = window.earlyKeys
	if (!early) return []
	removeEventListener('keydown', early.keep)
	return early.keys.splice(0)
}
