import { useLocation } from 'react-router'
import { inboxNarrowing } from '../../../domain/operations/inbox/inbox-input.ts'
import { inboxItemPath, type InboxRoom } from '../../../domain/shared/links.ts'
import { useIsInbox } from './use-is-inbox.ts'

/**
 * Returns where a link to another part of a case leads: beside the list of the inbox, with what narrows that, where the page
 * itself is beside it, and to the part's own page otherwise.
 */
export function useItemPath(): (room: InboxRoom, id: number, elsewhere: string, query?: Readonly<Record<string, string>>) => string {
	const isInbox = useIsInbox()
	const { search } = useLocation()
	if (!isInbox) return (_room, _id, elsewhere) => elsewhere
	const given = new URLSearchParams(search)
	const kept = Object.fromEntries(inboxNarrowing.map((name) => [name, given.get(name) ?? '']))
	return (room, id, _elsewhere, query = {}) => inboxItemPath(room, id, { ...kept, ...query })
}
