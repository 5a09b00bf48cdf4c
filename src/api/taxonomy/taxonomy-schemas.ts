import { z } from '@hono/zod-openapi'
import { professions } from '../../domain/taxonomy/attributes.ts'

export const professionSchema = z
	.object({
		id: z.literal(professions.map(({ id }) => id)).openapi({ type: 'integer', enum: professions.map(({ id }) => id) }),
		slug: z.enum(professions.map(({ slug }) => slug)),
		name: z.enum(professions.map(({ name }) => name)),
		shortName: z.enum(professions.map(({ shortName }) => shortName)),
	})
	.openapi('Profession')

export const feeBasisSchema = z
	.enum(['per_case', 'monthly', 'hourly', 'percentage'])
	.describe('金額の単位。percentage は対象額に対する％、ほかは税込の円。')

export const categorySummarySchema = z
	.object({
		id: z.int(),
		slug: z.string(),
		name: z.string(),
		kana: z.string(),
		summary: z.string(),
		officeCount: z.int().describe('いずれかの業務を扱う、掲載中の事務所の数。'),
	})
	.openapi('TaskCategorySummary')

export const taskSummarySchema = z
	.object({
		id: z.int(),
		taskCategoryId: z.int(),
		taskCategoryName: z.string(),
		slug: z.string(),
		name: z.string(),
		kana: z.string(),
		summary: z.string(),
		professions: z.array(professionSchema).describe('扱うことのできる資格。'),
		exclusiveLaw: z.string().nullable().describe('独占業務とする法律。'),
		fee: z.object({ basis: feeBasisSchema, min: z.number(), max: z.number(), note: z.string() }),
		officeCount: z.int(),
	})
	.openapi('TaskSummary')

export const categorySchema = categorySummarySchema
	.extend({ body: z.array(z.string()), synonyms: z.array(z.string()), tasks: z.array(taskSummarySchema) })
	.openapi('TaskCategory')

export const useCaseSchema = z
	.object({
		id: z.int(),
		taskId: z.int(),
		taskName: z.string(),
		title: z.string(),
		persona: z.string(),
		before: z.string(),
		after: z.string(),
		days: z.int(),
		cost: z.int().describe('税込の円。'),
	})
	.openapi('TaskUseCase')

export const toolSummarySchema = z
	.object({
		id: z.int(),
		slug: z.string(),
		name: z.string(),
		kind: z.enum(['public', 'saas', 'calculator', 'template']),
		url: z.string().nullable(),
		priceNote: z.string(),
		summary: z.string(),
		advertised: z.boolean().describe('広告として掲載しているか。'),
		checkedOn: z.string().describe('内容を確認した日（YYYY-MM-DD）。'),
	})
	.openapi('ToolSummary')

export const taskSchema = taskSummarySchema
	.extend({
		synonyms: z.array(z.string()),
		body: z.array(z.string()),
		leadTime: z.string(),
		documents: z.array(z.string()),
		faq: z.array(z.object({ question: z.string(), answer: z.string() })),
		validUntil: z.string().nullable().describe('制度が年ごとに変わる場合、この内容の有効期限（YYYY-MM-DD）。'),
		useCases: z.array(useCaseSchema),
		tools: z.array(toolSummarySchema),
	})
	.openapi('Task')
