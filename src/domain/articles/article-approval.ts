import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { articleEditorPath, articlePath } from '../shared/links.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { matchableWords, matchText } from '../../platform/text-match.ts'
import {
	checkTopics,
	manuscriptColumns,
	type ManuscriptRow,
	manuscriptShape,
	assertAllowed,
	emptyManuscript,
	factsOf,
	inOrder,
	keepRevision,
	readManuscript,
	requireLawfulHand,
	type Save,
	toManuscriptItem,
	toForEdit,
	writeManuscript,
} from './article-manuscripts.ts'
import type { ArticleContent } from './article-schemas.ts'
import { readingMinutes } from './article-input.ts'
import { tagsOf } from './article-items.ts'
import { articleText, parseArticle } from './article-markdown.ts'
import { indexArticles } from './article-search.ts'
import { canDiscardArticle } from './article-policy.ts'
import type { ManuscriptItem, ArticleForEdit, SaveResult } from './article-types.ts'

const sampleArticle = { 記事: 'はじめての確定申告' }

export const articleTexts = defineTexts('article', {
	published: ['記事を公開した', 'あなたの記事「{記事}」を公開しました。', sampleArticle],
	returned: ['記事を差し戻した', 'あなたの記事「{記事}」に、編集部から修正のお願いがあります。', sampleArticle],
	unlisted: ['記事の公開を停止した', 'あなたの記事「{記事}」の公開を停止しました。理由をご確認ください。', sampleArticle],
	relisted: ['記事の公開を再開した', 'あなたの記事「{記事}」の公開を再開しました。', sampleArticle],
})

/** The editors' side: every function takes a ctx that is known to be an editor's. */
export const articleShelves = ['submitted', 'editorial', 'returned', 'published', 'unlisted'] as const
export type ArticleShelf = (typeof articleShelves)[number]

const PAGE = 30

const onShelf: Record<ArticleShelf, RawBuilder<unknown>> = {
	submitted: sql`a.stage = 'submitted'`,
	editorial: sql`a.author = 'editor' and a.stage = 'draft'`,
	returned: sql`a.stage = 'returned'`,
	published: sql`a.published_at is not null and a.unlisted_at is null`,
	unlisted: sql`a.unlisted_at is not null`,
}

/** An expert's draft is on none. */
const onAnyShelf = sql`(${sql.join(
	articleShelves.map((shelf) => onShelf[shelf]),
	sql` or `,
)})`

/** What the index articles_letters is over. */
const manuscriptTexts = {
	table: sql`articles a`,
	id: sql`a.id`,
	text: sql`coalesce(a.manuscript ->> 'title', '') || ' ' || coalesce(a.manuscript ->> 'lead', '') || ' ' || coalesce(a.manuscript ->> 'body', '')`,
}

/**
 * A page of one shelf of articles: submitted ones with the longest wait first, all others newest first. `words` finds those of all shelves
 * whose manuscript has them all.
 */
export async function listArticleShelf(
	ctx: StaffCtx,
	shelf: ArticleShelf,
	cursorText: string | null,
	words = '',
): Promise<{ items: ManuscriptItem[]; page: Page; counts: Record<ArticleShelf, number> }> {
	const second = sql`floor(extract(epoch from coalesce(a.submitted_at, a.saved_at)))::integer`
	const page = keysetPage<{ second: number; id: number }>(cursorText, {
		by: [second, sql`a.id`],
		direction: shelf === 'submitted' && words === '' ? 'asc' : 'desc',
		size: PAGE,
		keyOf: (row) => [row.second, row.id],
	})
	const { rows } = await checkedSql({ ...manuscriptShape, second: int4 })`
		select ${manuscriptColumns}, ${second} as second from articles a left join experts e on e.id = a.expert_id
		where ${words === '' ? onShelf[shelf] : sql`${onAnyShelf} and ${await matchText(ctx.db, { ...manuscriptTexts, words: matchableWords(words) })}`}
			and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map((row) => toManuscriptItem(ctx, row)), page: cut.page, counts: await countShelves(ctx) }
}

async function countShelves(ctx: StaffCtx): Promise<Record<ArticleShelf, number>> {
	const { rows } = await checkedSql({ submitted: int4, editorial: int4, returned: int4, published: int4, unlisted: int4 })`
		select ${sql.join(articleShelves.map((shelf) => sql`count(*) filter (where ${onShelf[shelf]})::integer as ${sql.ref(shelf)}`))}
		from articles a
	`.execute(ctx.db)
	return rows[0] ?? { submitted: 0, editorial: 0, returned: 0, published: 0, unlisted: 0 }
}

/** How many wait for approval. */
export async function countSubmittedArticles(ctx: StaffCtx): Promise<number> {
	const { rows } = await checkedSql({ n: int4 })`select count(*)::integer as n from articles where stage = 'submitted'`.execute(ctx.db)
	return rows[0]?.n ?? 0
}

/** An expert's draft is private until they submit it. */
async function readForEditors(ctx: StaffCtx, id: number, options?: { lock: boolean }): Promise<ManuscriptRow> {
	const row = await readManuscript(ctx, id, options)
	if (row.author === 'expert' && row.stage === 'draft' && row.published_at === null) throw notFound('article')
	return row
}

export async function getArticleForReview(ctx: StaffCtx, id: number): Promise<ArticleForEdit> {
	return toForEdit(ctx, await readForEditors(ctx, id))
}

/** Begins an article of the editors' own. Reuses an empty one that this editor has begun. */
export async function beginEditorial(ctx: StaffCtx): Promise<{ id: number }> {
	return inTransaction(ctx, async (trx) => {
		// Serialises concurrent clicks of one person.
		await sql`select id from users where id = ${ctx.viewer.userId}::bigint for no key update`.execute(trx.db)
		const empty = await trx.db
			.selectFrom('articles')
			.select('id')
			.where('author', '=', 'editor')
			.where('author_user_id', '=', ctx.viewer.userId)
			.where('version', '=', 1)
			.where('published_at', 'is', null)
			.executeTakeFirst()
		if (empty) return empty
		const { id } = await trx.db
			.insertInto('articles')
			.values({
				author: 'editor',
				author_user_id: ctx.viewer.userId,
				expert_id: null,
				manuscript: JSON.stringify(emptyManuscript),
				saved_by: ctx.viewer.userId,
				saved_at: trx.now(),
				created_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await recordAuditEvent(trx, { action: 'article.begin', subject: `article:${id}` })
		return { id }
	})
}

/** Saves an editor's changes. The author's text stays among the revisions. */
export async function saveAsEditor(ctx: StaffCtx, id: number, save: Save): Promise<SaveResult> {
	return inTransaction(ctx, async (trx) => {
		const row = await readForEditors(trx, id, { lock: true })
		const result = await writeManuscript(trx, row, save, ctx.viewer.userId)
		// Recorded once per editing session: autosave runs every few seconds.
		if (result.kind === 'saved' && result.version !== row.version && row.saved_by !== ctx.viewer.userId)
			await recordAuditEvent(trx, { action: 'article.edit', subject: `article:${id}`, detail: { version: result.version } })
		return result
	})
}

/**
 * Publishes the text at once, or replaces the published one. The first publication fixes the address. Followers of the expert
 * are notified of a new article, not of a changed one.
 */
export async function publishArticle(
	ctx: RecentStaffCtx,
	id: number,
	{ manuscript, version, slug }: { manuscript: ArticleContent; version: number; slug: string },
): Promise<SaveResult> {
	try {
		return await inTransaction(ctx, async (trx) => {
			const row = await readForEditors(trx, id, { lock: true })
			await checkTopics(trx, manuscript, row.expert_id)
			await requireLawfulHand(trx, manuscript, row.expert_id)
			const result = await writeManuscript(trx, row, { manuscript, version }, ctx.viewer.userId)
			if (result.kind === 'overtaken') return result
			const isFirst = row.published_at === null
			// A second click changes nothing and is not recorded as an update.
			if (row.stage === 'settled' && result.version === row.version) return result
			const address = row.slug ?? slug
			if (isFirst) await refuseTakenSlug(trx, address)
			await trx.db
				.updateTable('articles')
				.set({
					stage: 'settled',
					returned_reason: null,
					submitted_at: null,
					slug: address,
					title: manuscript.title,
					lead: manuscript.lead,
					body: manuscript.body,
					task_category_id: manuscript.taskCategoryId,
					supervisor_id: manuscript.supervisorId,
					sources: JSON.stringify(manuscript.sources),
					law_as_of: manuscript.lawAsOf,
					reading_minutes: readingMinutes(articleText(parseArticle(manuscript.body))),
					...(isFirst ? { published_at: wholeSecond(trx.now()) } : { revised_at: trx.now() }),
				})
				.where('id', '=', id)
				.execute()
			await trx.db.deleteFrom('article_tasks').where('article_id', '=', id).execute()
			for (const [place, taskId] of manuscript.taskIds.entries())
				await trx.db
					.insertInto('article_tasks')
					.values({ article_id: id, position: place + 1, task_id: taskId })
					.execute()
			await indexArticles(trx, [id])
			await keepRevision(trx, id, result.version, 'published', inOrder(manuscript), ctx.viewer.userId)
			await recordAuditEvent(trx, {
				action: 'article.publish',
				subject: `article:${id}`,
				detail: { slug: address, version: result.version },
			})
			await publishTags(trx.db, tagsOf(id, row.expert_id, row.supervisor_id, manuscript.supervisorId))
			if (isFirst && row.expert_id !== null)
				await publishEvent(trx, {
					event: 'article.published',
					articleId: id,
					expertId: row.expert_id,
					title: manuscript.title,
					path: articlePath(address),
				})
			const sentence = writeText(trx.site, articleTexts.published, { 記事: manuscript.title })
			await notifyAuthor(trx, row, `published:${result.version}`, sentence, articlePath(address))
			return result
		})
	} catch (error) {
		throw isSlugClash(error) ? slugTaken() : error
	}
}

const wholeSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000)

const slugTaken = () =>
	new DomainError('invalid', 'the slug is taken', { fields: { slug: 'このURLは、ほかの記事が使っています。別の文字にしてください。' } })

async function refuseTakenSlug(ctx: StaffCtx, slug: string): Promise<void> {
	const taken = await ctx.db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst()
	if (taken) throw slugTaken()
}

/** Two editors may choose the same address in the same moment. */
const isSlugClash = (error: unknown): boolean => error instanceof Error && 'constraint' in error && error.constraint === 'articles_slug'

/** Returns a text to its author with the requested changes. */
export async function returnArticle(ctx: RecentStaffCtx, id: number, reason: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await readForEditors(trx, id, { lock: true })
		if (row.stage !== 'submitted') throw conflict('差し戻せるのは、提出された記事だけです。')
		await trx.db
			.updateTable('articles')
			.set({ stage: 'returned', returned_reason: reason, submitted_at: null })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action: 'article.return', subject: `article:${id}`, reason })
		const text = writeText(trx.site, articleTexts.returned, { 記事: row.manuscript.title })
		await notifyAuthor(trx, row, `returned:${row.version}`, text, articleEditorPath(id))
	})
}

/** Unpublishes an article: its address is then not found. */
export async function unlistArticle(ctx: RecentStaffCtx, id: number, reason: string): Promise<void> {
	await changeListing(ctx, id, { action: 'article.unlist', reason })
}

/** Publishes it again unchanged. */
export async function relistArticle(ctx: RecentStaffCtx, id: number): Promise<void> {
	await changeListing(ctx, id, { action: 'article.relist', reason: null })
}

async function changeListing(ctx: StaffCtx, id: number, { action, reason }: { action: string; reason: string | null }): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await readForEditors(trx, id, { lock: true })
		if (row.published_at === null) throw conflict('この記事はまだ公開されていません。')
		if ((row.unlisted_at !== null) === (reason !== null))
			throw conflict(reason === null ? 'この記事は公開中です。' : 'この記事の公開は停止済みです。')
		await trx.db
			.updateTable('articles')
			.set({ unlisted_at: reason === null ? null : trx.now(), unlisted_reason: reason })
			.where('id', '=', id)
			.execute()
		await recordAuditEvent(trx, { action, subject: `article:${id}`, ...(reason === null ? {} : { reason }) })
		await publishTags(trx.db, tagsOf(id, row.expert_id, row.supervisor_id))
		const text = writeText(trx.site, reason === null ? articleTexts.relisted : articleTexts.unlisted, { 記事: row.title ?? '' })
		await notifyAuthor(trx, row, `${action}:${trx.now().getTime()}`, text, articleEditorPath(id))
	})
}

/** Notifies the expert of a decision on their article; editors' own articles notify no one. */
async function notifyAuthor(ctx: StaffCtx, row: ManuscriptRow, occasion: string, text: string, path: string): Promise<void> {
	if (row.author !== 'expert' || row.author_user_id === null) return
	await publishEvent(ctx, {
		event: 'notice',
		kind: 'article-decision',
		userId: row.author_user_id,
		subject: `article:${row.id}:${occasion}`,
		text,
		path,
	})
}

/** Deletes an editors' article that was never published. */
export async function discardEditorial(ctx: RecentStaffCtx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await readForEditors(trx, id, { lock: true })
		if (row.author !== 'editor') throw conflict('専門家の記事は、書いた専門家だけが削除できます。')
		assertAllowed(canDiscardArticle(ctx.viewer, factsOf(trx, row)))
		await trx.db.deleteFrom('articles').where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'article.discard', subject: `article:${id}` })
	})
}

const conflict = (message: string) =>
	new DomainError('conflict', 'refused by the state', { code: 'article/state', fields: { form: message } })
