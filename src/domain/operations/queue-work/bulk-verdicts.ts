import { builtJson, checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { requireRecentStaff, type RecentStaffCtx, type StaffCtx } from '../../accounts/staff.ts'
import { DomainError, isDomainError } from '../../shared/errors.ts'
import { giveVerdict, undoVerdict } from '../desk.ts'
import { type DeskQueue, type DeskVerdict, deskRoles, deskVerdicts } from '../desk-input.ts'

export const MOST_AT_ONCE = 50

/**
 * What may be decided on several items at once. Never what publishes or ends something that each has to be read for: approving, turning
 * somebody down, cancelling a request, stopping mail.
 */
const inBulk: Readonly<Record<DeskQueue, readonly string[]>> = {
	experts: ['needs_fix'],
	credentials: ['needs_fix'],
	offices: ['return'],
	claims: ['decline'],
	articles: ['return'],
	reports: ['dismiss', 'uphold', 'hide'],
	appeals: ['reject'],
	contacts: ['close'],
	leads: ['remind', 'extend', 'suggest'],
	mail: ['resend', 'settle'],
}

export const bulkVerdicts = (queue: DeskQueue): DeskVerdict[] =>
	deskVerdicts[queue].filter(({ verdict }) => inBulk[queue].includes(verdict))

const versions: Partial<Record<DeskQueue, RawBuilder<unknown>>> = {
	experts: sql`select id, version::bigint from experts`,
	credentials: sql`select id, version::bigint from credential_changes`,
	offices: sql`select id, (extract(epoch from asked_at) * 1000)::bigint as version from office_changes`,
	articles: sql`select id, version::bigint from articles`,
}

const selectVersions = checkedSql({ id: int4, version: builtJson(() => z.number()) })

/** The versions of items as their lists show them now, which a verdict names so that a later change refuses it. */
export async function readItemVersions(ctx: StaffCtx, queue: DeskQueue, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
	const from = versions[queue]
	if (!from || ids.length === 0) return new Map()
	const { rows } = await selectVersions`
		select v.id, to_json(v.version) as version from (${from}) v(id, version) where v.id = any (${ids}::integer[])
	`.execute(ctx.db)
	return new Map(rows.map(({ id, version }) => [id, version]))
}

export type BulkInput = { items: readonly { itemId: number; version: number | null }[]; verdict: string; reason: string }

/**
 * Gives one verdict on several items. Each is a verdict of its own, with its own undo and its own line in the audit log; one that is
 * refused holds up no other. Returns the verdicts that were given and why others were not.
 */
export async function giveVerdicts(
	ctx: RecentStaffCtx,
	queue: DeskQueue,
	{ items, verdict, reason }: BulkInput,
): Promise<{ given: number[]; refused: { itemId: number; why: string }[] }> {
	requireRecentStaff(ctx, ...deskRoles[queue])
	if (!bulkVerdicts(queue).some((one) => one.verdict === verdict))
		throw new DomainError('invalid', 'not in bulk', { fields: { verdict: '判断を選んでください。' } })
	if (items.length === 0) throw new DomainError('invalid', 'no items', { fields: { items: '1件以上を選んでください。' } })
	if (items.length > MOST_AT_ONCE)
		throw new DomainError('invalid', 'too many', { fields: { items: `一度に選べるのは${MOST_AT_ONCE}件までです。` } })
	const given: number[] = []
	const refused: { itemId: number; why: string }[] = []
	for (const { itemId, version } of items)
		try {
			given.push((await giveVerdict(ctx, queue, { itemId, version, verdict: verdict as never, reason })).id)
		} catch (error) {
			if (!isDomainError(error)) throw error
			refused.push({ itemId, why: Object.values(error.fields)[0] ?? 'いまは判断できません。' })
		}
	return { given, refused }
}

/** Takes back those of the viewer's verdicts that have not taken effect. Returns how many. */
export async function undoVerdicts(ctx: StaffCtx, ids: readonly number[]): Promise<number> {
	let undone = 0
	for (const id of ids.slice(0, MOST_AT_ONCE))
		try {
			await undoVerdict(ctx, id)
			undone += 1
		} catch (error) {
			if (!isDomainError(error)) throw error
		}
	return undone
}
