import { createRoute, z } from '@hono/zod-openapi'
import { findTask, listTasks, listUseCases } from '../../domain/taxonomy/tasks.ts'
import { findTaskCategory, listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { createApiPart, idParam, json, problems } from '../shared/define.ts'
import { categorySchema, categorySummarySchema, taskSchema, taskSummarySchema, useCaseSchema } from './taxonomy-schemas.ts'

const tags = ['業務']

/** The calls on categories, tasks and use cases (spec section 7). */
export const tasksApi = createApiPart()

tasksApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/task/category',
		tags,
		summary: '業務カテゴリーの一覧',
		description: 'カテゴリーの番号と内容の組を、表示の順に返します。',
		responses: { 200: json(z.array(z.tuple([z.int(), categorySummarySchema])), '番号と内容の組の一覧。') },
	}),
	async (c) => {
		const categories = await listTaskCategories(c.var.ctx)
		return c.json(
			categories.map((category): [number, typeof category] => [category.id, category]),
			200,
		)
	},
)

tasksApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/task/category/{id}',
		tags,
		summary: '業務カテゴリーと、その業務',
		request: { params: idParam('カテゴリーの番号') },
		responses: { 200: json(categorySchema, 'カテゴリー。'), ...problems.notFound },
	}),
	async (c) => {
		const category = await findTaskCategory(c.var.ctx, c.req.valid('param').id)
		if (!category) throw notFound('category')
		return c.json(category, 200)
	},
)

tasksApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/task/usecase',
		tags,
		summary: '業務の利用例の一覧',
		responses: { 200: json(z.array(useCaseSchema), '利用例の一覧。') },
	}),
	async (c) => c.json(await listUseCases(c.var.ctx), 200),
)

tasksApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/task',
		tags,
		summary: '業務の一覧',
		request: {
			query: z.object({
				taskCategoryId: z
					.string()
					.regex(/^[1-9]\d{0,3}$/, 'カテゴリーの番号を指定してください。')
					.transform(Number)
					.optional()
					.openapi({ type: 'integer', description: 'このカテゴリーの業務に絞ります。', example: 5 }),
			}),
		},
		responses: { 200: json(z.array(taskSummarySchema), '業務の一覧。'), ...problems.badRequest },
	}),
	async (c) => c.json(await listTasks(c.var.ctx, c.req.valid('query')), 200),
)

tasksApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/task/{id}',
		tags,
		summary: '業務の詳細',
		request: { params: idParam('業務の番号', 501) },
		responses: { 200: json(taskSchema, '業務。'), ...problems.notFound },
	}),
	async (c) => {
		const task = await findTask(c.var.ctx, c.req.valid('param').id)
		if (!task) throw notFound('task')
		return c.json(task, 200)
	},
)
