import { createRoute, z } from '@hono/zod-openapi'
import { addFavourite, editFavourite, listFavourites, removeFavourite } from '../../domain/social/favourites.ts'
import { follow, listFollowers, listFollows, unfollow } from '../../domain/social/follows.ts'
import { favouriteEditSchema, favouriteSchema, favouriteTargetSchema, followSchema } from '../../domain/social/schemas.ts'
import { favouriteKinds, followNotifies } from '../../domain/social/types.ts'
import { createAccountsPart, csrfTokenField, jsonBody, refusals, done, isDone, writeProblems } from '../shared/accounts-part.ts'
import { idParam, json, problems, moment } from '../shared/define.ts'

const tags = ['フォロー・お気に入り']
const pageQuery = z.object({ page: z.string().max(40).optional().openapi({ description: '前の応答の nextCursor。' }) })

/** Whom one follows and what one keeps: seen by nobody else. */
export const socialApi = createAccountsPart(['/api/follow', '/api/follow/*', '/api/follower', '/api/favorite', '/api/favorite/*'])

socialApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/follow',
		tags,
		summary: 'フォローしている専門家',
		request: { query: pageQuery },
		responses: {
			200: json(
				z.object({
					total: z.int(),
					items: z.array(
						z.object({
							expert: z.object({ id: z.int(), name: z.string(), headline: z.string() }),
							notify: z.enum(followNotifies),
							followedAt: moment,
							newestAnswers: z.array(z.object({ answerId: z.int(), questionId: z.int(), questionTitle: z.string(), answeredAt: moment })),
						}),
					),
					nextCursor: z.string().nullable(),
				}),
				'フォローした順の新しいものから20件ずつ。',
			),
			...problems.badRequest,
			...refusals.unauthenticated,
		},
	}),
	async (c) => {
		const list = await listFollows(c.var.ctx, c.req.valid('query').page ?? null)
		const items = list.items.map(({ expert, notify, followedAt, newestAnswers }) => ({
			expert: { id: expert.id, name: expert.name, headline: expert.headline },
			notify,
			followedAt: followedAt.toISOString(),
			newestAnswers: newestAnswers.map((one) => ({ ...one, answeredAt: one.answeredAt.toISOString() })),
		}))
		return c.json({ total: list.total, items, nextCursor: list.page.next?.cursor ?? null }, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/follow/{id}',
		tags,
		summary: '専門家をフォローする',
		request: { params: idParam('専門家の番号'), body: jsonBody(followSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, 'フォローしました。'), ...writeProblems },
	}),
	async (c) => {
		await follow(c.var.ctx, c.req.valid('param').id, c.req.valid('json').notify)
		return c.json(isDone, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'delete',
		path: '/api/follow/{id}',
		tags,
		summary: 'フォローをやめる',
		request: { params: idParam('専門家の番号') },
		responses: { 200: json(done, 'フォローをやめました。'), ...refusals.unauthenticated },
	}),
	async (c) => {
		await unfollow(c.var.ctx, c.req.valid('param').id)
		return c.json(isDone, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/follower',
		tags,
		summary: '自分のフォロワー',
		description: '専門家だけが見られます。',
		request: { query: pageQuery },
		responses: {
			200: json(
				z.object({
					total: z.int(),
					items: z.array(z.object({ name: z.string(), imageUrl: z.string().nullable(), followedAt: moment })),
					nextCursor: z.string().nullable(),
				}),
				'新しいものから20件ずつ。',
			),
			...problems.badRequest,
			...refusals.unauthenticated,
			...refusals.forbidden,
		},
	}),
	async (c) => {
		const list = await listFollowers(c.var.ctx, c.req.valid('query').page ?? null)
		const items = list.items.map((one) => ({ ...one, followedAt: one.followedAt.toISOString() }))
		return c.json({ total: list.total, items, nextCursor: list.page.next?.cursor ?? null }, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/favorite',
		tags,
		summary: 'お気に入り',
		request: {
			query: pageQuery.extend({
				folder: z.string().max(120).optional().openapi({ description: 'フォルダーの名前で絞ります。' }),
				kind: z.enum(favouriteKinds).optional().openapi({ description: '種類で絞ります。' }),
			}),
		},
		responses: {
			200: json(
				z.object({
					total: z.int(),
					used: z.int().describe('全部の件数。500件まで。'),
					folders: z.array(z.object({ name: z.string(), count: z.int() })),
					items: z.array(
						z.object({
							id: z.int(),
							kind: z.enum(favouriteKinds),
							targetId: z.int(),
							title: z.string(),
							detail: z.string(),
							path: z.string(),
							folder: z.string(),
							memo: z.string(),
							createdAt: moment,
							isAvailable: z.boolean(),
						}),
					),
					nextCursor: z.string().nullable(),
				}),
				'新しいものから20件ずつ。',
			),
			...problems.badRequest,
			...refusals.unauthenticated,
		},
	}),
	async (c) => {
		const { folder = null, kind = null, page = null } = c.req.valid('query')
		const list = await listFavourites(c.var.ctx, { folder, kind, cursor: page })
		const items = list.items.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }))
		const { total, used, folders } = list
		return c.json({ total, used, folders, items, nextCursor: list.page.next?.cursor ?? null }, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/favorite',
		tags,
		summary: 'お気に入りに加える',
		description: 'すでにあれば、フォルダーとメモだけを変えます。',
		request: { body: jsonBody(favouriteSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, '加えました。'), ...writeProblems },
	}),
	async (c) => {
		const { kind, targetId, folder, memo } = c.req.valid('json')
		await addFavourite(c.var.ctx, { kind, targetId, ...(folder === undefined ? {} : { folder }), ...(memo === undefined ? {} : { memo }) })
		return c.json(isDone, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'delete',
		path: '/api/favorite',
		tags,
		summary: 'お気に入りから外す',
		request: { body: jsonBody(favouriteTargetSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, '外しました。'), ...problems.badRequest, ...refusals.unauthenticated },
	}),
	async (c) => {
		await removeFavourite(c.var.ctx, c.req.valid('json'))
		return c.json(isDone, 200)
	},
)

socialApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/favorite/{id}',
		tags,
		summary: 'フォルダーとメモを変える',
		request: { params: idParam('お気に入りの番号'), body: jsonBody(favouriteEditSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, '変えました。'), ...writeProblems },
	}),
	async (c) => {
		await editFavourite(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
		return c.json(isDone, 200)
	},
)
