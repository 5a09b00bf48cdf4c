import { z } from '@hono/zod-openapi'
import { businessRoles } from '../../domain/accounts/business-roles.ts'

const milliseconds = (description: string) => z.int().describe(`${description}（ミリ秒）。`)

export const accountUserSchema = z
	.object({
		uid: z.string(),
		email: z.string().nullable(),
		firstName: z.string(),
		lastName: z.string(),
		imageUrl: z.string().nullable(),
		taskIds: z.array(z.int()),
		categoryIds: z.array(z.int()),
		businessRole: z.enum(businessRoles.map(({ value }) => value)).nullable(),
		hasLoggedIn: z.boolean(),
		receiveEmail: z.boolean(),
		isS: z.boolean(),
		anonymize: z.boolean(),
		isExpert: z.boolean(),
		isPhoneNumberAuthenticated: z.boolean(),
		createdAt: milliseconds('登録日時'),
		updatedAt: milliseconds('更新日時').nullable(),
	})
	.openapi('AccountUser')

export const publicUserSchema = accountUserSchema
	.pick({ uid: true, firstName: true, lastName: true, imageUrl: true, isExpert: true })
	.openapi('PublicUser')

export const docIdSchema = z.string().describe('利用者の記録の番号。')

export const foundUserSchema = z.object({ user: accountUserSchema, docId: docIdSchema })

export const idTokenSchema = z
	.object({
		idToken: z.string().describe('有効期間は5分です。'),
		uid: z.string(),
		email: z.string(),
		emailVerified: z.boolean(),
		authTime: z.int().describe('ログインした時刻（秒）。'),
		expiresIn: z.int(),
	})
	.openapi('IdToken')

export const providerSchema = z.enum(['google', 'facebook', 'line'])

export const sessionEntrySchema = z
	.object({
		id: z.string(),
		current: z.boolean(),
		device: z.string().describe('ブラウザと端末の種類。'),
		provider: z.enum(['password', 'passkey', 'google', 'facebook', 'line']),
		createdAt: milliseconds('ログイン日時'),
		lastSeenAt: milliseconds('最後に使われた日時'),
		expiresAt: milliseconds('期限'),
	})
	.openapi('SessionEntry')
