import { type RawBuilder, sql } from 'kysely'
import type { StaffCtx } from '../../accounts/staff.ts'
import { prefectures } from '../../geography/prefectures.ts'
import { hours, minutes } from '../../shared/japan-time.ts'
import { type DeskQueue, PRESENCE_MINUTES, SKIP_HOURS } from '../desk-input.ts'

/** What makes an item worth a closer look, by queue; in the order of their chips. */
export const queueRisks = {
	experts: {
		taken: '番号の重複',
		unusual: '番号の形が通常と違う',
		proofless: '証明書類がない',
		name: '氏名がアカウントと違う',
	},
	credentials: { taken: '番号の重複', unusual: '番号の形が通常と違う', proofless: '証明書類がない' },
	claims: { objected: 'メンバーの異議', tries: 'コードの誤りが3回以上' },
	reports: { personal: '個人の情報', several: '2人以上からの報告', before: '以前にも対応した投稿' },
} as const satisfies Partial<Record<DeskQueue, Readonly<Record<string, string>>>>

/** The risks of a queue and their labels; none where nothing of the kind is known. */
export const risksOf = (queue: DeskQueue): Readonly<Record<string, string>> =>
	(queueRisks as Partial<Record<DeskQueue, Readonly<Record<string, string>>>>)[queue] ?? {}

/** The queues whose items come back, after a fix or after a rest. */
const returning: readonly DeskQueue[] = ['experts', 'credentials', 'offices', 'claims', 'articles', 'reports', 'leads']
/** The queues whose items are of people in an association. */
const associated: readonly DeskQueue[] = ['experts', 'credentials', 'claims']
/** The queues whose items have a place: that of an office, or where a request looks for one. */
const placed: readonly DeskQueue[] = ['experts', 'credentials', 'offices', 'claims', 'leads']

export const hasRounds = (queue: DeskQueue): boolean => returning.includes(queue)
export const hasAssociations = (queue: DeskQueue): boolean => associated.includes(queue)
export const hasPlaces = (queue: DeskQueue): boolean => placed.includes(queue)

/** What a queue is narrowed to, as its address says; '' is everything. */
export type QueueFilters = {
	/** Of the queue itself: a profession, a reason … */
	own: string
	/** Those that wait longer than the target, or that no colleague has open. */
	only: '' | 'late' | 'free'
	association: string
	/** Null for everywhere. */
	prefectureId: number | null
	/** `some`, `none`, or one of the queue's. */
	risk: string
	/** For the first time, or once more. */
	round: '' | 'first' | 'again'
	/** `me`, `nobody`, or the uid of a colleague. */
	assignee: string
	showsSkipped: boolean
	/** Where a page begins. */
	cursor: string | null
}

const ASSOCIATION_LENGTH = 120

/** The parameter of the queue's own filter. */
const ownNames: Partial<Record<DeskQueue, string>> = { experts: 'profession', reports: 'reason' }
export const ownFilterName = (queue: DeskQueue): string => ownNames[queue] ?? 'filter'

const oneOf = <Value extends string>(text: string | null, values: readonly Value[]): Value | '' => values.find((one) => one === text) ?? ''

/** The filters of an address; what is not one of a filter's values is everything. */
export function readQueueFilters(queue: DeskQueue, search: URLSearchParams): QueueFilters {
	return {
		own: search.get(ownFilterName(queue)) ?? '',
		only: oneOf(search.get('only'), ['late', 'free']),
		association: hasAssociations(queue) ? (search.get('association') ?? '').slice(0, ASSOCIATION_LENGTH) : '',
		prefectureId: hasPlaces(queue) ? (prefectures.find(({ id }) => `${id}` === search.get('prefecture'))?.id ?? null) : null,
		risk: oneOf(search.get('risk'), ['some', 'none', ...Object.keys(risksOf(queue))]),
		round: hasRounds(queue) ? oneOf(search.get('round'), ['first', 'again']) : '',
		assignee: (search.get('assignee') ?? '').slice(0, 64),
		showsSkipped: search.has('skipped'),
		cursor: search.get('page'),
	}
}

/** Who else has it open now, by name. */
export const openedBy = (ctx: StaffCtx, queue: DeskQueue) => sql`(
	select ${staffName(sql`u`)} from queue_claims k join users u on u.id = k.user_id
	where k.queue = ${queue} and k.item_id = item.id and k.user_id <> ${ctx.viewer.userId}::bigint
		and k.seen_at > ${new Date(ctx.now().getTime() - minutes(PRESENCE_MINUTES))})`

/** The name of a user under an alias, as colleagues read it. */
export const staffName = (user: RawBuilder<unknown>) =>
	sql`coalesce(nullif(btrim(concat(${user}.last_name, ' ', ${user}.first_name)), ''), '名前のないスタッフ')`

/**
 * The condition of the filters on rows `item` (waiting-items.ts), `a` (queue_assignments) and `assignee` (users), besides those by which
 * the rows are narrowed already (`Narrowing`). What was decided a moment ago, or put off by the viewer within a day, is never among
 * them. `targetHours` is how long an item may wait.
 */
export function fitting(ctx: StaffCtx, queue: DeskQueue, filters: QueueFilters, targetHours: number): RawBuilder<unknown> {
	const { only, round, assignee, showsSkipped } = filters
	const now = ctx.now()
	const conditions = [
		sql`not exists (select from delayed_verdicts v where v.queue = ${queue} and v.item_id = item.id and v.outcome is null)`,
	]
	if (!showsSkipped)
		conditions.push(sql`not exists (select from queue_skips s where s.queue = ${queue} and s.item_id = item.id
			and s.user_id = ${ctx.viewer.userId}::bigint and s.skipped_at > ${new Date(now.getTime() - hours(SKIP_HOURS))})`)
	if (only === 'late') conditions.push(sql`coalesce(item.due, item.since + ${targetHours}::float8 * interval '1 hour') < ${now}`)
	if (only === 'free') conditions.push(sql`${openedBy(ctx, queue)} is null`)
	if (round !== '') conditions.push(round === 'first' ? sql`item.round = 1` : sql`item.round > 1`)
	if (assignee !== '') conditions.push(inCharge(ctx, assignee))
	return sql.join(conditions, sql` and `)
}

function inCharge(ctx: StaffCtx, assignee: string): RawBuilder<unknown> {
	if (assignee === 'me') return sql`a.user_id = ${ctx.viewer.userId}::bigint`
	return assignee === 'nobody' ? sql`a.user_id is null` : sql`assignee.uid = ${assignee}`
}
