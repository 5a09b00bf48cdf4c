import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { guardRedirect, REDIRECT_DELAY_MS } from '../guards.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { type HeaderUser, loginStatus, subscribeLoginStatus, unknownStatus, watchLoginStatus } from './login-status.ts'

/**
 * Who is signed in now: what the page was rendered for until the session check has answered, and after that what the
 * check says. On a change the table of guards decides whether this page may stay.
 */
export function useLoginStatus(rendered: HeaderUser | null): HeaderUser | null {
	const { user } = useSyncExternalStore(subscribeLoginStatus, loginStatus, () => unknownStatus)
	const { pathname, search } = useLocation()
	const renderedFor = useRef(rendered?.uid ?? null)
	useEffect(() => watchLoginStatus(), [])
	useEffect(() => {
		// A form that was refused because the session has ended is rendered for nobody, and keeps its page and its typing.
		if (user === undefined || (user?.uid ?? null) === renderedFor.current) return
		const to = guardRedirect({ pathname, search }, user !== null)
		// Another person's page must not stay on the screen.
		const isOthers = user !== null && renderedFor.current !== null
		if (to === null && !isOthers) return
		const timer = setTimeout(() => (to === null ? location.reload() : navigateTo(to, { replace: true })), REDIRECT_DELAY_MS)
		return () => clearTimeout(timer)
	}, [user, pathname, search])
	return user === undefined ? rendered : user
}
