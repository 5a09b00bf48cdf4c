import { type ArticleBlock, parseArticle } from '../articles/article-markdown.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import type { QuestionImage } from '../questions/image-paths.ts'
import { type Block, parseMarkdown } from '../questions/markdown.ts'
import { addendaOfQuestion, imagesColumn, imagesOfQuestion } from '../questions/question-items.ts'
import { addendaColumn } from '../questions/thread.ts'
import type { AnswerSource } from '../questions/types.ts'
import type { Review } from '../reviews/types.ts'
import type { Subject } from './input.ts'

/** What a reader of the site sees of a subject, so that staff judge the same thing. */
export type SubjectPreview =
	| { kind: 'question'; body: string; images: QuestionImage[]; addenda: { id: number; body: string }[] }
	| { kind: 'answer'; blocks: Block[]; sources: AnswerSource[]; lawAsOf: string | null }
	| { kind: 'review'; review: Omit<Review, 'id'> }
	| { kind: 'article'; lead: string; blocks: ArticleBlock[] }

/**
 * The preview of a subject for moderators, hidden subjects included; null for one that is gone, that waits for its author's address, or
 * that has a text without form. The images of a hidden question are served to moderators alone (`readImageFile`).
 */
export async function readSubjectPreview(ctx: StaffCtx, { kind, id }: Subject): Promise<SubjectPreview | null> {
	requireStaff(ctx, 'moderator')
	if (kind === 'question') return previewQuestion(ctx, id)
	if (kind === 'answer') return previewAnswer(ctx, id)
	if (kind === 'review') return previewReview(ctx, id)
	return kind === 'article' ? previewArticle(ctx, id) : null
}

async function previewQuestion(ctx: StaffCtx, id: number): Promise<SubjectPreview | null> {
	const { rows } = await checkedSql({ body: text, images: imagesColumn, addenda: addendaColumn })`
		select q.body, ${imagesOfQuestion} as images, ${addendaOfQuestion} as addenda
		from questions q where q.id = ${id}::integer and q.deleted_at is null and q.awaits_address_since is null
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return null
	const addenda = (row.addenda ?? []).map((addendum) => ({ id: addendum.id, body: addendum.body }))
	return { kind: 'question', body: row.body, images: row.images ?? [], addenda }
}

async function previewAnswer(ctx: StaffCtx, id: number): Promise<SubjectPreview | null> {
	const row = await ctx.db
		.selectFrom('answers as a')
		.innerJoin('questions as q', 'q.id', 'a.question_id')
		.select(['a.body', 'a.sources', 'a.law_as_of'])
		.where('a.id', '=', id)
		.where('q.deleted_at', 'is', null)
		.executeTakeFirst()
	return row ? { kind: 'answer', blocks: parseMarkdown(row.body), sources: row.sources, lawAsOf: row.law_as_of } : null
}

async function previewReview(ctx: StaffCtx, id: number): Promise<SubjectPreview | null> {
	const row = await ctx.db
		.selectFrom('reviews as r')
		.leftJoin('tasks as t', 't.id', 'r.task_id')
		.select(['r.stars', 'r.body', 'r.persona', 'r.received', 't.name', 'r.created_at', 'r.reply', 'r.replied_at'])
		.where('r.id', '=', id)
		.executeTakeFirst()
	if (!row) return null
	const { name: taskName, created_at: createdAt, replied_at: repliedAt, ...review } = row
	return { kind: 'review', review: { ...review, taskName, createdAt, repliedAt } }
}

async function previewArticle(ctx: StaffCtx, id: number): Promise<SubjectPreview | null> {
	const row = await ctx.db
		.selectFrom('articles')
		.select(['lead', 'body'])
		.where('id', '=', id)
		.where('published_at', 'is not', null)
		.executeTakeFirst()
	return row ? { kind: 'article', lead: row.lead ?? '', blocks: parseArticle(row.body ?? '') } : null
}
