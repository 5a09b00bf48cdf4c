import { sql } from 'kysely'
import { checkedSql, date, int4, type RowOf, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'

const PAGE = 20

/** Fewer cases than this are a thin page: it is shown, but not offered to search engines. */
export const INDEXED_CASES = 3

/** Published tasks, and the cases `k` of theirs that anybody may read. */
const published = sql`office_cases k join tasks t on t.id = k.task_id and t.published_at is not null and k.listed`

/** How many cases each task has, in the order of the taxonomy; tasks without one are missing. */
export async function countCases(ctx: Pick<Ctx, 'db'>): Promise<{ taskId: number; taskName: string; count: number }[]> {
	const { rows } = await checkedSql({ task_id: int4, task_name: text, count: int4 })`
		select t.id::integer as task_id, t.name as task_name, count(*)::integer as count from ${published}
		group by t.id order by t.task_category_id, t.position, t.id
	`.execute(ctx.db)
	return rows.map(({ task_id: taskId, task_name: taskName, count }) => ({ taskId, taskName, count }))
}

const selectCases = checkedSql({
	id: int4,
	title: text,
	client: text,
	body: text,
	consented_on: date,
	office_id: int4,
	office_name: text,
	place: text,
})

export type PublishedCase = {
	id: number
	title: string
	client: string
	body: string
	/** When the client agreed to the publication. */
	consentedOn: string
	office: { id: number; name: string; place: string }
}

/** A page of the cases of a task, those entered last first. */
export async function listCases(
	ctx: Pick<Ctx, 'db'>,
	taskId: number,
	cursor: string | null,
): Promise<{ cases: PublishedCase[]; page: Page }> {
	const page = keysetPage<RowOf<typeof selectCases>>(cursor, {
		by: [sql`k.id`],
		direction: 'desc',
		size: PAGE,
		keyOf: ({ id }) => [id],
	})
	const { rows } = await selectCases`
		select k.id, k.title, k.client, k.body, k.consented_on, o.id as office_id, o.name as office_name, p.name || m.name as place
		from ${published} join offices o on o.id = k.office_id
		join municipalities m on m.id = o.municipality_id join prefectures p on p.id = m.prefecture_id
		where k.task_id = ${taskId}::smallint and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		cases: cut.rows.map(({ id, title, client, body, consented_on: consentedOn, ...office }) => ({
			id,
			title,
			client,
			body,
			consentedOn,
			office: { id: office.office_id, name: office.office_name, place: office.place },
		})),
		page: cut.page,
	}
}
