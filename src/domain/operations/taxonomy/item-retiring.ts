import { sql, type Transaction } from 'kysely'
import { publishTags } from '../../../platform/page-tags.ts'
import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx, type StaffCtx } from '../../accounts/staff.ts'
import { reindexOffice } from '../../listings/listings.ts'
import { reindexExpertTerms } from '../../listings/suggestion-index.ts'
import { replaceTask } from '../../questions/question-tasks.ts'
import { type Database, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { cleanLine, cleanText } from '../../shared/text-input.ts'
import { type Fields, type ItemName, ownerOf, titleOf } from '../../taxonomy/editing/item-fields.ts'
import { findItem, ownState } from '../../taxonomy/editing/item-store.ts'
import { effectiveOf, isLive, type ItemState, withStaff } from '../../taxonomy/editing/merge.ts'
import { assertPublishable } from './item-guards.ts'
import { nextTaskKey } from './item-making.ts'
import { subjectOf } from './item-drafts.ts'
import { followUp, writeChange } from './item-publishing.ts'

/** Retiring, merging and splitting items. A retired page leads on to another with 301. */

const refuse = (field: string, sentence: string) => new DomainError('invalid', 'not possible', { fields: { [field]: sentence } })

async function getLive(trx: StaffCtx, name: ItemName): Promise<ItemState> {
	const state = await findItem(trx, name, { locks: true })
	if (!state || !isLive(state)) throw notFound('item')
	return state
}

const textsOf = (value: Fields[string] | undefined): string[] =>
	Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const requireReason = (reason: string): string => {
	const text = cleanText(reason)
	if (text.length < 5 || text.length > 300) throw refuse('reason', '理由を5〜300文字で書いてください。操作の記録に残ります。')
	return text
}

/** Where the address of a retired task or tool leads: `task:703`, `category:7` or `tool:e-tax`. */
async function setRedirect(trx: StaffCtx, state: ItemState, to: string): Promise<void> {
	if (state.kind !== 'task' && state.kind !== 'tool') return
	const [toKind = '', toKey = ''] = to.split(':')
	if (toKind !== 'category' && toKind !== 'task' && toKind !== 'tool') throw refuse('to', '転送先を選んでください。')
	const target = await findItem(trx, { kind: toKind, key: toKey })
	if (!target || !isLive(target) || (toKind === state.kind && toKey === state.key))
		throw refuse('to', '転送先は、公開中の別のページから選んでください。')
	const own =
		state.kind === 'task'
			? Number(state.key)
			: (await trx.db.selectFrom('tools').select('id').where('slug', '=', state.key).executeTakeFirst())?.id
	if (own === undefined) throw notFound('tool')
	const row: { to_kind: typeof toKind; to_key: string; at: Date } = { to_kind: toKind, to_key: toKey, at: trx.now() }
	await trx.db
		.insertInto('taxonomy_redirects')
		.values({ kind: state.kind, from_id: own, from_key: state.key, ...row })
		.onConflict((conflict) => conflict.columns(['kind', 'from_id']).doUpdateSet(row))
		.execute()
	// What led here leads on, so that a link never takes two steps.
	await trx.db.updateTable('taxonomy_redirects').set(row).where('to_kind', '=', state.kind).where('to_key', '=', state.key).execute()
}

async function requireOtherPart(trx: StaffCtx, state: ItemState): Promise<void> {
	const owner = ownerOf(state)
	if (state.kind !== 'part' || owner?.kind !== 'task') return
	const others = await trx.db
		.selectFrom('task_parts')
		.select('id')
		.where('task_id', '=', Number(owner.key))
		.where('id', '<>', Number(state.key))
		.limit(1)
		.execute()
	if (others.length === 0) throw refuse('form', '業務には、部分が少なくとも1つ要ります。先に別の部分を加えてください。')
}

async function retire(trx: StaffCtx, before: ItemState, reason: string): Promise<void> {
	const stored = await writeChange(trx, before, { ...before, retiredAt: trx.now() }, reason)
	await trx.db.deleteFrom('taxonomy_drafts').where('kind', '=', before.kind).where('key', '=', before.key).execute()
	await followUp(trx, before, stored)
}

/** Takes an item off the site. The address of a task or tool leads on to `to`. Offices keep what they entered. */
export async function retireItem(ctx: RecentStaffCtx, name: ItemName, { to, reason }: { to: string; reason: string }): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	const why = requireReason(reason)
	if (name.kind === 'category') throw refuse('form', 'カテゴリーは終了できません。業務を終了してください。')
	await inTransaction(ctx, async (trx) => {
		const before = await getLive(trx, name)
		await requireOtherPart(trx, before)
		await setRedirect(trx, before, to)
		await retire(trx, before, why)
		await recordAuditEvent(trx, { action: 'taxonomy.retire', subject: subjectOf(name), reason: why, detail: { to } })
	})
}

/** Brings a retired item back; the redirect of its address goes. */
export async function reviveItem(ctx: RecentStaffCtx, name: ItemName): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	await inTransaction(ctx, async (trx) => {
		const before = await findItem(trx, name, { locks: true })
		if (!before || before.retiredAt === null) throw notFound('retired item')
		await assertPublishable(trx, name, before, effectiveOf(before))
		const stored = await writeChange(trx, before, { ...before, retiredAt: null }, '')
		if (name.kind === 'task')
			await trx.db.deleteFrom('taxonomy_redirects').where('kind', '=', 'task').where('from_key', '=', name.key).execute()
		// It has a new number now, to which the old address leads.
		if (name.kind === 'tool')
			await trx.db
				.updateTable('taxonomy_redirects')
				.set({ to_kind: 'tool', to_key: name.key })
				.where('kind', '=', 'tool')
				.where('from_key', '=', name.key)
				.execute()
		await followUp(trx, before, stored)
		await recordAuditEvent(trx, { action: 'taxonomy.revive', subject: subjectOf(name) })
	})
}

/** Moves the offices of a task to another: those who may lawfully do it; of the rest the task is suspended with its fee. */
async function moveOffices(trx: StaffCtx, fromId: number, toId: number, keeps: boolean): Promise<number[]> {
	const columns = sql`office_id, ${toId}::integer, fee_basis, fee_min, fee_max, includes`
	const { rows } = await checkedSql({ id: int4 })`
		insert into office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes)
		select ${columns} from office_tasks o where task_id = ${fromId}::integer and office_parts(o.office_id, ${toId}::integer) <> '{}'
		on conflict do nothing returning office_id as id
	`.execute(trx.db)
	if (keeps) return rows.map(({ id }) => id)
	await sql`
		insert into withheld_office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes, reason)
		select ${columns}, 'rules' from office_tasks o where task_id = ${fromId}::integer and office_parts(o.office_id, ${toId}::integer) = '{}'
		on conflict do nothing
	`.execute(trx.db)
	const { rows: gone } = await checkedSql({ id: int4 })`
		delete from office_tasks where task_id = ${fromId}::integer returning office_id as id
	`.execute(trx.db)
	return [...new Set([...rows, ...gone].map(({ id }) => id))]
}

async function moveProfiles(trx: StaffCtx, fromId: number, toId: number, keeps: boolean): Promise<void> {
	const { rows } = await checkedSql({ id: int4 })`
		insert into expert_tasks (expert_id, task_id)
		select e.expert_id, ${toId}::integer from expert_tasks e
		where e.task_id = ${fromId}::integer and exists (select from task_parts p where p.task_id = ${toId}::integer and expert_may_do(e.expert_id, p.id))
		on conflict do nothing returning expert_id as id
	`.execute(trx.db)
	if (!keeps) await sql`delete from expert_tasks where task_id = ${fromId}::integer`.execute(trx.db)
	for (const { id } of rows) await reindexExpertTerms(trx.db as Transaction<Database>, id)
	await publishTags(
		trx.db,
		rows.map(({ id }) => `expert:${id}`),
	)
}

/** Whatever else names the task by its id: articles, what people keep, and what experts suggest. */
async function moveReferences(trx: StaffCtx, fromId: number, toId: number): Promise<void> {
	for (const { table, owner } of [
		{ table: 'article_tasks', owner: 'article_id' },
		{ table: 'favourites', owner: 'user_id' },
	]) {
		const own = sql.ref(owner)
		await sql`
			update ${sql.table(table)} x set task_id = ${toId}::integer where x.task_id = ${fromId}::integer
				and not exists (select from ${sql.table(table)} y where y.${own} = x.${own} and y.task_id = ${toId}::integer)
		`.execute(trx.db)
		await sql`delete from ${sql.table(table)} where task_id = ${fromId}::integer`.execute(trx.db)
	}
	await sql`update question_task_suggestions set task_id = ${toId}::integer where task_id = ${fromId}::integer`.execute(trx.db)
}

async function reindexAll(trx: StaffCtx, officeIds: readonly number[]): Promise<void> {
	const db = trx.db as Transaction<Database>
	for (const officeId of officeIds) await reindexOffice(db, officeId)
}

/**
 * Merges a task into another of its category: offices, profiles, questions and articles move, its names become synonyms, and its
 * address leads on with 301. What an office may not do by the parts of the other task is suspended with its fee.
 */
export async function mergeTask(ctx: RecentStaffCtx, name: ItemName, { to, reason }: { to: string; reason: string }): Promise<void> {
	requireRecentStaff(ctx, 'editor')
	const why = requireReason(reason)
	if (name.kind !== 'task') throw notFound('task')
	await inTransaction(ctx, async (trx) => {
		const [toKind, toKey = ''] = to.split(':')
		const from = await getLive(trx, name)
		if (toKind !== 'task' || Math.floor(Number(toKey) / 100) !== Math.floor(Number(name.key) / 100))
			throw refuse('to', '統合する先は、同じカテゴリーの業務から選んでください。')
		if (toKey === name.key) throw refuse('to', '統合する先は、別の業務から選んでください。')
		const target = await getLive(trx, { kind: 'task', key: toKey })
		const [fromId, toId] = [Number(name.key), Number(toKey)]
		const gone = effectiveOf(from)
		const kept = effectiveOf(target)
		const synonyms = [...new Set([...textsOf(kept['synonyms']), titleOf('task', gone), ...textsOf(gone['synonyms'])])]
		const tools = [...new Set([...textsOf(kept['tools']), ...textsOf(gone['tools'])])]
		const stored = await writeChange(trx, target, withStaff(target, { synonyms: synonyms.slice(0, 40), tools: tools.slice(0, 40) }), why)
		const offices = await moveOffices(trx, fromId, toId, false)
		await moveProfiles(trx, fromId, toId, false)
		const questions = await replaceTask(trx, fromId, [toId])
		await moveReferences(trx, fromId, toId)
		await setRedirect(trx, from, to)
		await retire(trx, from, why)
		await followUp(trx, target, stored)
		await reindexAll(trx, offices)
		await recordAuditEvent(trx, {
			action: 'taxonomy.merge',
			subject: subjectOf(name),
			reason: why,
			detail: { to, offices: offices.length, questions },
		})
	})
}

export type SplitInput = { name: string; kana: string; summary: string; parts: readonly string[]; reason: string }

/**
 * Splits parts of a task off into a new one with its texts, published at once. Offices and profiles that may do a part of the new
 * task offer it too, at the same fee; questions are filed under both. Returns the new task.
 */
export async function splitTask(ctx: RecentStaffCtx, name: ItemName, input: SplitInput): Promise<ItemName> {
	requireRecentStaff(ctx, 'editor')
	const why = requireReason(input.reason)
	const title = cleanLine(input.name)
	const kana = cleanLine(input.kana)
	const summary = cleanText(input.summary)
	if (title === '' || title.length > 40) throw refuse('name', '新しい業務の名前を、40文字以内で入れてください。')
	if (!/^[ぁ-ゖー・、]+$/u.test(kana)) throw refuse('kana', '読みを、ひらがなで入れてください。')
	if (summary === '' || summary.length > 300) throw refuse('summary', '要約を、300文字以内で入れてください。')
	if (name.kind !== 'task') throw notFound('task')
	return inTransaction(ctx, async (trx) => {
		const from = await getLive(trx, name)
		const fromId = Number(name.key)
		const parts = await trx.db.selectFrom('task_parts').select('id').where('task_id', '=', fromId).orderBy('position').execute()
		const moved = parts.filter(({ id }) => input.parts.includes(`${id}`))
		if (moved.length === 0 || moved.length === parts.length)
			throw refuse('parts', '新しい業務に移す部分を選んでください。もとの業務にも、少なくとも1つ残します。')
		const key = await nextTaskKey(trx, Math.floor(fromId / 100))
		const made: ItemName = { kind: 'task', key }
		const fields = { ...effectiveOf(from), slug: `task-${key}`, name: title, kana, summary, synonyms: [] }
		await writeChange(trx, null, ownState(made, fields), why)
		for (const [index, { id }] of moved.entries()) {
			const part = await getLive(trx, { kind: 'part', key: `${id}` })
			const copy: ItemName = { kind: 'part', key: `${Number(key) * 10 + index + 1}` }
			await assertPublishable(trx, copy, null, effectiveOf(part))
			await writeChange(trx, null, ownState(copy, effectiveOf(part)), why)
		}
		const offices = await moveOffices(trx, fromId, Number(key), true)
		await moveProfiles(trx, fromId, Number(key), true)
		await replaceTask(trx, fromId, [fromId, Number(key)])
		for (const { id } of moved) await retire(trx, await getLive(trx, { kind: 'part', key: `${id}` }), why)
		await reindexAll(trx, offices)
		await followUp(trx, null, ownState(made, fields))
		await recordAuditEvent(trx, {
			action: 'taxonomy.split',
			subject: subjectOf(name),
			reason: why,
			detail: { into: key, parts: moved.map(({ id }) => id), offices: offices.length },
		})
		return made
	})
}
