import { inboxNarrowing, type InboxDone } from '../../domain/operations/inbox/inbox-input.ts'
import { inboxPath } from '../../domain/shared/links.ts'

/**
 * Where the form of a case leads after it was accepted: in the inbox to its next item, with a word on what was done and to
 * which item (`lead-12`); on the case's own page to `elsewhere`.
 */
export function afterAct(request: Request, elsewhere: string, act: { done: InboxDone; item: string }): string {
	const { pathname, searchParams } = new URL(request.url)
	if (!isInbox(pathname)) return elsewhere
	return inboxPath({ ...narrowedBy(searchParams), ...act })
}

/** What an address narrows the list by. A page of the list that was cut before an act has other rows after it. */
function narrowedBy(searchParams: URLSearchParams): Record<string, string> {
	const kept = inboxNarrowing.flatMap((name) => {
		const value = searchParams.get(name)
		return value === null ? [] : [[name, value]]
	})
	return Object.fromEntries(kept)
}

/** The page that the form is on: for acts after which one goes on with the same case. `done` is what the page itself confirms. */
export function samePage(request: Request, elsewhere: string, done?: string): string {
	const { pathname, search, searchParams } = new URL(request.url)
	if (!isInbox(pathname)) return elsewhere
	return done === undefined
		? `${pathname}${search}`
		: `${pathname}?${new URLSearchParams({ ...narrowedBy(searchParams), done }).toString()}`
}

const isInbox = (pathname: string) => pathname.startsWith(`${inboxPath()}/`)
