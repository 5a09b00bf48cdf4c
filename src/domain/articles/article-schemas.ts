import { z } from 'zod'
import { sourceSchema, text } from '../questions/schemas.ts'
import { cleanLine, cleanText } from '../shared/text-input.ts'
import { articleLengths, MAX_ARTICLE_SOURCES, MAX_ARTICLE_TASKS } from './article-input.ts'

/** One schema for form and document. Messages are shown beside the field. What is unfinished may be a little longer than what is published. */
const unfinished = (what: string, max: number, clean: (typed: string) => string = cleanText) =>
	z.string().max(max, `${what}が長すぎるため保存できません。`).transform(clean)

const taskIds = z
	.array(z.int().min(101).max(9_999))
	.max(MAX_ARTICLE_TASKS, `業務は${MAX_ARTICLE_TASKS}つまで選べます。`)
	.transform((ids) => [...new Set(ids)])

const day = z.preprocess(
	(typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
	z.iso
		.date({ error: '法令の時点は「2026-04-01」のような日付で入力してください。' })
		.refine((value) => value >= '1990-01-01' && value <= '2100-01-01', '法令の時点の日付をご確認ください。')
		.nullable(),
)

const supervisorId = z.int({ error: '監修者は専門家ページの番号で入力してください。' }).min(1).max(0x7fffffff).nullable()
const version = z.int({ error: 'ページを開き直してください。' }).min(1)

/** What may be saved as a draft. */
export const manuscriptSchema = z.object({
	title: unfinished('タイトル', 200, cleanLine),
	lead: unfinished('リード文', 800),
	body: unfinished('本文', 16_000),
	taskCategoryId: z.int().min(1).max(99).nullable(),
	taskIds,
	sources: z
		.array(z.object({ title: unfinished('出典の名前', 200, cleanLine), url: unfinished('出典のURL', 500, cleanLine) }))
		.max(MAX_ARTICLE_SOURCES),
	lawAsOf: day,
	supervisorId,
})

/** What may be submitted or published. */
export const articleSchema = z.object({
	title: text('タイトル', articleLengths.title, cleanLine),
	lead: text('リード文', articleLengths.lead),
	body: text('本文', articleLengths.body),
	taskCategoryId: z.int({ error: 'カテゴリーを選んでください。' }).min(1, 'カテゴリーを選んでください。').max(99),
	taskIds: taskIds.refine((ids) => ids.length > 0, '関連する業務を1つ以上選んでください。'),
	sources: z
		.array(sourceSchema)
		.min(1, '根拠になる出典を1つ以上挙げてください。')
		.max(MAX_ARTICLE_SOURCES, `出典は${MAX_ARTICLE_SOURCES}までです。`),
	lawAsOf: day,
	supervisorId,
})
export type ArticleContent = z.output<typeof articleSchema>

export const versionSchema = z.object({ version })

export const slugSchema = z.object({
	slug: z
		.string({ error: 'URLの末尾を入力してください。' })
		.trim()
		.min(articleLengths.slug.min, `URLの末尾は${articleLengths.slug.min}文字以上で入力してください。`)
		.max(articleLengths.slug.max, `URLの末尾は${articleLengths.slug.max}文字以内で入力してください。`)
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'URLの末尾は、英小文字と数字を「-」でつないで入力してください。'),
})

export const articleReasonSchema = z.object({ reason: text('理由', articleLengths.reason) })

const field = (form: FormData, name: string): string => {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}
const wholeNumber = (value: string): number | null => (/^\d{1,9}$/.test(value.trim()) ? Number(value) : null)

/**
 * What the schemas read, from the fields title, lead, body, category, task (repeated), sourceTitle and sourceUrl (repeated
 * pairs), lawAsOf, supervisor.
 */
export function manuscriptFromForm(form: FormData) {
	const titles = form.getAll('sourceTitle').map(String)
	const urls = form.getAll('sourceUrl').map(String)
	const supervisor = field(form, 'supervisor').trim()
	return {
		title: field(form, 'title'),
		lead: field(form, 'lead'),
		body: field(form, 'body'),
		taskCategoryId: wholeNumber(field(form, 'category')),
		taskIds: form.getAll('task').flatMap((value) => (typeof value === 'string' ? (wholeNumber(value) ?? []) : [])),
		sources: urls.flatMap((url, place) => {
			const title = titles[place] ?? ''
			// An address without a name is its own name; an empty row is none.
			if (url.trim() === '' && title.trim() === '') return []
			return [{ title: title.trim() === '' ? hostOf(url) : title.trim(), url: url.trim() }]
		}),
		lawAsOf: field(form, 'lawAsOf').trim() === '' ? null : field(form, 'lawAsOf'),
		supervisorId: supervisor === '' ? null : (wholeNumber(supervisor) ?? Number.NaN),
	}
}

export const versionFromForm = (form: FormData) => ({ version: wholeNumber(field(form, 'version')) })

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url).slice(0, articleLengths.sourceTitle.max)
