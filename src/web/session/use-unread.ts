import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { knownUnread, lookForUnread, subscribeUnread, watchUnread } from './unread.ts'

/** How many notifications the signed-in person has not read. `rendered` is null on a page that was not made for them. */
export function useUnread(rendered: number | null): number {
	const known = useSyncExternalStore(subscribeUnread, knownUnread, () => null)
	const { pathname } = useLocation()
	const seen = useRef(rendered === null ? null : pathname)
	useEffect(() => {
		if (seen.current === pathname) return
		seen.current = pathname
		lookForUnread()
	}, [pathname])
	useEffect(watchUnread, [])
	return known ?? rendered ?? 0
}
