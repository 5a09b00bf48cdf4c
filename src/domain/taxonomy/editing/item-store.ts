import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { bool, checkedSql, int4, storedJson, text, timestamptz } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import type { Fields, ItemKind, ItemName } from './item-fields.ts'
import { type LiveItem, writeItems } from './item-writing.ts'
import { type ContentItem, effectiveOf, isLive, type ItemState, withContent } from './merge.ts'

type Db = Pick<Ctx, 'db'>

const selectItems = checkedSql({
	kind: text.as<ItemKind>(),
	key: text,
	content: storedJson<Fields>().nullable,
	staff: storedJson<Fields>(),
	base: storedJson<Fields>(),
	isOwn: bool,
	retiredAt: timestamptz.nullable,
	version: int4,
})

const columns = sql`kind, key, content, staff, base, is_own as "isOwn", retired_at as "retiredAt", version`

/** All items, live or not, or those of the content in which staff set a field. */
export async function listItems({ db }: Db, { changedOnly = false } = {}): Promise<ItemState[]> {
	const { rows } = await selectItems`
		select ${columns} from taxonomy_items where ${changedOnly ? sql`staff <> '{}' and content is not null` : sql`true`} order by kind, key
	`.execute(db)
	return rows
}

/** One item, locked to the end of the transaction if asked; null where there is none. */
export async function findItem({ db }: Db, { kind, key }: ItemName, { locks = false } = {}): Promise<ItemState | null> {
	const { rows } = await selectItems`
		select ${columns} from taxonomy_items where kind = ${kind} and key = ${key} ${locks ? sql`for update` : sql``}
	`.execute(db)
	return rows[0] ?? null
}

export const liveItemOf = (state: ItemState): LiveItem => ({
	kind: state.kind,
	key: state.key,
	fields: effectiveOf(state),
	isLive: isLive(state),
})

/** Who made a version of an item, and why. */
export type EditionSource = { source: 'content' } | { source: 'staff'; userId: string; reason: string }

/**
 * Stores states of items, and a version of each whose fields or presence changed. Does not write to the tables of the site.
 * Returns the states with their versions.
 */
export async function storeItems(
	{ db, now }: Pick<Ctx, 'db' | 'now'>,
	changes: readonly { before: ItemState | null; after: ItemState }[],
	edition: EditionSource,
): Promise<ItemState[]> {
	if (changes.length === 0) return []
	const stored = changes.map(({ before, after }) => {
		const isNew = before === null || !isDeepStrictEqual(effectiveOf(before), effectiveOf(after)) || isLive(before) !== isLive(after)
		return { isNew, state: { ...after, version: before === null ? 1 : before.version + (isNew ? 1 : 0) } }
	})
	const at = now()
	const rows = stored.map(({ state }) => ({ ...state, is_own: state.isOwn, retired_at: state.retiredAt }))
	await sql`
		insert into taxonomy_items (kind, key, content, staff, base, is_own, retired_at, version, changed_at)
		select r.kind, r.key, nullif(r.content, 'null'::jsonb), r.staff, r.base, r.is_own, r.retired_at, r.version, ${at}::timestamptz
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
			as r(kind text, key text, content jsonb, staff jsonb, base jsonb, is_own boolean, retired_at timestamptz, version int)
		on conflict (kind, key) do update set content = excluded.content, staff = excluded.staff, base = excluded.base, is_own = excluded.is_own,
			retired_at = excluded.retired_at, version = excluded.version, changed_at = excluded.changed_at
	`.execute(db)
	const editions = stored
		.filter(({ isNew }) => isNew)
		.map(({ state }) => ({ kind: state.kind, key: state.key, version: state.version, fields: effectiveOf(state), is_live: isLive(state) }))
	const by = edition.source === 'staff' ? edition : { userId: null, reason: '' }
	await sql`
		insert into taxonomy_editions (kind, key, version, fields, is_live, source, user_id, reason, at)
		select r.kind, r.key, r.version, r.fields, r.is_live, ${edition.source}, ${by.userId}::bigint, ${by.reason}, ${at}::timestamptz
		from jsonb_to_recordset(${JSON.stringify(editions)}::jsonb) as r(kind text, key text, version int, fields jsonb, is_live boolean)
	`.execute(db)
	return stored.map(({ state }) => state)
}

const emptyState = ({ kind, key }: ItemName): ItemState => ({
	kind,
	key,
	content: null,
	staff: {},
	base: {},
	isOwn: false,
	retiredAt: null,
	version: 0,
})

/** A state of an item that staff make. */
export const ownState = (name: ItemName, fields: Fields): ItemState => ({ ...emptyState(name), staff: fields, isOwn: true })

/**
 * Brings the repository's content into the database, in the caller's transaction: merges it with what staff changed and writes
 * the result to the tables that the site reads. What neither has any longer leaves the site; what staff set is never lost.
 */
export async function reconcileContent(ctx: Pick<Ctx, 'db' | 'now'>, content: readonly ContentItem[]): Promise<void> {
	const nameOf = ({ kind, key }: ItemName) => `${kind} ${key}`
	const known = new Map((await listItems(ctx)).map((state) => [nameOf(state), state]))
	const named = new Set(content.map(nameOf))
	const changes = [
		...content.map((item) => {
			const before = known.get(nameOf(item)) ?? null
			return { before, after: withContent(before ?? emptyState(item), item.fields) }
		}),
		...[...known.values()].filter((state) => !named.has(nameOf(state))).map((before) => ({ before, after: withContent(before, null) })),
	]
	const items = (await storeItems(ctx, changes, { source: 'content' })).map(liveItemOf)
	await writeItems(ctx, items)
	await removeStrays(ctx, items)
}

/** Removes rows that no item stands behind; a task is unpublished, since offices may still refer to it. */
async function removeStrays({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const live = (kind: ItemKind) => items.filter((item) => item.kind === kind && item.isLive).map(({ key }) => key)
	await sql`update tasks set published_at = null where id <> all (${live('task')}::integer[]) and published_at is not null`.execute(db)
	await sql`delete from task_parts where id <> all (${live('part')}::integer[])`.execute(db)
	await sql`delete from use_cases where task_id || '/' || position <> all (${live('useCase')}::text[])`.execute(db)
	await sql`delete from tools where slug <> all (${live('tool')}::text[])`.execute(db)
}
