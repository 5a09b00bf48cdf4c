import { z } from '@hono/zod-openapi'
import { questionFilters, questionOrders } from '../../domain/questions/input.ts'
import { type AnswerDetail, type QuestionDetail, type QuestionListItem, stages } from '../../domain/questions/types.ts'
import { imagePath } from '../../domain/questions/image-paths.ts'
import { plainText } from '../../domain/questions/markdown.ts'
import { prefectureSchema } from '../geography/area-schemas.ts'
import { orNull, moment } from '../shared/define.ts'
import { cursorQuery } from '../shared/v1-part.ts'
import { credentialSchema } from '../experts/expert-schemas.ts'
import { freshnessSchema } from '../taxonomy/freshness-schema.ts'

/** Questions and answers as calls return them: nothing identifies an anonymous asker or links their questions. */
const topic = z.object({ id: z.int(), name: z.string() })
const state = z.enum(['open', 'answered', 'resolved']).describe('open 回答募集中、answered 回答あり、resolved 解決済み。')
const stage = z.enum(stages.map(({ value }) => value))

export const questionItemSchema = z
	.object({
		id: z.int(),
		title: z.string(),
		excerpt: z.string(),
		state,
		taskCategory: topic,
		tasks: z.array(topic),
		prefecture: orNull(prefectureSchema),
		stage,
		askerName: z.string().describe('匿名の質問では、その質問だけの呼び名。'),
		answerCount: z.int(),
		helpfulCount: z.int(),
		viewCount: z.int(),
		askedAt: moment,
		passage: orNull(
			z.object({ from: z.enum(['question', 'answer', 'article']), parts: z.array(z.object({ text: z.string(), marked: z.boolean() })) }),
		)
			.optional()
			.describe('言葉で探したとき、その言葉がある箇所。marked が真の部分が一致した言葉です。'),
	})
	.openapi('QuestionItem')

const similarSchema = z.object({ id: z.int(), title: z.string(), state, answerCount: z.int() }).openapi('SimilarQuestion')

const answerSchema = z
	.object({
		id: z.int(),
		expert: z.object({
			id: z.int().nullable(),
			name: z.string(),
			headline: z.string(),
			portrait: z.string().nullable(),
			office: topic.nullable(),
		}),
		credentials: z.array(credentialSchema).describe('回答したときの資格。'),
		text: z.string().describe('装飾を除いた本文。'),
		sources: z.array(z.object({ title: z.string(), url: z.string() })),
		lawAsOf: z.iso.date().nullable().describe('法令の時点。'),
		notices: freshnessSchema,
		parts: z.array(z.string()).describe('回答した専門家が示した、回答が扱う業務の範囲。'),
		isBest: z.boolean(),
		helpfulCount: z.int(),
		thanks: z.object({ text: z.string(), at: moment }).nullable(),
		comments: z.array(z.object({ id: z.int(), author: z.enum(['asker', 'expert']), body: z.string(), at: moment })),
		answeredAt: moment,
		editedAt: moment.nullable(),
		version: z.int(),
	})
	.openapi('Answer')

export const questionSchema = z
	.object({
		id: z.int(),
		title: z.string(),
		body: z.string(),
		state,
		taskCategory: topic,
		tasks: z.array(topic),
		prefecture: orNull(prefectureSchema),
		stage,
		industry: z.string().nullable(),
		asker: z.object({ name: z.string(), imageUrl: z.string().nullable(), isAnonymous: z.boolean() }),
		images: z.array(z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int() })).describe('質問に添えられた画像。'),
		addenda: z.array(z.object({ id: z.int(), body: z.string(), at: moment })),
		answerCount: z.int(),
		helpfulCount: z.int(),
		viewCount: z.int(),
		askedAt: moment,
		editedAt: moment.nullable(),
		resolvedAt: moment.nullable(),
		version: z.int(),
		answers: z.array(answerSchema).describe('ベストアンサー、参考になった数の順に30件ずつ。'),
		nextCursor: z.string().nullable(),
		bestChosen: z.object({ by: z.enum(['asker', 'staff']), reason: z.string().nullable() }).nullable(),
		reserved: z
			.array(
				z.object({
					scopeId: z.int().describe('業務またはカテゴリーの番号。'),
					taskName: z.string(),
					part: z.string(),
					law: z.string(),
					professions: z.array(z.string()),
				}),
			)
			.describe('法律により資格のある人だけが回答できる業務の範囲。'),
		similar: z.array(similarSchema),
	})
	.openapi('Question')

export const listQuerySchema = z.strictObject({
	q: z.string().optional().openapi({ description: '探す言葉。', example: '確定申告 家賃' }),
	category: z.string().optional().openapi({ type: 'integer', description: '業務カテゴリーの番号。' }),
	task: z.string().optional().openapi({ type: 'integer', description: '業務の番号。' }),
	state: z.enum(questionFilters).optional().openapi({ description: '状態で絞ります。' }),
	prefecture: z.string().optional().openapi({ description: '都道府県のローマ字。', example: 'tokyo' }),
	order: z.enum(questionOrders).optional().openapi({ description: '並び順。relevance は言葉で探すときだけ。' }),
	...cursorQuery,
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Moments as ISO 8601; everything else is already what the schema says. */
export const presentItem = (item: QuestionListItem): z.input<typeof questionItemSchema> => ({
	...item,
	askedAt: item.askedAt.toISOString(),
})

function presentAnswer(answer: AnswerDetail): z.input<typeof answerSchema> {
	return {
		id: answer.id,
		expert: answer.expert,
		credentials: answer.credentials,
		text: plainText(answer.content),
		sources: answer.sources,
		lawAsOf: answer.lawAsOf,
		notices: answer.freshness,
		parts: answer.parts,
		isBest: answer.isBest,
		helpfulCount: answer.helpfulCount,
		thanks: answer.thanks && { text: answer.thanks.text, at: answer.thanks.at.toISOString() },
		comments: answer.comments.map((comment) => ({ ...comment, at: comment.at.toISOString() })),
		answeredAt: answer.answeredAt.toISOString(),
		editedAt: iso(answer.editedAt),
		version: answer.version,
	}
}

export function presentQuestion(question: QuestionDetail): z.input<typeof questionSchema> {
	return {
		id: question.id,
		title: question.title,
		body: question.body,
		state: question.state,
		taskCategory: question.taskCategory,
		tasks: question.tasks,
		prefecture: question.prefecture,
		stage: question.stage,
		industry: question.industry,
		asker: question.asker,
		images: question.images.map(({ token, alt, width, height }) => ({ path: imagePath(token, 1600), alt, width, height })),
		addenda: question.addenda.map((one) => ({ ...one, at: one.at.toISOString() })),
		answerCount: question.answerCount,
		helpfulCount: question.helpfulCount,
		viewCount: question.viewCount,
		askedAt: question.askedAt.toISOString(),
		editedAt: iso(question.editedAt),
		resolvedAt: iso(question.resolvedAt),
		version: question.version,
		answers: question.answers.map(presentAnswer),
		nextCursor: question.answersPage.next?.cursor ?? null,
		bestChosen: question.bestChosen,
		reserved: question.reserved,
		similar: question.similar,
	}
}
