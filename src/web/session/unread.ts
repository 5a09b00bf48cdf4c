import { csrfCookie } from './csrf-cookie.ts'

/** Polling interval of an open, visible page. It also checks on focus and on navigation. */
const LOOK_MS = 60_000

/** Null until something newer is known than what the page was rendered with. */
let unread: number | null = null
let asking: Promise<void> | null = null
const listeners = new Set<() => void>()

function showUnread(count: number): void {
	if (unread === count) return
	unread = count
	listeners.forEach((listener) => listener())
}

export function subscribeUnread(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** One request at a time for all callers; without a response nothing changes. */
export function lookForUnread(): void {
	if (document.visibilityState === 'visible') asking ??= ask().finally(() => (asking = null))
}

async function ask(): Promise<void> {
	try {
		const response = await fetch('/api/notifications/unread', { cache: 'no-store', headers: { 'X-CSRF-TOKEN': csrfCookie() } })
		if (response.ok) showUnread(((await response.json()) as { unread: number }).unread)
	} catch {
		// Offline: the next poll retries.
	}
}

export const knownUnread = (): number | null => unread

/** Looks now and then, while the page is open and visible. */
export function watchUnread(): () => void {
	const timer = setInterval(lookForUnread, LOOK_MS)
	document.addEventListener('visibilitychange', lookForUnread)
	addEventListener('focus', lookForUnread)
	return () => {
		clearInterval(timer)
		document.removeEventListener('visibilitychange', lookForUnread)
		removeEventListener('focus', lookForUnread)
		unread = null
	}
}

export type BellTexts = { label: string; count: string | undefined }

/** What the bell says of this many: its name, and the number beside it if there is one. */
export function bellTexts(count: number): BellTexts {
	if (count === 0) return { label: 'お知らせ', count: undefined }
	const shown = count > 99 ? '99+' : `${count}`
	return { label: `お知らせ（未読${shown}件）`, count: shown }
}
