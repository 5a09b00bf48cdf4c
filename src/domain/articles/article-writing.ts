import { sql } from 'kysely'
import { checkedSql } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { assertSwitchedOn } from '../shared/switches.ts'
import {
	checkTopics,
	manuscriptColumns,
	type ManuscriptRow,
	manuscriptShape,
	assertAllowed,
	emptyManuscript,
	factsOf,
	keepRevision,
	readManuscript,
	type Save,
	toManuscriptItem,
	toForEdit,
	writeManuscript,
} from './article-manuscripts.ts'
import type { ArticleContent } from './article-schemas.ts'
import { canDiscardArticle, canSaveArticle, canSubmitArticle, canWithdrawArticle, canWriteArticles } from './article-policy.ts'
import type { ManuscriptItem, ArticleForEdit, SaveResult } from './article-types.ts'

/** Unpublished articles that one expert may have at a time. */
const MAX_UNPUBLISHED = 30
const PAGE = 20

async function readOwnExpert(ctx: Ctx): Promise<{ id: number; isVerified: boolean } | null> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db.selectFrom('experts').select(['id', 'state']).where('user_id', '=', userId).executeTakeFirst()
	return row ? { id: row.id, isVerified: row.state === 'verified' } : null
}

/** Begins an article. Reuses an existing empty one, so that a second click creates no second article. */
export async function beginArticle(ctx: Ctx): Promise<{ id: number }> {
	const { userId } = requirePoster(ctx)
	return inTransaction(ctx, async (trx) => {
		// Serialises concurrent clicks of one person.
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(trx.db)
		const expert = await readOwnExpert(trx)
		assertAllowed(canWriteArticles(ctx.viewer, expert))
		const rows = await trx.db
			.selectFrom('articles')
			.select(['id', 'version'])
			.where('author_user_id', '=', userId)
			.where('author', '=', 'expert')
			.where('published_at', 'is', null)
			.execute()
		const empty = rows.find((row) => row.version === 1)
		if (empty) return { id: empty.id }
		if (rows.length >= MAX_UNPUBLISHED)
			throw new DomainError('conflict', 'too many unpublished articles', {
				code: 'article/limit',
				fields: { form: `公開していない記事は${MAX_UNPUBLISHED}件までです。使わない下書きを削除してください。` },
			})
		return trx.db
			.insertInto('articles')
			.values({
				author: 'expert',
				author_user_id: userId,
				expert_id: expert?.id ?? null,
				manuscript: JSON.stringify(emptyManuscript),
				saved_by: userId,
				saved_at: trx.now(),
				created_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	})
}

/** The viewer's own articles, the newest first, and whether they may write any. One that was begun and never saved is left out. */
export async function listMyArticles(
	ctx: Ctx,
	cursorText: string | null,
): Promise<{ items: ManuscriptItem[]; page: Page; write: ReturnType<typeof canWriteArticles> }> {
	const { userId } = requireMember(ctx)
	const page = keysetPage<{ id: number }>(cursorText, { by: [sql`a.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await checkedSql(manuscriptShape)`
		select ${manuscriptColumns} from articles a left join experts e on e.id = a.expert_id
		where a.author_user_id = ${userId}::bigint and a.author = 'expert' and a.version > 1
			and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		items: cut.rows.map((row) => toManuscriptItem(ctx, row)),
		page: cut.page,
		write: canWriteArticles(ctx.viewer, await readOwnExpert(ctx)),
	}
}

/** Returns the viewer's article. Throws not-found for another's, so that its existence is not revealed. */
async function readOwn(ctx: Ctx, id: number, options?: { lock: boolean }): Promise<ManuscriptRow> {
	requireMember(ctx)
	const row = await readManuscript(ctx, id, options)
	if (!factsOf(ctx, row).isAuthor) throw notFound('article')
	return row
}

/** The viewer's own article as its form opens. Throws not-found for anyone else. */
export async function getOwnArticle(ctx: Ctx, id: number): Promise<ArticleForEdit> {
	return toForEdit(ctx, await readOwn(ctx, id))
}

/** Who checked an article is for editors to say: an author's save leaves it as it is. */
const asAuthor = (row: ManuscriptRow, { manuscript, version }: Save): Save => ({
	manuscript: { ...manuscript, supervisorId: row.manuscript.supervisorId },
	version,
})

/** Saves the text as it is, finished or not. */
export async function saveOwnArticle(ctx: Ctx, id: number, save: Save): Promise<SaveResult> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const row = await readOwn(trx, id, { lock: true })
		assertAllowed(canSaveArticle(ctx.viewer, factsOf(trx, row)))
		return writeManuscript(trx, row, asAuthor(row, save), userId)
	})
}

/** Saves the text and submits it to the editors. The published version stays until they decide. */
export async function submitArticle(ctx: Ctx, id: number, save: { manuscript: ArticleContent; version: number }): Promise<SaveResult> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const row = await readOwn(trx, id, { lock: true })
		assertAllowed(canWriteArticles(ctx.viewer, await readOwnExpert(trx)))
		assertAllowed(canSubmitArticle(ctx.viewer, factsOf(trx, row)))
		const { manuscript, version } = asAuthor(row, save)
		await checkTopics(trx, manuscript, row.expert_id)
		const result = await writeManuscript(trx, row, { manuscript, version }, userId)
		if (result.kind === 'overtaken') return result
		await keepRevision(trx, id, result.version, 'submitted', manuscript, userId)
		await trx.db
			.updateTable('articles')
			.set({ stage: 'submitted', submitted_at: trx.now(), returned_reason: null })
			.where('id', '=', id)
			.execute()
		return result
	})
}

/** Withdraws the submission so that the author can continue. */
export async function withdrawArticle(ctx: Ctx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await readOwn(trx, id, { lock: true })
		assertAllowed(canWithdrawArticle(ctx.viewer, factsOf(trx, row)))
		await trx.db.updateTable('articles').set({ stage: 'draft', submitted_at: null }).where('id', '=', id).execute()
	})
}

/** Deletes an article that was never published. */
export async function discardArticle(ctx: Ctx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await readOwn(trx, id, { lock: true })
		assertAllowed(canDiscardArticle(ctx.viewer, factsOf(trx, row)))
		await trx.db.deleteFrom('articles').where('id', '=', id).execute()
	})
}
