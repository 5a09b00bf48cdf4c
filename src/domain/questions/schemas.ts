import { z } from 'zod'
import { betweenFields } from '../shared/parse-input.ts'
import { containsFigures } from '../shared/figures.ts'
import { clientKeySchema } from '../shared/schemas.ts'
import { cleanLine, cleanText } from '../shared/text-input.ts'
import { countCharacters, lengths, MAX_SOURCES, MAX_TASKS } from './input.ts'
import { stages } from './types.ts'

export function text(what: string, { min, max }: { min: number; max: number }, clean: (typed: string) => string = cleanText) {
	return z
		.string({ error: `${what}を入力してください。` })
		.max(4 * max, `${what}は${max.toLocaleString('ja')}文字以内で入力してください。`)
		.transform((typed, check) => {
			const cleaned = clean(typed)
			const count = countCharacters(cleaned)
			if (count >= min && count <= max) return cleaned
			check.addIssue({
				code: 'custom',
				message:
					count === 0
						? `${what}を入力してください。`
						: count < min
							? `${what}は${min}文字以上で入力してください（いま${count}文字）。`
							: `${what}は${max.toLocaleString('ja')}文字以内で入力してください（いま${count.toLocaleString('ja')}文字）。`,
			})
			return z.NEVER
		})
}

export { clientKeySchema }

const versionSchema = z.int().min(1)

const questionFields = {
	title: text('タイトル', lengths.title, cleanLine),
	body: text('質問の内容', lengths.body),
	taskCategoryId: z.int({ error: 'カテゴリーを選んでください。' }).min(1, 'カテゴリーを選んでください。').max(99),
	taskIds: z
		.array(z.int().min(101).max(9_999))
		.max(MAX_TASKS, `業務は${MAX_TASKS}つまで選べます。`)
		.default([])
		.transform((ids) => [...new Set(ids)]),
	prefectureId: z.int().min(1).max(47).nullable().default(null),
	stage: z.enum(
		stages.map(({ value }) => value),
		{ error: '事業の段階を選んでください。' },
	),
	industry: text('業種', { min: 0, max: lengths.industry.max }, cleanLine)
		.nullable()
		.default(null)
		.transform((typed) => (typed === '' ? null : typed)),
}

export const questionSchema = z.object({ ...questionFields, isAnonymous: z.boolean().default(true), clientKey: clientKeySchema })
export type QuestionInput = z.output<typeof questionSchema>

/** Anonymity is not part of an edit: it can only be added (anonymiseQuestion), never removed. */
export const questionEditSchema = z.object({ ...questionFields, version: versionSchema })
export type QuestionEdit = z.output<typeof questionEditSchema>

export const addendumSchema = z.object({ body: text('追記', lengths.addendum) })
export type AddendumInput = z.output<typeof addendumSchema>

export const sourceSchema = z.object({
	title: text('出典の名前', lengths.sourceTitle, cleanLine),
	url: z
		.string({ error: '出典のURLを入力してください。' })
		.overwrite(cleanLine)
		.max(500, '出典のURLが長すぎます。')
		.refine(isPlainHttps, '出典のURLは https:// から始まる形で入力してください。'),
})

function isPlainHttps(value: string): boolean {
	if (!URL.canParse(value)) return false
	const url = new URL(value)
	return url.protocol === 'https:' && url.username === '' && url.password === ''
}

const answerFields = {
	body: text('回答', lengths.answer),
	sources: z.array(sourceSchema).max(MAX_SOURCES, `出典は${MAX_SOURCES}つまでです。`).default([]),
	lawAsOf: z
		.preprocess(
			(typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
			z.iso
				.date({ error: '法令の時点は「2026-04-01」のような日付で入力してください。' })
				.refine((day) => day >= '1990-01-01' && day <= '2100-01-01', '法令の時点の日付をご確認ください。')
				.nullable(),
		)
		.default(null),
}

/** Amounts, rates and periods of the law change, so an answer that states some must give their date. */
const requireLawDate = betweenFields<{ body: string; lawAsOf: string | null }>(['body', 'lawAsOf'], ({ body, lawAsOf }, report) => {
	if (lawAsOf === null && containsFigures(body))
		report('lawAsOf', '金額・割合・期限などの数字を書いた回答では、法令の時点を入力してください。')
})

export const answerSchema = z
	.object({
		...answerFields,
		/** Parts of the question's tasks that the answer covers; may be left out where the expert may do only one. */
		partIds: z.array(z.int()).max(30).default([]),
		clientKey: clientKeySchema,
	})
	.check(requireLawDate)
export type AnswerInput = z.output<typeof answerSchema>

export const answerEditSchema = z.object({ ...answerFields, version: versionSchema }).check(requireLawDate)
export type AnswerEdit = z.output<typeof answerEditSchema>

export const commentSchema = z.object({ body: text('コメント', lengths.comment), clientKey: clientKeySchema })
export type CommentInput = z.output<typeof commentSchema>

export const thanksSchema = z.object({ text: text('お礼', lengths.thanks) })

/** One task, chosen from those of a question's category. */
export const taskChoiceSchema = z.object({
	taskId: z.coerce
		.number({ error: '業務を選んでください。' })
		.int()
		.min(101, '業務を選んでください。')
		.max(9_999, '業務を選んでください。'),
})

/** A task as staff choose it, or the number of a category for a question whose task nobody knows. */
export const topicChoiceSchema = z.object({
	taskId: z.coerce.number({ error: '業務を選んでください。' }).int().min(1, '業務を選んでください。').max(9_999, '業務を選んでください。'),
})

/** The reason given by staff. */
export const reasonSchema = z.object({ reason: text('理由', lengths.reason) })

/** The form values as typed: a draft is validated only when it is posted. */
export const draftSchema = z.record(z.string().max(40), z.unknown()).refine((content) => JSON.stringify(content).length <= 24_000, {
	message: '下書きが長すぎるため保存できませんでした。',
})

const field = (form: FormData, name: string): string => {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}
const optionalField = (form: FormData, name: string): string | null => (field(form, name).trim() === '' ? null : field(form, name))
const wholeNumber = (value: string): number | undefined => (/^\d{1,9}$/.test(value) ? Number(value) : undefined)

/**
 * What `questionSchema` and `questionEditSchema` read, from the fields title, body, category, task (repeated),
 * prefecture (number), stage, industry, anonymous ('1' or absent), clientKey, version.
 */
export const questionFromForm = (form: FormData) => ({
	title: field(form, 'title'),
	body: field(form, 'body'),
	taskCategoryId: wholeNumber(field(form, 'category')),
	taskIds: form.getAll('task').flatMap((value) => (typeof value === 'string' ? (wholeNumber(value) ?? []) : [])),
	prefectureId: wholeNumber(field(form, 'prefecture')) ?? null,
	stage: field(form, 'stage'),
	industry: optionalField(form, 'industry'),
	isAnonymous: field(form, 'anonymous') === '1',
	clientKey: field(form, 'clientKey'),
	version: wholeNumber(field(form, 'version')),
})

/** What `answerSchema` and `answerEditSchema` read, from body, sourceTitle and sourceUrl (repeated pairs), lawAsOf, clientKey, version. */
export const answerFromForm = (form: FormData) => {
	const titles = form.getAll('sourceTitle').map(String)
	const urls = form.getAll('sourceUrl').map(String)
	return {
		body: field(form, 'body'),
		sources: urls.flatMap((url, place) => {
			const title = titles[place] ?? ''
			// An address without a name is its own name; an empty row is none.
			if (url.trim() === '' && title.trim() === '') return []
			return [{ title: title.trim() === '' ? hostOf(url) : title, url }]
		}),
		lawAsOf: optionalField(form, 'lawAsOf'),
		partIds: form.getAll('part').flatMap((value) => (typeof value === 'string' ? (wholeNumber(value) ?? []) : [])),
		clientKey: field(form, 'clientKey'),
		version: wholeNumber(field(form, 'version')),
	}
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url).slice(0, lengths.sourceTitle.max)
