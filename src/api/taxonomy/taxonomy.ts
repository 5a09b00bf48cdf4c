import { createRoute, z } from '@hono/zod-openapi'
import { findTask, listTasks } from '../../domain/taxonomy/tasks.ts'
import { findTaskCategory, listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { idParam, json, problems } from '../shared/define.ts'
import { createV1Part, noQuery, publicRead, refusedRead } from '../shared/v1-part.ts'
import { categorySchema, categorySummarySchema, taskSchema, taskSummarySchema } from './taxonomy-schemas.ts'

const tags = ['業務']

/** Categories and tasks. The calls of the specification (tasks.ts) keep their own addresses and forms. */
export const taxonomyV1 = createV1Part()

taxonomyV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/taxonomy/categories',
		...publicRead('listTaskCategories'),
		tags,
		summary: '業務カテゴリーの一覧',
		description: 'カテゴリーごとに、扱う業務のいずれかを受ける掲載中の事務所の数を添えて返します。',
		request: { query: noQuery },
		responses: { 200: json(z.array(categorySummarySchema), '表示の順。'), ...refusedRead },
	}),
	async (c) => c.json(await listTaskCategories(c.var.ctx), 200),
)

taxonomyV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/taxonomy/categories/{id}',
		...publicRead('getTaskCategory'),
		tags,
		summary: '業務カテゴリーと、その業務',
		description: 'カテゴリーの説明と、公開している業務を返します。',
		request: { params: idParam('カテゴリーの番号'), query: noQuery },
		responses: { 200: json(categorySchema, 'カテゴリー。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => {
		const category = await findTaskCategory(c.var.ctx, c.req.valid('param').id)
		if (!category) throw notFound('category')
		return c.json(category, 200)
	},
)

taxonomyV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/taxonomy/tasks',
		...publicRead('listTasks'),
		tags,
		summary: '業務の一覧',
		description: '公開している業務を、扱える資格、独占業務とする法律、料金の目安とともに返します。',
		request: {
			query: z.strictObject({
				category: z
					.string()
					.regex(/^[1-9]\d{0,3}$/, 'カテゴリーの番号を指定してください。')
					.transform(Number)
					.optional()
					.openapi({ type: 'integer', description: 'このカテゴリーの業務に絞ります。', example: 5 }),
			}),
		},
		responses: { 200: json(z.array(taskSummarySchema), '業務の一覧。'), ...refusedRead },
	}),
	async (c) => {
		const { category } = c.req.valid('query')
		return c.json(await listTasks(c.var.ctx, category === undefined ? {} : { taskCategoryId: category }), 200)
	},
)

taxonomyV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/taxonomy/tasks/{id}',
		...publicRead('getTask'),
		tags,
		summary: '業務の詳細',
		description: '業務の説明、期間、必要な書類、よくある質問、利用例、関連するツールを返します。',
		request: { params: idParam('業務の番号', 501), query: noQuery },
		responses: { 200: json(taskSchema, '業務。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => {
		const task = await findTask(c.var.ctx, c.req.valid('param').id)
		if (!task) throw notFound('task')
		return c.json(task, 200)
	},
)
