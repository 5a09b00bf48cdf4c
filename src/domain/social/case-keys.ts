import { checkedSql, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { AnswerableCase } from '../shared/outbox.ts'

/** Pages of one case each: its number is in the path. */
const CASE_PAGE = /^\/mypage\/(leads|estimates|inquiries|appointments)\/(\d{1,9})(?:\D|$)/

const kinds = { leads: 'delivery', estimates: 'request', inquiries: 'inquiry', appointments: 'appointment' } as const
type CaseRef = { kind: (typeof kinds)[keyof typeof kinds]; id: number }

/** What a notice is about: what an answer to it is added to, or the page that it leads to. Null for what is about no case. */
export function caseRefOf(path: string, answers?: AnswerableCase): CaseRef | null {
	if (answers) return 'inquiryId' in answers ? { kind: 'inquiry', id: answers.inquiryId } : { kind: 'delivery', id: answers.deliveryId }
	const [, room, number] = CASE_PAGE.exec(path) ?? []
	return room === undefined ? null : { kind: kinds[room as keyof typeof kinds], id: Number(number) }
}

/**
 * The keys of cases: one for a request with all its conversations, quotes and appointments, one for any other inquiry. A case that is
 * gone has none.
 */
export async function readCaseKeys(
	ctx: Pick<Ctx, 'db'>,
	refs: readonly (CaseRef | null)[],
): Promise<(ref: CaseRef | null) => string | null> {
	const asked = refs.filter((ref) => ref !== null)
	if (asked.length === 0) return () => null
	const { rows } = await checkedSql({ kind: text, id: int4, key: text.nullable })`
		select a.kind, a.id, case
			when a.kind = 'request' then 'r' || a.id
			when d.id is not null then 'r' || d.request_id
			when i.id is not null then 'i' || i.id
		end as key
		from unnest(${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ id }) => id)}::integer[]) as a (kind, id)
		left join appointments p on a.kind = 'appointment' and p.id = a.id
		left join inquiries i on i.id = case a.kind when 'inquiry' then a.id when 'appointment' then p.inquiry_id end
		left join estimate_deliveries d on d.id = case a.kind when 'delivery' then a.id else i.delivery_id end
	`.execute(ctx.db)
	const keys = new Map(rows.map(({ kind, id, key }) => [`${kind}-${id}`, key]))
	return (ref) => (ref === null ? null : (keys.get(`${ref.kind}-${ref.id}`) ?? null))
}
