import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { publishTags } from '../../../platform/page-tags.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx, type StaffCtx } from '../../accounts/staff.ts'
import { applyRulesToProfiles } from '../../experts/new-rules.ts'
import { reindexTopicTerms } from '../../listings/suggestion-index.ts'
import { applyNewRules } from '../../memberships/new-rules.ts'
import { applyChangedParts } from '../../questions/new-rules.ts'
import { type Ctx, type Database, inTransaction } from '../../shared/context.ts'
import { DomainError, isDomainError, notFound } from '../../shared/errors.ts'
import { type Fields, type ItemName, ownerOf } from '../../taxonomy/editing/item-fields.ts'
import { findItem, liveItemOf, ownState, storeItems } from '../../taxonomy/editing/item-store.ts'
import { writeItems } from '../../taxonomy/editing/item-writing.ts'
import { effectiveOf, isLive, type ItemState, settleDifference, withStaff } from '../../taxonomy/editing/merge.ts'
import { asStaff } from '../queue-work/delayed-orders.ts'
import { type Draft, findDraft, subjectOf } from './item-drafts.ts'
import { assertPublishable } from './item-guards.ts'

/** How many drafts one run of the job publishes. */
const AT_ONCE = 20

/** The state of an item with a draft published; an item that only the draft makes becomes one of staff. */
export const withDraft = (name: ItemName, state: ItemState | null, { fields }: Pick<Draft, 'fields'>): ItemState =>
	state === null ? ownState(name, fields) : withStaff(state, fields)

/** Writes a changed item and its version, in the caller's transaction. Follows up nothing. */
export async function writeChange(ctx: StaffCtx, before: ItemState | null, after: ItemState, reason: string): Promise<ItemState> {
	const [stored = after] = await storeItems(ctx, [{ before, after }], { source: 'staff', userId: ctx.viewer.userId, reason })
	await writeItems(ctx, [liveItemOf(stored)])
	return stored
}

const ruleOf = (state: ItemState | null) => {
	const { law, grants } = state ? effectiveOf(state) : {}
	return state !== null && isLive(state) ? [law, Array.isArray(grants) ? new Set(grants) : grants] : null
}

/** Carries out what follows from a changed item: who may do a part, what the search box offers, which kept pages are stale. */
export async function followUp(ctx: StaffCtx, before: ItemState | null, after: ItemState): Promise<void> {
	if (after.kind === 'part' && !isDeepStrictEqual(ruleOf(before), ruleOf(after))) {
		const owner = ownerOf(after)
		if (owner?.kind === 'task') {
			await applyNewRules(ctx, Number(owner.key))
			await applyRulesToProfiles(ctx)
		}
		await applyChangedParts(ctx, [Number(after.key)])
	}
	if (after.kind === 'task' || after.kind === 'category') await reindexTopicTerms(ctx.db as Transaction<Database>)
	await publishTags(ctx.db, ['taxonomy'])
}

/** Runs `handler` in a transaction of which nothing stays. For what a change would do. */
export async function tryOut<C extends Ctx, T>(ctx: C, handler: (trx: C) => Promise<T>): Promise<T> {
	return inTransaction(ctx, async (trx) => {
		await sql`savepoint try_out`.execute(trx.db)
		try {
			return await handler(trx)
		} finally {
			await sql`rollback to savepoint try_out`.execute(trx.db)
		}
	})
}

const overtaken = () =>
	new DomainError('conflict', 'the draft or item has changed', {
		fields: { form: 'ページを開いたあとに、下書きか公開中の内容が変わりました。いまの内容を確認してください。' },
	})

/** Publishes a draft: every office, profile and answer that the change concerns follows in the same transaction. */
export async function publishDraft(ctx: RecentStaffCtx, name: ItemName, version: number): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const before = await findItem(trx, name, { locks: true })
		const draft = await findDraft(trx, name)
		if (!draft) throw notFound('draft')
		if (draft.version !== version || draft.itemVersion !== (before?.version ?? 0)) throw overtaken()
		const after = withDraft(name, before, draft)
		await assertPublishable(trx, name, before, effectiveOf(after))
		const stored = await writeChange(trx, before, after, draft.reason)
		await trx.db.deleteFrom('taxonomy_drafts').where('kind', '=', name.kind).where('key', '=', name.key).execute()
		await followUp(trx, before, stored)
		await recordAuditEvent(trx, {
			action: 'taxonomy.publish',
			subject: subjectOf(name),
			reason: draft.reason,
			detail: { version: stored.version, fields: Object.keys(draft.fields) },
		})
	})
}

/** Publishes drafts whose time has come, in the name of who set it; a refused one keeps the reason. Returns how many were due. */
export async function publishDueDrafts(ctx: Ctx): Promise<number> {
	const due = await ctx.db
		.selectFrom('taxonomy_drafts')
		.select(['kind', 'key', 'version', 'user_id'])
		.where('publish_at', '<=', ctx.now())
		.where('failure', 'is', null)
		.orderBy('publish_at')
		.limit(AT_ONCE)
		.execute()
	for (const { kind, key, version, user_id } of due) {
		try {
			await publishDraft(await asStaff(ctx, user_id, ['editor']), { kind, key }, version)
		} catch (error) {
			if (!isDomainError(error)) throw error
			const failure = Object.values(error.fields).join(' ') || '公開できませんでした。内容と、公開を指定した人の権限を確認してください。'
			await ctx.db.updateTable('taxonomy_drafts').set({ failure }).where('kind', '=', kind).where('key', '=', key).execute()
		}
	}
	return due.length
}

async function lockItem(trx: StaffCtx, name: ItemName, version: number): Promise<ItemState> {
	const state = await findItem(trx, name, { locks: true })
	if (!state) throw notFound('item')
	if (state.version !== version) throw overtaken()
	return state
}

/** Settles a difference between the content and what staff set: takes the one or keeps the other. */
export async function settleField(
	ctx: RecentStaffCtx,
	name: ItemName,
	{ field, takes, version }: { field: string; takes: 'content' | 'staff'; version: number },
): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const before = await lockItem(trx, name, version)
		const after = settleDifference(before, field, takes)
		await assertPublishable(trx, name, before, effectiveOf(after))
		const stored = await writeChange(trx, before, after, '')
		if (takes === 'content') await followUp(trx, before, stored)
		await recordAuditEvent(trx, { action: 'taxonomy.settle', subject: subjectOf(name), detail: { field, takes } })
	})
}

/** Keeps what the content dropped as an item of staff, with the fields it had last. */
export async function keepDropped(ctx: RecentStaffCtx, name: ItemName, { version }: { version: number }): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const before = await lockItem(trx, name, version)
		const last = await trx.db
			.selectFrom('taxonomy_editions')
			.select('fields')
			.where('kind', '=', name.kind)
			.where('key', '=', name.key)
			.where('is_live', '=', true)
			.orderBy('version', 'desc')
			.executeTakeFirst()
		if (before.content !== null || before.isOwn || !last) throw notFound('dropped item')
		const after = { ...before, isOwn: true, staff: { ...(last.fields as Fields), ...before.staff } }
		await assertPublishable(trx, name, before, effectiveOf(after))
		await followUp(trx, before, await writeChange(trx, before, after, ''))
		await recordAuditEvent(trx, { action: 'taxonomy.keep', subject: subjectOf(name) })
	})
}
