import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { navigateTo } from '../layout/external-navigation.ts'
import { type HeaderUser, loginStatus, subscribeLoginStatus, unknownStatus, watchLoginStatus } from './login-status.ts'

/** How long the client waits before it follows a change of the login status (spec section 9). */
const REDIRECT_DELAY_MS = 10

/**
 * Returns who is signed in: the member the page was rendered for until the session check has answered, and after that what
 * the check says. After a change the page is loaded again where the guards of the server no longer allow it.
 */
export function useLoginStatus(rendered: HeaderUser | null): HeaderUser | null {
	const { user } = useSyncExternalStore(subscribeLoginStatus, loginStatus, () => unknownStatus)
	const { pathname, search } = useLocation()
	const renderedFor = useRef(rendered?.uid ?? null)
	useEffect(() => watchLoginStatus(), [])
	useEffect(() => {
		// A form that was refused because the session has ended is rendered for a visitor, and keeps its page and its typing.
		if (user === undefined || (user?.uid ?? null) === renderedFor.current) return
		const abort = new AbortController()
		const follow = async () => {
			// Another person's page must not stay on the screen.
			const isOthers = user !== null && renderedFor.current !== null
			if (isOthers) location.reload()
			else if (await isRedirected(`${pathname}${search}`, abort.signal)) navigateTo(`${pathname}${search}`, { replace: true })
		}
		const timer = setTimeout(() => void follow(), REDIRECT_DELAY_MS)
		return () => {
			clearTimeout(timer)
			abort.abort()
		}
	}, [user, pathname, search])
	return user === undefined ? rendered : user
}

/** Asks the server, because only it has the guards. Without a connection nothing changes. */
async function isRedirected(address: string, signal: AbortSignal): Promise<boolean> {
	try {
		const response = await fetch(address, { method: 'HEAD', redirect: 'manual', cache: 'no-store', signal })
		return response.type === 'opaqueredirect'
	} catch {
		return false
	}
}
