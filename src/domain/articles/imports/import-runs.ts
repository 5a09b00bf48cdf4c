import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { keysetPage } from '../../shared/keyset.ts'
import type { Page } from '../../shared/paging.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { authorName, type PlannedArticle, planArticles, writeDrafts } from './article-imports.ts'
import { type ArticleOutcome, OPEN_DAYS } from './import-outcomes.ts'
import type { WxrFile } from './wxr-file.ts'

/** Imports of articles as editors see them: a file is checked first, and drafts are made when an editor has read what becomes of each. */
const PAGE = 50
/** Parameters of one statement are limited; a row has eight. */
const ROWS_PER_INSERT = 500

export type ArticleImport = {
	id: number
	fileName: string
	source: string
	checkedAt: Date
	importedAt: Date | null
	/** How many drafts it has made. */
	made: number
	counts: Record<ArticleOutcome, number>
}
export type ArticleImportRow = { position: number; title: string; outcome: ArticleOutcome; authorName: string; notes: string[] }

const subjectOf = (id: number) => `article-import:${id}`

/**
 * Plans the articles of an export and stores the plan for an editor to confirm. `fallbackEmail` names the expert who gets articles of
 * authors without an account here; '' leaves them to the editors. Returns its id. Throws `invalid` for an export without articles.
 */
export async function checkArticles(
	ctx: RecentStaffCtx,
	{ fileName, file, fallbackEmail }: { fileName: string; file: WxrFile; fallbackEmail: string },
): Promise<number> {
	const staff = requireRecentStaff(ctx, 'editor')
	return inTransaction(staff, async (trx) => {
		const planned = await planArticles(trx, file, fallbackEmail === '' ? null : fallbackEmail)
		if (planned.length === 0)
			throw new DomainError('invalid', 'no articles', {
				fields: { file: '記事が1件もないファイルです。「投稿」を含めて書き出してください。' },
			})
		await trx.db
			.deleteFrom('article_imports')
			.where('imported_at', 'is', null)
			.where('checked_at', '<', new Date(trx.now().getTime() - days(OPEN_DAYS)))
			.execute()
		const { id } = await trx.db
			.insertInto('article_imports')
			.values({
				file_name: Array.from(cleanLine(fileName)).slice(0, 200).join('') || 'ファイル',
				source: file.source,
				checked_at: trx.now(),
				imported_at: null,
				made: null,
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await insertRows(trx, id, planned)
		await recordAuditEvent(trx, { action: 'article-import.check', subject: subjectOf(id), detail: { rows: planned.length } })
		return id
	})
}

async function insertRows({ db }: Pick<Ctx, 'db'>, id: number, planned: readonly PlannedArticle[]): Promise<void> {
	const rows = planned.map((one, index) => ({
		import_id: id,
		position: index + 1,
		source_id: one.sourceId,
		title: one.title,
		outcome: one.outcome,
		author_name: authorName(one),
		notes: JSON.stringify(one.notes),
		plan: one.outcome === 'new' && one.manuscript ? JSON.stringify({ author: one.author, manuscript: one.manuscript }) : null,
	}))
	for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
		await db
			.insertInto('article_import_rows')
			.values(rows.slice(from, from + ROWS_PER_INSERT))
			.execute()
}

/**
 * Makes the drafts of a checked import, once. An article whose author is no verified expert any more is refused. Throws `conflict` where
 * nothing is left to make or it was made before.
 */
export async function confirmArticles(ctx: RecentStaffCtx, id: number): Promise<number> {
	const staff = requireRecentStaff(ctx, 'editor')
	return inTransaction(staff, async (trx) => {
		const found = await lockOpen(trx, id)
		await refuseLostAuthors(trx, id)
		const rows = await trx.db
			.selectFrom('article_import_rows')
			.select(['source_id', 'title', 'notes', 'plan'])
			.where('import_id', '=', id)
			.where('outcome', '=', 'new')
			.orderBy('position')
			.execute()
		const planned = rows.flatMap(({ source_id: sourceId, title, notes, plan }): PlannedArticle[] =>
			plan ? [{ sourceId, title, notes, outcome: 'new', author: plan.author, manuscript: plan.manuscript }] : [],
		)
		if (planned.length === 0) throw conflict('下書きにできる記事がありません。')
		const made = await writeDrafts(trx, found.source, planned)
		await trx.db.updateTable('article_imports').set({ imported_at: trx.now(), made }).where('id', '=', id).execute()
		await trx.db.updateTable('article_import_rows').set({ plan: null }).where('import_id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'article.import', subject: subjectOf(id), detail: { source: found.source, made } })
		return made
	})
}

/** Deletes a checked import with all it holds. Throws `conflict` for one whose drafts were made. */
export async function discardArticles(ctx: RecentStaffCtx, id: number): Promise<void> {
	const staff = requireRecentStaff(ctx, 'editor')
	await inTransaction(staff, async (trx) => {
		await lockOpen(trx, id)
		await trx.db.deleteFrom('article_imports').where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'article-import.discard', subject: subjectOf(id) })
	})
}

const conflict = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

async function lockOpen({ db }: Pick<Ctx, 'db'>, id: number): Promise<{ source: string }> {
	const found = await db.selectFrom('article_imports').select(['source', 'imported_at']).where('id', '=', id).forUpdate().executeTakeFirst()
	if (!found) throw notFound('import')
	if (found.imported_at !== null) throw conflict('この取り込みは、もう下書きにしました。')
	return found
}

/** Days may lie between the check and the drafts. */
async function refuseLostAuthors({ db }: Pick<Ctx, 'db'>, id: number): Promise<void> {
	await sql`
		update article_import_rows r set outcome = 'refused', plan = null,
			notes = jsonb_build_array('執筆者が、資格の確認が済んだ専門家ではなくなりました。')
		where r.import_id = ${id}::integer and r.outcome = 'new' and jsonb_typeof(r.plan -> 'author') = 'object' and not exists (
			select from experts e join users u on u.id = e.user_id and u.deleted_at is null
			where e.id = (r.plan -> 'author' ->> 'expertId')::integer and e.state = 'verified'
		)
	`.execute(db)
}

const importColumns = {
	id: int4,
	file_name: text,
	source: text,
	checked_at: timestamptz,
	imported_at: timestamptz.nullable,
	made: int4.nullable,
	new: int4,
	known: int4,
	refused: int4,
}

const selectImports = checkedSql(importColumns)

const importSql = sql`
	select i.id, i.file_name, i.source, i.checked_at, i.imported_at, i.made, c.new, c.known, c.refused
	from article_imports i, lateral (
		select count(*) filter (where outcome = 'new')::integer as new, count(*) filter (where outcome = 'known')::integer as known,
			count(*) filter (where outcome = 'refused')::integer as refused
		from article_import_rows where import_id = i.id
	) c
`

type ImportRow = {
	id: number
	file_name: string
	source: string
	checked_at: Date
	imported_at: Date | null
	made: number | null
	new: number
	known: number
	refused: number
}

const toImport = (row: ImportRow): ArticleImport => ({
	id: row.id,
	fileName: row.file_name,
	source: row.source,
	checkedAt: row.checked_at,
	importedAt: row.imported_at,
	made: row.made ?? 0,
	counts: { new: row.new, known: row.known, refused: row.refused },
})

/** The imports, newest first. */
export async function listArticleImports(ctx: StaffCtx, cursor: string | null): Promise<{ items: ArticleImport[]; page: Page }> {
	const { db } = requireStaff(ctx, 'editor')
	const keyset = keysetPage<{ id: number }>(cursor, { by: [sql`i.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await selectImports`${importSql} where ${keyset.beyond} order by ${keyset.order} limit ${keyset.limit}`.execute(db)
	const { rows: shown, page } = keyset.cut(rows)
	return { items: shown.map(toImport), page }
}

/** One import with a page of its articles, in the order of the file; of one outcome where it is given. */
export async function getArticleImport(
	ctx: StaffCtx,
	id: number,
	{ outcome, cursor }: { outcome: ArticleOutcome | null; cursor: string | null },
): Promise<{ run: ArticleImport; rows: ArticleImportRow[]; page: Page }> {
	const { db } = requireStaff(ctx, 'editor')
	const { rows: found } = await selectImports`${importSql} where i.id = ${id}::integer`.execute(db)
	if (!found[0]) throw notFound('import')
	const keyset = keysetPage<{ position: number }>(cursor, {
		by: [sql`position`],
		direction: 'asc',
		size: PAGE,
		keyOf: ({ position }) => [position],
	})
	const rows = await db
		.selectFrom('article_import_rows')
		.select(['position', 'title', 'outcome', 'author_name', 'notes'])
		.where('import_id', '=', id)
		.$if(outcome !== null, (query) => query.where('outcome', '=', outcome ?? 'new'))
		.where(keyset.beyond)
		.orderBy(keyset.order)
		.limit(keyset.limit)
		.execute()
	const { rows: shown, page } = keyset.cut(rows)
	return {
		run: toImport(found[0]),
		rows: shown.map(({ author_name, ...row }) => ({ ...row, authorName: author_name })),
		page,
	}
}
