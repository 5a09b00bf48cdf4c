import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import type { Ctx } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { makeMember, makeExpertViewer, as, refusal } from '../questions/questions-for-test.ts'
import { content, editorOf, published, saved, submitted } from './articles-for-test.ts'
import { parseInput } from '../shared/parse-input.ts'
import { exportFromMedia } from './article-export.ts'
import { type ArticleContent, articleSchema } from './article-schemas.ts'
import { articleSearch, emptyArticleQuery, parseArticleQuery } from './article-input.ts'
import { withdrawFromMedia } from './article-leaving.ts'
import { listArticles, listArticleSitemapEntries, listNewestArticles } from './article-list.ts'
import { getArticle } from './article-page.ts'
import { searchArticles } from './article-search.ts'
import {
	beginEditorial,
	discardEditorial,
	getArticleForReview,
	listArticleShelf,
	publishArticle,
	relistArticle,
	returnArticle,
	saveAsEditor,
	unlistArticle,
} from './article-approval.ts'
import type { Manuscript } from './article-types.ts'
import {
	beginArticle,
	discardArticle,
	getOwnArticle,
	listMyArticles,
	saveOwnArticle,
	submitArticle,
	withdrawArticle,
} from './article-writing.ts'

const slugs = async (ctx: Ctx, query = emptyArticleQuery) => (await listArticles(ctx, query)).items.map(({ slug }) => slug)

describe('an expert’s article', () => {
	test('goes from draft through the editors’ hands to the site', () =>
		withCtx(async (ctx) => {
			const { id, version, author, expertId, editor } = await submitted(ctx)
			expect((await listArticleShelf(editor, 'submitted', null)).items.map((item) => item.id)).toEqual([id])
			await returnArticle(editor, id, '期限の根拠を足してください。')
			expect(await getOwnArticle(author, id)).toMatchObject({ stage: 'returned', returnedReason: '期限の根拠を足してください。' })
			const again = content({ title: '開業届を出す前に決めておく四つのこと' })
			const next = await saved(submitArticle(author, id, { manuscript: again, version }))
			await publishArticle(editor, id, { manuscript: again, version: next.version, slug: 'before-the-notice' })
			const article = await getArticle(ctx, 'before-the-notice')
			expect(article).toMatchObject({ title: again.title, author: { kind: 'expert', expertId }, lawAsOf: '2026-04-01', revisedAt: null })
			expect(article.tasks.map((task) => task.id)).toEqual([503, 501])
			expect(article.chapters.map(({ text }) => text)).toEqual(['青色申告にするか', '屋号'])
			expect(await slugs(ctx)).toEqual(['before-the-notice'])
			expect((await listArticleSitemapEntries(ctx, null)).entries.map(({ path }) => path)).toEqual(['/articles/before-the-notice'])
			const acts = await ctx.db.selectFrom('audit_log').select(['action']).where('subject', '=', `article:${id}`).orderBy('id').execute()
			expect(acts.map(({ action }) => action)).toEqual(['article.return', 'article.publish'])
			const events = await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()
			expect(events.map(({ event }) => event)).toContainEqual({
				event: 'article.published',
				articleId: id,
				expertId,
				title: again.title,
				path: '/articles/before-the-notice',
			})
			// The author is notified of each decision.
			const pages = events.flatMap(({ event }) => (event.event === 'notice' ? `${event.kind} ${event.path}` : []))
			expect(pages).toEqual([`article-decision /mypage/articles/${id}`, 'article-decision /articles/before-the-notice'])
		}))

	test('notifies followers once, and not of a later version', () =>
		withCtx(async (ctx) => {
			const { id, editor, author, slug } = await published(ctx)
			const current = await getOwnArticle(author, id)
			const manuscript = content({ lead: `${content().lead}2026年の改正も加えました。` })
			const { version } = await saved(submitArticle(author, id, { manuscript, version: current.version }))
			expect((await getArticle(ctx, slug)).lead).toBe(content().lead)
			await publishArticle(editor, id, { manuscript, version, slug: 'another-address' })
			const article = await getArticle(ctx, slug)
			expect(article.lead).toBe(manuscript.lead)
			expect(article.revisedAt).not.toBeNull()
			const { rows } = await sql<{ n: number }>`
				select count(*)::integer as n from pending_events where event ->> 'event' = 'article.published'
			`.execute(ctx.db)
			expect(rows[0]?.n).toBe(1)
			const occasions = (await getOwnArticle(author, id)).revisions.map(({ occasion }) => occasion)
			expect(occasions).toEqual(['published', 'submitted', 'published', 'submitted'])
		}))

	test('may be saved unfinished, but not submitted', () =>
		withCtx(async (ctx) => {
			const { viewer } = await makeExpertViewer(ctx)
			const author = as(ctx, viewer)
			const { id } = await beginArticle(author)
			expect(await beginArticle(author)).toEqual({ id })
			// Begun and never saved: nothing that the author would have to delete.
			expect((await listMyArticles(author, null)).items).toEqual([])
			const draft: Manuscript = { ...content(), title: '途中', body: '', taskCategoryId: null }
			expect(await saveOwnArticle(author, id, { manuscript: draft, version: 1 })).toEqual({ kind: 'saved', version: 2 })
			expect((await getOwnArticle(author, id)).manuscript).toMatchObject({ title: '途中' })
			expect(() => parseInput(articleSchema, draft)).toThrow('the form has errors')
			expect((await beginArticle(author)).id).not.toBe(id)
		}))

	test('is not to be seen or changed by another expert, a member or an editor while it is a draft', () =>
		withCtx(async (ctx) => {
			const { viewer } = await makeExpertViewer(ctx)
			const { id } = await beginArticle(as(ctx, viewer))
			const other = as(ctx, (await makeExpertViewer(ctx)).viewer)
			const member = as(ctx, await makeMember(ctx))
			expect(await refusal(getOwnArticle(other, id))).toBe('not-found')
			expect(await refusal(saveOwnArticle(member, id, { manuscript: content(), version: 1 }))).toBe('not-found')
			expect(await refusal(discardArticle(other, id))).toBe('not-found')
			expect(await refusal(getArticleForReview(await editorOf(ctx), id))).toBe('not-found')
			expect(await refusal(beginArticle(member))).toBe('article/not-expert')
			expect(await refusal(beginArticle(ctx))).toBe('unauthenticated')
		}))

	test('is read-only while it waits for approval, unless it is withdrawn', () =>
		withCtx(async (ctx) => {
			const { id, version, author } = await submitted(ctx)
			expect(await refusal(saveOwnArticle(author, id, { manuscript: content({ lawAsOf: null }), version }))).toBe('article/turn')
			expect(await refusal(discardArticle(author, id))).toBe('article/turn')
			await withdrawArticle(author, id)
			expect(await saveOwnArticle(author, id, { manuscript: content({ lawAsOf: null }), version })).toMatchObject({ kind: 'saved' })
			await discardArticle(author, id)
			expect((await listMyArticles(author, null)).items).toEqual([])
		}))

	test('edited in two windows: the older one saves nothing and is shown the newer text', () =>
		withCtx(async (ctx) => {
			const { viewer } = await makeExpertViewer(ctx)
			const author = as(ctx, viewer)
			const { id } = await beginArticle(author)
			await saveOwnArticle(author, id, { manuscript: content(), version: 1 })
			const late = await saveOwnArticle(author, id, { manuscript: content({ title: '別の画面で書いていた題名です' }), version: 1 })
			expect(late).toMatchObject({ kind: 'overtaken', current: { version: 2, manuscript: { title: content().title } } })
			expect((await getOwnArticle(author, id)).manuscript.title).toBe(content().title)
		}))

	test('an editor’s change leaves the author’s text among the revisions, and authors cannot name a supervisor', () =>
		withCtx(async (ctx) => {
			const { id, version, editor, author } = await submitted(ctx, { supervisorId: await makeExpert(ctx) })
			expect((await getOwnArticle(author, id)).manuscript.supervisorId).toBeNull()
			await saveAsEditor(editor, id, { manuscript: content({ title: '編集部が直した題名です。十文字' }), version })
			const { revisions, stage } = await getArticleForReview(editor, id)
			expect(revisions[0]).toMatchObject({ occasion: 'replaced', title: content().title })
			expect(stage).toBe('submitted')
		}))
})

describe('editors', () => {
	test('take an article off the site and put it back', () =>
		withCtx(async (ctx) => {
			const { id, editor, slug, expertId } = await published(ctx)
			await unlistArticle(editor, id, '内容を確認しています。')
			expect(await refusal(getArticle(ctx, slug))).toBe('not-found')
			expect(await slugs(ctx)).toEqual([])
			expect(await listNewestArticles(ctx, { limit: 3, expertIds: [expertId] })).toEqual([])
			expect(await refusal(unlistArticle(editor, id, '内容を確認しています。'))).toBe('article/state')
			await relistArticle(editor, id)
			expect(await slugs(ctx)).toEqual([slug])
		}))

	test('write themselves, with a supervisor, under the site’s name', () =>
		withCtx(async (ctx) => {
			const editor = await editorOf(ctx)
			const supervisorId = await makeExpert(ctx)
			const { id } = await beginEditorial(editor)
			expect(await beginEditorial(editor)).toEqual({ id })
			const manuscript = content({ supervisorId })
			await publishArticle(editor, id, { manuscript, version: 1, slug: 'by-editors' })
			await publishArticle(editor, id, { manuscript, version: 2, slug: 'by-editors' })
			expect((await getArticle(ctx, 'by-editors')).revisedAt).toBeNull()
			const article = await getArticle(ctx, 'by-editors')
			expect(article.author).toEqual({ kind: 'editor', name: 'しるべ編集部', expertId: null })
			expect(article.supervisorCard?.id).toBe(supervisorId)
			expect(await refusal(discardEditorial(editor, id))).toBe('article/already')
		}))

	test('name as supervisor only who may do a part of the tasks, and the page says which', () =>
		withCtx(async (ctx) => {
			const editor = await editorOf(ctx)
			const { id } = await beginEditorial(editor)
			const publish = (values: Partial<ArticleContent>, version: number) =>
				publishArticle(editor, id, { manuscript: content(values), version, slug: 'supervised' })
			const sentence = async (promise: Promise<unknown>) => {
				const error = await promise.catch((thrown: unknown) => thrown)
				return isDomainError(error) ? error.fields['supervisorId'] : undefined
			}
			const taxAccountant = await makeExpert(ctx)
			const scrivener = await makeExpert(ctx, { professions: ['gyoseishoshi'], taskIds: [702] })
			// 遺産分割 is reserved in every part, none of them to 税理士; it needs a supervisor.
			expect(await sentence(publish({ taskCategoryId: 11, taskIds: [1103], supervisorId: taxAccountant }, 1))).toContain(
				'監修者になれません',
			)
			expect(await sentence(publish({ taskCategoryId: 11, taskIds: [1103], supervisorId: null }, 1))).toContain(
				'行政書士、司法書士、弁護士',
			)
			await publish({ taskCategoryId: 7, taskIds: [702], supervisorId: scrivener }, 1)
			expect(await getArticle(ctx, 'supervised')).toMatchObject({
				supervisorCard: { id: scrivener },
				supervisedParts: ['契約書作成：合意した内容の契約書の作成'],
			})
			// A credential given up afterwards no longer supervises.
			await ctx.db.deleteFrom('expert_tasks').where('expert_id', '=', scrivener).execute()
			await ctx.db.deleteFrom('expert_credentials').where('expert_id', '=', scrivener).execute()
			expect(await getArticle(ctx, 'supervised')).toMatchObject({ supervisorCard: null, supervisedParts: null })
			expect(await listNewestArticles(ctx, { limit: 3, expertIds: [scrivener] })).toEqual([])
			await expect(
				inSavepoint(ctx, async (trx) => {
					await trx.db.updateTable('articles').set({ supervisor_id: taxAccountant }).where('id', '=', id).execute()
					await sql`set constraints all immediate`.execute(trx.db)
				}),
			).rejects.toMatchObject({ constraint: 'articles_lawful' })
		}))

	test('give each article a unique address, and refuse an unknown topic', () =>
		withCtx(async (ctx) => {
			await published(ctx, 'taken')
			const { id, version, editor } = await submitted(ctx)
			const fieldsOf = async (promise: Promise<unknown>) => {
				const error = await promise.catch((thrown: unknown) => thrown)
				return isDomainError(error) ? Object.keys(error.fields) : []
			}
			expect(await fieldsOf(publishArticle(editor, id, { manuscript: content(), version, slug: 'taken' }))).toEqual(['slug'])
			const unknown = content({ taskCategoryId: 77, taskIds: [999], supervisorId: 999_999 })
			expect(await fieldsOf(publishArticle(editor, id, { manuscript: unknown, version, slug: 'free' }))).toEqual([
				'taskCategoryId',
				'taskIds',
				'supervisorId',
			])
		}))
})

describe('the list', () => {
	test('goes through all articles once in pages, by category and task', () =>
		withCtx(async (ctx) => {
			const editor = await editorOf(ctx)
			const supervisorId = await makeExpert(ctx, { professions: ['sharoushi'], taskIds: [601] })
			const taxAccountantId = await makeExpert(ctx)
			for (let n = 0; n < 23; n++) {
				const moment = { ...editor, now: () => new Date(ctx.now().getTime() + Math.floor(n / 2) * 1000 + n) }
				const { id } = await beginEditorial(moment)
				const values = n % 5 === 0 ? { taskCategoryId: 6, taskIds: [601], supervisorId } : { supervisorId: taxAccountantId }
				await publishArticle(moment, id, { manuscript: content(values), version: 1, slug: `article-${n}` })
			}
			// By the address of each page, which is read again as a visitor's would be.
			const open = (cursor: string | null = null) =>
				listArticles(ctx, parseArticleQuery(new URLSearchParams(articleSearch({ ...emptyArticleQuery, cursor }))))
			const first = await open()
			const second = await open(first.page.next?.cursor)
			const all = [...first.items, ...second.items].map(({ slug }) => slug)
			expect(all).toEqual(Array.from({ length: 23 }, (_, n) => `article-${22 - n}`))
			const back = await open(second.page.previous?.cursor)
			expect(back.items).toEqual(first.items)
			expect(await slugs(ctx, { ...emptyArticleQuery, categoryId: 6 })).toHaveLength(5)
			expect(await slugs(ctx, { ...emptyArticleQuery, taskId: 601 })).toHaveLength(5)
			expect(await refusal(listArticles(ctx, { ...emptyArticleQuery, taskId: 9_998 }))).toBe('not-found')
			for (const slug of ['no-such-article', 'a\0b', '../admin', 'x'.repeat(500), ''])
				expect(await refusal(getArticle(ctx, slug))).toBe('not-found')
		}))
})

test('the search finds articles by their text, with the passage, and none that was taken off the site', () =>
	withCtx(async (ctx) => {
		const { id, editor } = await published(ctx, 'before-the-notice', {
			body: `## 帳簿\n\n${'減価償却の耐用年数は資産ごとに違います。'.repeat(20)}`,
		})
		const { items, count } = await searchArticles(ctx, '耐用年数', { limit: 10 })
		expect(count).toBe(1)
		expect(items[0]).toMatchObject({ slug: 'before-the-notice', passage: { from: 'article' } })
		expect(items[0]?.passage.parts.some(({ marked, text }) => marked && text.includes('耐用'))).toBe(true)
		await unlistArticle(editor, id, '内容を確認するため。')
		expect((await searchArticles(ctx, '耐用年数', { limit: 10 })).items).toEqual([])
	}))

describe('leaving', () => {
	test('deletes drafts and anonymises published articles', () =>
		withCtx(async (ctx) => {
			const user = await makeUser(ctx, { isExpert: true })
			const { id, author, slug, expertId } = await published(ctx)
			const { version } = await getOwnArticle(author, id)
			await saveOwnArticle(author, id, { manuscript: content({ title: 'まだ公開していない書きかけの題名' }), version })
			await beginArticle(author)
			const leaver = { id: author.viewer.kind === 'member' ? author.viewer.userId : user.id }
			const exported = (await exportFromMedia(ctx, leaver)) as { articles: { page: string | null; earlierVersions: unknown[] }[] }
			expect(exported.articles.map(({ page }) => page)).toEqual([`https://shirube.example/articles/${slug}`, null])
			expect(exported.articles[0]?.earlierVersions).toHaveLength(2)
			await withdrawFromMedia(ctx, leaver)
			await ctx.db.deleteFrom('experts').where('id', '=', expertId).execute()
			expect((await getArticle(ctx, slug)).author).toEqual({ kind: 'expert', name: '退会した専門家', expertId: null })
			const left = await ctx.db.selectFrom('articles').select(['author_user_id', 'stage', 'manuscript']).execute()
			expect(left).toMatchObject([{ author_user_id: null, stage: 'settled', manuscript: { title: content().title } }])
			expect(JSON.stringify(left)).not.toContain('書きかけ')
		}))
})
