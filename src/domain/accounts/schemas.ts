import { z } from 'zod'
import { cleanLine } from '../shared/text-input.ts'
import { businessRoles } from './business-roles.ts'
import { normaliseEmail } from './email-address.ts'
import { PASSWORD_MAX } from './sign-in/password-rules.ts'

/** One schema for form, call and API document. Messages are shown beside the field. */
export const emailSchema = z
	.string({ error: 'メールアドレスを入力してください。' })
	.max(320, 'メールアドレスが長すぎます。')
	.transform((typed, check) => {
		const email = normaliseEmail(typed)
		if (email !== null) return email
		check.addIssue({
			code: 'custom',
			message: typed.trim() === '' ? 'メールアドレスを入力してください。' : 'メールアドレスの形をご確認ください。',
		})
		return z.NEVER
	})

/** A password to check: any that could ever have been set. */
export const givenPasswordSchema = z
	.string({ error: 'パスワードを入力してください。' })
	.min(1, 'パスワードを入力してください。')
	.max(4 * PASSWORD_MAX, 'パスワードが長すぎます。')

/** A new password; its rules are the domain's (password-rules.ts). */
export const newPasswordSchema = givenPasswordSchema

export const oobCodeSchema = z.string({ error: 'リンクが正しくありません。' }).max(200, 'リンクが正しくありません。')

/** An id of a `bigint` column: a string, because a number would lose digits. */
export const longIdSchema = z.string().regex(/^[1-9]\d{0,17}$/)

const nameSchema = (what: string) => z.string().overwrite(cleanLine).max(100, `${what}は100文字以内で入力してください。`)
const idListSchema = z.array(z.int().min(1).max(9_999)).max(100)

/** The listed fields of a user; every other field is dropped. */
export const userChangeSchema = z.object({
	firstName: nameSchema('名').optional(),
	lastName: nameSchema('姓').optional(),
	receiveEmail: z.boolean().optional(),
	anonymize: z.boolean().optional(),
	taskIds: idListSchema.optional(),
	categoryIds: idListSchema.optional(),
	businessRole: z
		.enum(businessRoles.map(({ value }) => value))
		.nullable()
		.optional(),
})

/** What a sign-up form may say of a new user; values of a wrong type are dropped so that a client can send its record as it is. */
export const newUserSchema = z.object({
	firstName: nameSchema('名').optional().catch(undefined),
	lastName: nameSchema('姓').optional().catch(undefined),
})

export const categoryChoiceSchema = z.array(z.int().min(1).max(99)).max(99)
