import { sql } from 'kysely'
import { bool, checkedSql, int4, storedJson, text, timestamptz } from '../../../platform/checked-sql.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { type Fields, type ItemKind, type ItemName, ownerOf } from '../../taxonomy/editing/item-fields.ts'
import { listItems } from '../../taxonomy/editing/item-store.ts'
import { differencesOf } from '../../taxonomy/editing/merge.ts'

export type TreeItem = ItemName & {
	title: string
	position: number
	isLive: boolean
	isRetired: boolean
	isOwn: boolean
	hasDraft: boolean
	/** When its draft is published by itself. */
	publishAt: Date | null
	/** Whether staff changed a field. */
	isChanged: boolean
	/** Fields that the content changed after staff did, or 1 where the content dropped the item. */
	differences: number
}

const selectTree = checkedSql({
	kind: text.as<ItemKind>(),
	key: text,
	title: text.nullable,
	position: int4.nullable,
	isLive: bool,
	isRetired: bool,
	isOwn: bool,
	hasDraft: bool,
	publishAt: timestamptz.nullable,
	isChanged: bool,
	isDropped: bool,
})

/** Every item and every draft of a new one, in the order of the site. */
export async function listTree(ctx: StaffCtx): Promise<TreeItem[]> {
	requireStaff(ctx, 'editor')
	const { rows } = await selectTree`
		select coalesce(i.kind, d.kind) as kind, coalesce(i.key, d.key) as key,
			coalesce(i.fields ->> 'name', i.fields ->> 'title', d.fields ->> 'name', d.fields ->> 'title', e.fields ->> 'name', e.fields ->> 'title') as title,
			coalesce(i.fields -> 'position', d.fields -> 'position')::integer as position,
			coalesce(i.retired_at is null and (i.has_content or i.is_own), false) as "isLive", i.retired_at is not null as "isRetired",
			coalesce(i.is_own, true) as "isOwn", d.key is not null as "hasDraft", d.publish_at as "publishAt",
			coalesce(not i.is_own and i.staff <> '{}', false) as "isChanged", coalesce(not i.has_content and not i.is_own, false) as "isDropped"
		from (
			select kind, key, coalesce(content, '{}') || staff as fields, content is not null as has_content, is_own, staff, retired_at, version
			from taxonomy_items
		) i
		full join taxonomy_drafts d on d.kind = i.kind and d.key = i.key
		left join lateral (
			select x.fields from taxonomy_editions x where x.kind = i.kind and x.key = i.key and x.is_live and not i.has_content order by x.version desc limit 1
		) e on true
	`.execute(ctx.db)
	const differing = new Map(
		(await listItems(ctx, { changedOnly: true })).map((state) => [`${state.kind} ${state.key}`, differencesOf(state).length]),
	)
	return rows
		.map(({ isDropped, title, position, ...row }) => ({
			...row,
			title: title ?? '（名前なし）',
			position: position ?? 0,
			differences: isDropped ? 1 : (differing.get(`${row.kind} ${row.key}`) ?? 0),
		}))
		.sort((a, b) => a.position - b.position || a.key.localeCompare(b.key, 'en', { numeric: true }))
}

/** The items below a category or task. */
export const below = (tree: readonly TreeItem[], kind: ItemKind, owner: string): TreeItem[] =>
	tree.filter(
		(item) => item.kind === kind && (kind === 'task' ? `${Math.floor(Number(item.key) / 100)}` === owner : ownerOf(item)?.key === owner),
	)

export type Edition = {
	version: number
	fields: Fields
	isLive: boolean
	source: 'content' | 'staff'
	by: string | null
	reason: string
	at: Date
}

const selectEditions = checkedSql({
	version: int4,
	fields: storedJson<Fields>(),
	isLive: bool,
	source: text.as<Edition['source']>(),
	by: text.nullable,
	reason: text,
	at: timestamptz,
})

/** How many versions the history of an item shows. */
const EDITIONS = 30

/** The newest versions of an item, newest first. */
export async function listEditions(ctx: StaffCtx, { kind, key }: ItemName): Promise<Edition[]> {
	requireStaff(ctx, 'editor')
	const { rows } = await selectEditions`
		select e.version, e.fields, e.is_live as "isLive", e.source, e.reason, e.at,
			case when e.user_id is not null then coalesce(nullif(btrim(concat(u.last_name, ' ', u.first_name)), ''), '名前のないスタッフ') end as by
		from taxonomy_editions e left join users u on u.id = e.user_id
		where e.kind = ${kind} and e.key = ${key} order by e.version desc limit ${sql.lit(EDITIONS)}
	`.execute(ctx.db)
	return rows
}
