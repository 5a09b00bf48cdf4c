import { isDeepStrictEqual } from 'node:util'
import { checkedSql, int4, storedJson, text, timestamptz } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../../accounts/staff.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { cleanText } from '../../shared/text-input.ts'
import { type Fields, type ItemField, type ItemName } from '../../taxonomy/editing/item-fields.ts'
import { findItem, ownState } from '../../taxonomy/editing/item-store.ts'
import { effectiveOf, type ItemState } from '../../taxonomy/editing/merge.ts'
import { fieldsOfKind, parseFields, type TypedFields } from '../../taxonomy/editing/parse-fields.ts'
import { assertPublishable, readPartChoices } from './item-guards.ts'

/** How the audit log names an item. */
export const subjectOf = ({ kind, key }: ItemName): string => `${kind === 'useCase' ? 'use-case' : kind}:${key.replace('/', '-')}`

export type Draft = {
	/** The fields that it changes. */
	fields: Fields
	/** Version of the item that it was written on; 0 for a new item. */
	itemVersion: number
	version: number
	reason: string
	savedBy: string
	savedAt: Date
	publishAt: Date | null
	/** Why it could not be published at its time. */
	failure: string | null
}

const selectDraft = checkedSql({
	fields: storedJson<Fields>(),
	itemVersion: int4,
	version: int4,
	reason: text,
	savedBy: text,
	savedAt: timestamptz,
	publishAt: timestamptz.nullable,
	failure: text.nullable,
})

/** The draft of an item, or null. */
export async function findDraft({ db }: Pick<Ctx, 'db'>, { kind, key }: ItemName): Promise<Draft | null> {
	const { rows } = await selectDraft`
		select d.fields, d.item_version as "itemVersion", d.version, d.reason, d.saved_at as "savedAt", d.publish_at as "publishAt", d.failure,
			coalesce(nullif(btrim(concat(u.last_name, ' ', u.first_name)), ''), '名前のないスタッフ') as "savedBy"
		from taxonomy_drafts d join users u on u.id = d.user_id where d.kind = ${kind} and d.key = ${key}
	`.execute(db)
	return rows[0] ?? null
}

/** The fields of the form of a kind, with the choices of now. */
export async function readFields(ctx: Pick<Ctx, 'db'>, kind: ItemName['kind']): Promise<ItemField[]> {
	return fieldsOfKind(kind, kind === 'part' ? await readPartChoices(ctx) : {})
}

export type Editor = {
	fields: ItemField[]
	/** Null while only a draft makes the item. */
	state: ItemState | null
	draft: Draft | null
	/** What the form shows: the draft, else what is published. */
	values: Fields
}

/** What staff edit of an item. Throws not-found where there is neither an item nor a draft. */
export async function getEditor(ctx: StaffCtx, name: ItemName): Promise<Editor> {
	requireStaff(ctx, 'editor')
	const [fields, state, draft] = await Promise.all([readFields(ctx, name.kind), findItem(ctx, name), findDraft(ctx, name)])
	if (!state && !draft) throw notFound('item')
	return { fields, state, draft, values: { ...(state && effectiveOf(state)), ...draft?.fields } }
}

export type DraftInput = { typed: TypedFields; reason: string; itemVersion: number; draftVersion: number }

/**
 * Saves what differs from the published item as its draft. What may not be published is refused here already. Throws conflict when
 * somebody else has saved or published since the form was opened.
 */
export async function saveDraft(ctx: StaffCtx, name: ItemName, { typed, reason, itemVersion, draftVersion }: DraftInput): Promise<void> {
	requireStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const state = await findItem(trx, name, { locks: true })
		const draft = await findDraft(trx, name)
		if (!state && !draft) throw notFound('item')
		if ((state?.version ?? 0) !== itemVersion || (draft?.version ?? 0) !== draftVersion) throw savedMeanwhile()
		const shown = state ? effectiveOf(state) : {}
		const parsed = parseFields(await readFields(trx, name.kind), typed, { ...shown, ...draft?.fields })
		const changed =
			state === null
				? parsed
				: Object.fromEntries(Object.entries(parsed).filter(([field, value]) => !isDeepStrictEqual(value, shown[field] ?? emptyLike(value))))
		// What the form does not show, such as the slug of a new task, stays in its draft.
		const hidden = Object.fromEntries(Object.entries(draft?.fields ?? {}).filter(([field]) => !(field in parsed)))
		await assertPublishable(trx, name, state ?? ownState(name, {}), { ...shown, ...parsed })
		await writeDraft(trx, name, { fields: { ...hidden, ...changed }, reason, itemVersion, version: draftVersion + 1 })
	})
}

/** A field that the item never had is as good as empty. */
const emptyLike = (value: Fields[string]): Fields[string] =>
	Array.isArray(value) ? [] : typeof value === 'boolean' ? false : typeof value === 'string' ? '' : null

const savedMeanwhile = () =>
	new DomainError('conflict', 'saved meanwhile', {
		fields: {
			form: 'ページを開いたあとに、ほかの担当者が保存しました。別の画面でいまの内容を開き、違いを確かめてください。入力した内容はこのまま残っています。',
		},
	})

/** Stores a draft and records it; one that changes nothing is none. */
export async function writeDraft(
	ctx: StaffCtx,
	{ kind, key }: ItemName,
	{ fields, reason, itemVersion, version }: { fields: Fields; reason: string; itemVersion: number; version: number },
): Promise<void> {
	if (Object.keys(fields).length === 0 && itemVersion > 0) {
		const { numDeletedRows } = await ctx.db.deleteFrom('taxonomy_drafts').where('kind', '=', kind).where('key', '=', key).executeTakeFirst()
		if (numDeletedRows > 0n) await recordAuditEvent(ctx, { action: 'taxonomy.discard', subject: subjectOf({ kind, key }) })
		return
	}
	const row = {
		fields: JSON.stringify(fields),
		item_version: itemVersion,
		version,
		reason: cleanText(reason).slice(0, 300),
		user_id: ctx.viewer.userId,
		saved_at: ctx.now(),
		publish_at: null,
		failure: null,
	}
	await ctx.db
		.insertInto('taxonomy_drafts')
		.values({ kind, key, ...row })
		.onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(row))
		.execute()
	await recordAuditEvent(ctx, {
		action: 'taxonomy.save',
		subject: subjectOf({ kind, key }),
		reason: row.reason === '' ? undefined : row.reason,
		detail: { fields: Object.keys(fields) },
	})
}

/** Discards a draft. A new item goes with it. */
export async function discardDraft(ctx: StaffCtx, { kind, key }: ItemName): Promise<void> {
	requireStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const gone = await trx.db
			.deleteFrom('taxonomy_drafts')
			.where('kind', '=', kind)
			.where('key', '=', key)
			.returning('fields')
			.executeTakeFirst()
		if (!gone) return
		await recordAuditEvent(trx, {
			action: 'taxonomy.discard',
			subject: subjectOf({ kind, key }),
			detail: { fields: Object.keys(gone.fields) },
		})
	})
}

/** Sets when a draft is published by itself, or takes that back with null. Throws `invalid` for a past time. */
export async function scheduleDraft(
	ctx: RecentStaffCtx,
	{ kind, key }: ItemName,
	{ at, version }: { at: Date | null; version: number },
): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	if (at !== null && at <= ctx.now())
		throw new DomainError('invalid', 'in the past', { fields: { publishOn: 'これからの日時を入れてください。' } })
	await inTransaction(ctx, async (trx) => {
		const set = await trx.db
			.updateTable('taxonomy_drafts')
			.set({ publish_at: at, failure: null, user_id: trx.viewer.userId })
			.where('kind', '=', kind)
			.where('key', '=', key)
			.where('version', '=', version)
			.returning('key')
			.executeTakeFirst()
		if (!set) throw savedMeanwhile()
		await recordAuditEvent(trx, {
			action: 'taxonomy.schedule',
			subject: subjectOf({ kind, key }),
			detail: { at: at?.toISOString() ?? null },
		})
	})
}

/** Puts a former version of an item into its draft, to be looked at and published as any other. */
export async function restoreEdition(ctx: StaffCtx, name: ItemName, version: number): Promise<void> {
	requireStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const state = await findItem(trx, name, { locks: true })
		const edition = await trx.db
			.selectFrom('taxonomy_editions')
			.select('fields')
			.where('kind', '=', name.kind)
			.where('key', '=', name.key)
			.where('version', '=', version)
			.executeTakeFirst()
		if (!state || !edition) throw notFound('edition')
		const draft = await findDraft(trx, name)
		const shown = effectiveOf(state)
		const former = edition.fields as Fields
		const fields = Object.fromEntries(Object.entries(former).filter(([field, value]) => !isDeepStrictEqual(value, shown[field])))
		if (Object.keys(fields).length === 0)
			throw new DomainError('invalid', 'nothing to restore', { fields: { form: `第${version}版は、いまの内容と同じです。` } })
		await writeDraft(trx, name, { fields, reason: `第${version}版に戻す`, itemVersion: state.version, version: (draft?.version ?? 0) + 1 })
	})
}
