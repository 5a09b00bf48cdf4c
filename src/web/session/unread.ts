import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { csrfCookie } from './csrf-cookie.ts'

/** How often an open, visible page looks by itself. Between, it looks when it is turned to and when it moves on. */
const LOOK_MS = 60_000

/** Null until something newer is known than what the page was rendered with. */
let unread: number | null = null
let asking: Promise<void> | null = null
const listeners = new Set<() => void>()

/** What a page knows for certain, such as the list of notifications itself. */
export function showUnread(count: number): void {
	if (unread === count) return
	unread = count
	listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** One question at a time, however many ask for it; without an answer nothing changes. */
function look(): void {
	if (document.visibilityState === 'visible') asking ??= ask().finally(() => (asking = null))
}

async function ask(): Promise<void> {
	try {
		const response = await fetch('/api/notifications/unread', { cache: 'no-store', headers: { 'X-CSRF-TOKEN': csrfCookie() } })
		if (response.ok) showUnread(((await response.json()) as { unread: number }).unread)
	} catch {
		// Offline: the next look tells.
	}
}

/** How many notifications the signed-in person has not read. `rendered` is null on a page that was not made for them. */
export function useUnread(rendered: number | null): number {
	const known = useSyncExternalStore(
		subscribe,
		() => unread,
		() => null,
	)
	const { pathname } = useLocation()
	const seen = useRef(rendered === null ? null : pathname)
	useEffect(() => {
		if (seen.current === pathname) return
		seen.current = pathname
		look()
	}, [pathname])
	useEffect(() => {
		const timer = setInterval(look, LOOK_MS)
		document.addEventListener('visibilitychange', look)
		addEventListener('focus', look)
		return () => {
			clearInterval(timer)
			document.removeEventListener('visibilitychange', look)
			removeEventListener('focus', look)
			unread = null
		}
	}, [])
	return known ?? rendered ?? 0
}
