import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { makeMember, makeExpertViewer, as } from '../questions/questions-for-test.ts'
import type { ArticleContent } from './article-schemas.ts'
import { publishArticle } from './article-approval.ts'
import { beginArticle, submitArticle } from './article-writing.ts'

/** Articles for tests, with plausible defaults. */
export const content = (values: Partial<ArticleContent> = {}): ArticleContent => ({
	title: '開業届を出す前に決めておく三つのこと',
	lead: '開業届そのものは紙一枚ですが、青色申告と屋号、消費税の三つは先に決めておくと後で慌てません。順に確かめます。',
	body: `## 青色申告にするか\n\n${'承認申請書の期限は開業から二か月以内です。'.repeat(20)}\n\n## 屋号\n\n後から変えられます。`,
	taskCategoryId: 5,
	taskIds: [503, 501],
	sources: [{ title: '国税庁', url: 'https://www.nta.go.jp/' }],
	lawAsOf: '2026-04-01',
	supervisorId: null,
	...values,
})

export const editorOf = async (ctx: Ctx): Promise<RecentStaffCtx> =>
	requireRecentStaff(as(ctx, await makeMember(ctx, ['editor'])), 'editor')

export async function submitted(ctx: Ctx, values: Partial<ArticleContent> = {}) {
	const { viewer, expertId } = await makeExpertViewer(ctx)
	const author = as(ctx, viewer)
	const { id } = await beginArticle(author)
	const { version } = await saved(submitArticle(author, id, { manuscript: content(values), version: 1 }))
	return { id, version, author, expertId, editor: await editorOf(ctx) }
}

export async function saved(promise: ReturnType<typeof submitArticle>): Promise<{ version: number }> {
	const result = await promise
	if (result.kind !== 'saved') throw new Error('it was overtaken')
	return result
}

export async function published(ctx: Ctx, slug = 'before-the-notice', values: Partial<ArticleContent> = {}) {
	const article = await submitted(ctx, values)
	const { id, version, editor } = article
	await publishArticle(editor, id, { manuscript: content(values), version, slug })
	return { ...article, slug }
}
