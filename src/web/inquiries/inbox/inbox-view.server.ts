import type { Inbox, InboxItem, InboxQuery } from '../../../domain/operations/inbox/inbox.ts'
import {
	INBOX_SEARCH_LENGTH,
	inboxAssigned,
	inboxAssignedLabels,
	inboxDone,
	type InboxDone,
	type InboxKind,
	inboxKindLabels,
	inboxKinds,
	inboxStateLabels,
	inboxTabLabels,
	inboxTabs,
} from '../../../domain/operations/inbox/inbox-input.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import {
	answerFormPath,
	inboxItemPath,
	inboxPath,
	letterPath,
	type InboxRoom,
	myReviewsPath,
	ownOfficesPath,
	questionPath,
} from '../../../domain/shared/links.ts'
import { dueOf, momentOf } from '../../format/moment.ts'

/** What the address asks for; anything else counts as not said. */
export function inboxQuery(search: URLSearchParams): InboxQuery {
	return {
		tab: inboxTabs.find((tab) => tab === search.get('tab')) ?? 'due',
		kind: inboxKinds.find((kind) => kind === search.get('kind')) ?? null,
		officeId: parseId(search.get('office')) || null,
		assigned: inboxAssigned.find((one) => one === search.get('who')) ?? null,
		search: (search.get('q') ?? '').slice(0, INBOX_SEARCH_LENGTH),
		cursor: search.get('page'),
	}
}

/** The query as an address says it, without what is usual. */
export const queryText = ({ tab, kind, officeId, assigned, search, cursor }: InboxQuery): Record<string, string> =>
	Object.fromEntries(
		[
			['tab', tab === 'due' ? '' : tab],
			['kind', kind ?? ''],
			['office', officeId === null ? '' : `${officeId}`],
			['who', assigned ?? ''],
			['q', search],
			['page', cursor ?? ''],
		].filter(([, value]) => value !== ''),
	)

/** What the inbox opens itself, beside its list. */
const rooms: Partial<Record<InboxKind, InboxRoom>> = {
	lead: 'leads',
	inquiry: 'inquiries',
	appointment: 'appointments',
	proposal: 'arrangements',
	document: 'documents',
}

/** Where a row leads: what the inbox opens itself, or the page where the thing is dealt with. */
function pathOf({ kind, id, targetId }: InboxItem, query: Record<string, string>): string {
	const room = rooms[kind]
	if (room !== undefined) return inboxItemPath(room, id, query)
	switch (kind) {
		case 'followUp':
			return questionPath(targetId, id)
		case 'letter':
			return letterPath(targetId)
		case 'joinRequest':
			return ownOfficesPath()
		case 'review':
			return myReviewsPath()
		default:
			return answerFormPath(targetId)
	}
}

export const opensHere = ({ kind }: Pick<InboxItem, 'kind'>): boolean => rooms[kind] !== undefined

export const keyOf = ({ kind, id }: Pick<InboxItem, 'kind' | 'id'>): string => `${kind}-${id}`

/** A deadline, or a day by which it should be done, which is only a target. */
function dueView({ kind, state, at }: InboxItem, now: Date) {
	const due = dueOf(at, now)
	const isPast = at <= now
	return { ...due, isTarget: !(kind === 'lead' && state === 'quote'), target: isPast ? '目安を過ぎています' : `目安 ${due.left}` }
}

/** A moment with what it is the moment of. */
function whenText({ state }: InboxItem, moment: string): string {
	if (state === 'contact') return `${moment}に選ばれました`
	if (state === 'answer') return `${moment}の質問`
	if (state === 'meet' || state === 'booked') return `${moment}から`
	if (state === 'requested') return `${moment}にお願いしました`
	if (state === 'offered') return `${moment}に送りました`
	return state === 'quoted' || state === 'proposed' ? `${moment}まで` : moment
}

const isDone = (said: string | null): said is InboxDone => said !== null && Object.hasOwn(inboxDone, said)

/** These have no deadline, or one that is said in words of its own. */
const hasOwnWords: readonly InboxItem['state'][] = ['answer', 'contact', 'meet']

/** An item as its row says it, leading to it with `query`. */
export const viewRow = (
	item: InboxItem,
	{ tab, query, showsOffice, now }: { tab: InboxQuery['tab']; query: Record<string, string>; showsOffice: boolean; now: Date },
) => ({
	key: keyOf(item),
	to: pathOf(item, query),
	opensHere: opensHere(item),
	kind: inboxKindLabels[item.kind],
	title: item.title,
	about: [
		item.person === '' ? '' : `${item.person}${item.kind === 'review' ? '' : 'さん'}`,
		showsOffice ? item.officeName : '',
		item.assignee === '' ? '' : `担当 ${item.assignee}`,
	]
		.filter((part) => part !== '')
		.join('・'),
	state: inboxStateLabels[item.state],
	due: tab === 'due' && !hasOwnWords.includes(item.state) ? dueView(item, now) : null,
	when: whenText(item, momentOf(item.at, now).text),
	isUnread: item.isUnread,
	isChosen: item.state === 'contact',
})

/** The list, its tabs and filters, and what was just done, as the page shows them. */
export function viewInbox(inbox: Inbox, query: InboxQuery, now: Date, after: { done: string | null; item: string | null }) {
	const here = queryText(query)
	const first = { ...here, page: '' }
	const done = isDone(after.done) ? inboxDone[after.done] : null
	const [kind = '', id = ''] = (after.item ?? '').split('-')
	const room = rooms[inboxKinds.find((one) => one === kind) ?? 'question']
	return {
		tabs: inboxTabs.map((tab) => ({
			to: inboxPath({ ...first, tab: tab === 'due' ? '' : tab }),
			label: inboxTabLabels[tab],
			count: inbox.counts[tab],
			isCurrent: query.tab === tab,
		})),
		rows: inbox.items.map((item) => viewRow(item, { tab: query.tab, query: here, showsOffice: inbox.offices.length > 1, now })),
		kinds: inboxKinds.map((value) => ({ value, label: inboxKindLabels[value] })),
		offices: inbox.offices,
		assigned: inboxAssigned.map((value) => ({ value, label: inboxAssignedLabels[value] })),
		isNarrowed: query.kind !== null || query.officeId !== null || query.assigned !== null || query.search !== '',
		query: {
			tab: query.tab,
			kind: query.kind ?? '',
			office: query.officeId === null ? '' : `${query.officeId}`,
			who: query.assigned ?? '',
			search: query.search,
		},
		listPath: inboxPath(here),
		allPath: inboxPath(query.tab === 'due' ? {} : { tab: query.tab }),
		done,
		/** What was done to, to look at once more. */
		doneItem: after.item,
		donePath: room === undefined ? null : inboxItemPath(room, parseId(id), first),
		page: {
			number: inbox.page.number,
			previous: inbox.page.previous && inboxPath({ ...first, page: inbox.page.previous.cursor ?? '' }),
			next: inbox.page.next && inboxPath({ ...first, page: inbox.page.next.cursor ?? '' }),
		},
	}
}

export type InboxView = ReturnType<typeof viewInbox>
