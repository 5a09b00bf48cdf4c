import { checkedSql, text } from '../../../platform/checked-sql.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { type ItemKind, type ItemName, titleOf } from '../../taxonomy/editing/item-fields.ts'
import { findItem, ownState } from '../../taxonomy/editing/item-store.ts'
import { effectiveOf, isLive } from '../../taxonomy/editing/merge.ts'
import { parseFields, type TypedFields } from '../../taxonomy/editing/parse-fields.ts'
import { readFields, writeDraft } from './item-drafts.ts'
import { assertPublishable } from './item-guards.ts'

const full = (sentence: string) => new DomainError('conflict', 'no number is free', { fields: { form: sentence } })

/** Keys of a kind that were ever used: their addresses are not given to something else. */
async function usedKeys({ db }: Pick<StaffCtx, 'db'>, kind: ItemKind): Promise<Set<string>> {
	const { rows } = await checkedSql({ key: text })`
		select key from taxonomy_items where kind = ${kind} union select key from taxonomy_drafts where kind = ${kind}
	`.execute(db)
	return new Set(rows.map(({ key }) => key))
}

/** The next free id of a task in a category. Throws conflict where all 99 are used. */
export async function nextTaskKey(ctx: Pick<StaffCtx, 'db'>, categoryId: number): Promise<string> {
	const used = [...(await usedKeys(ctx, 'task'))].map(Number).filter((id) => Math.floor(id / 100) === categoryId)
	const next = Math.max(categoryId * 100, ...used) + 1
	if (next > categoryId * 100 + 99) throw full('このカテゴリーには、これ以上の業務を加えられません。')
	return `${next}`
}

async function nextBelow(ctx: StaffCtx, kind: 'part' | 'useCase', owner: string): Promise<string> {
	const used = await usedKeys(ctx, kind)
	const keyOf = (place: number) => (kind === 'part' ? `${Number(owner) * 10 + place}` : `${owner}/${place}`)
	const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((place) => !used.has(keyOf(place)))
	if (free === undefined) throw full('この業務には、これ以上加えられません。')
	return keyOf(free)
}

async function newKey(ctx: StaffCtx, kind: ItemKind, owner: string, slug: string): Promise<string> {
	if (kind === 'tool') {
		if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 60)
			throw new DomainError('invalid', 'slug', {
				fields: { slug: '短い名前は、半角の英小文字・数字・ハイフンで、60文字以内で入れてください。' },
			})
		if ((await usedKeys(ctx, 'tool')).has(slug))
			throw new DomainError('invalid', 'slug', { fields: { slug: 'この短い名前は、もう使われています。' } })
		return slug
	}
	const ownerKind = kind === 'task' ? 'category' : 'task'
	if (kind === 'category' || !(await findItem(ctx, { kind: ownerKind, key: owner }))) throw notFound('owner')
	return kind === 'task' ? nextTaskKey(ctx, Number(owner)) : nextBelow(ctx, kind, owner)
}

/**
 * Begins a new item as a draft, which nobody sees until it is published: a task below the category `owner`, a part or use case below
 * the task `owner`, or a tool. Returns its name. Categories come from the content alone.
 */
export async function makeItem(
	ctx: StaffCtx,
	kind: ItemKind,
	{ owner, slug, typed, reason }: { owner: string; slug: string; typed: TypedFields; reason: string },
): Promise<ItemName> {
	requireStaff(ctx, 'editor')
	return inTransaction(ctx, async (trx) => {
		const parsed = parseFields(await readFields(trx, kind), typed, {})
		const name = { kind, key: await newKey(trx, kind, owner, slug) }
		const fields = kind === 'task' ? { ...parsed, slug: `task-${name.key}` } : parsed
		await assertPublishable(trx, name, ownState(name, {}), fields)
		await writeDraft(trx, name, { fields, reason, itemVersion: 0, version: 1 })
		return name
	})
}

/** The name of the category or task below which a new item comes; null for a tool. Throws not-found where there is none. */
export async function findOwnerTitle(ctx: StaffCtx, kind: ItemKind, owner: string): Promise<string | null> {
	requireStaff(ctx, 'editor')
	if (kind === 'tool') return null
	const found = await findItem(ctx, { kind: kind === 'task' ? 'category' : 'task', key: owner })
	if (!found || !isLive(found)) throw notFound('owner')
	return titleOf(found.kind, effectiveOf(found))
}
