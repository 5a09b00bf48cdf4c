import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Ctx } from '../../domain/shared/context.ts'
import type { FrontEnv } from '../../http/front.ts'
import { problem, problemResponse } from '../../http/problem.ts'

/** `ctx` is set for each request by the composition. */
export type ApiEnv = { Bindings: FrontEnv; Variables: { ctx: Ctx } }

/** A part of the API. Input that does not fit its schema is answered with 400 and a message for each field. */
export function createApiPart(): OpenAPIHono<ApiEnv> {
	return new OpenAPIHono<ApiEnv>({
		defaultHook(result, c) {
			if (result.success) return
			const fields: Record<string, string> = {}
			for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
			return problemResponse(
				problem({
					status: 400,
					code: 'invalid-request',
					title: '入力内容を確認してください。',
					detail: 'The request does not fit the API',
					fields,
					requestId: c.req.header('x-request-id'),
				}),
			)
		},
	})
}

export const problemSchema = z
	.object({
		type: z.string(),
		title: z.string().describe('日本語の説明。'),
		status: z.int(),
		detail: z.string(),
		code: z.string().describe('誤りの種類。プログラムはこれを見ます。'),
		fields: z.record(z.string(), z.string()).describe('項目ごとの説明。'),
		ways: z
			.array(z.object({ label: z.string(), path: z.string() }))
			.optional()
			.describe('先へ進めるページ。法律で行えない業務のときは、行える事務所の一覧です。'),
		message: z.string(),
		requestId: z.string().optional().describe('お問い合わせの際にお知らせください。'),
	})
	.openapi('Problem')

const problemContent = (description: string) => ({ description, content: { 'application/problem+json': { schema: problemSchema } } })

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
	description,
	content: { 'application/json': { schema } },
})

/**
 * A named schema or null. `.nullable()` would lose the null wherever the name is referred to, or make the name itself
 * nullable everywhere, whichever the generator meets first.
 */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()])

export const problems = {
	badRequest: { 400: problemContent('リクエストの形が正しくありません。') },
	notFound: { 404: problemContent('見つかりません。') },
	invalid: { 422: problemContent('入力内容に誤りがあります。') },
	throttled: { 429: problemContent('回数の上限に達しました。Retry-After 秒後にお試しください。') },
}

/** An id in a path. An invalid id is not found instead of a validation error. */
export const idParam = (name: string, example = 1) =>
	z.object({
		id: z
			.string()
			.max(20)
			.transform((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0))
			.openapi({ type: 'integer', param: { name: 'id', in: 'path' }, example, description: name }),
	})

export const date = z.iso.date()
export const moment = z.iso.datetime()
