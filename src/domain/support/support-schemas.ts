import { z } from 'zod'
import { emailSchema } from '../accounts/schemas.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import type { Viewer } from '../shared/context.ts'
import { cleanLine } from '../shared/text-input.ts'
import {
	claimants,
	outcomes,
	type SupportCategory,
	supportCategories,
	supportCategoryNames,
	supportLengths as lengths,
} from './support-input.ts'

const common = {
	senderName: text('お名前', lengths.senderName, cleanLine),
	body: text('内容', lengths.body),
	clientKey: clientKeySchema,
}
const page = (min: number) => text('ページのURL', { ...lengths.page, min }, cleanLine)

const plain = (category: Exclude<SupportCategory, 'rights' | 'privacy'>) =>
	z.object({ ...common, category: z.literal(category), page: page(0) }).transform((input) => ({ ...input, topic: null, claimant: null }))

function claim(category: 'rights' | 'privacy', pageMin: number) {
	const { topics, topicLabel } = supportCategories[category]
	return z.object({
		...common,
		category: z.literal(category),
		page: page(pageMin),
		topic: z.enum(
			topics.map(({ value }) => value),
			{ error: `${topicLabel}を選んでください。` },
		),
		claimant: z.enum(
			claimants.map(({ value }) => value),
			{ error: '申し出る方の立場を選んでください。' },
		),
	})
}

const withoutAddress = z.discriminatedUnion('category', [
	plain('usage'),
	plain('account'),
	plain('listing'),
	claim('rights', 1),
	claim('privacy', 0),
	plain('business'),
	plain('other'),
])

const fromVisitor = z.intersection(z.object({ email: emailSchema }), withoutAddress)
/** A member writes from the address of the account. One is typed only where the account has none. */
const fromMember = z.intersection(z.object({ email: emailSchema.optional() }), withoutAddress)

export type SupportRequestInput = z.output<typeof fromMember>

/** The forms of all categories. */
export const supportRequestSchema = ({ kind }: Pick<Viewer, 'kind'>): z.ZodType<SupportRequestInput> =>
	kind === 'member' ? fromMember : fromVisitor

export const supportReplySchema = z.object({ body: text('返信', lengths.reply), clientKey: clientKeySchema })
/** The same text as the desk sends it. */
export const supportDeskReplySchema = z.object({ reason: text('返信', lengths.reply) })
export const supportNoteSchema = z.object({ note: text('メモ', lengths.note) })
export const personNoteSchema = z.object({ note: text('メモ', { ...lengths.note, min: 1 }) })
/** Only of a claim is there an outcome. */
export const supportClosingSchema = z.object({
	outcome: z
		.enum(
			outcomes.map(({ value }) => value),
			{ error: '結果を選んでください。' },
		)
		.nullable()
		.default(null),
})
export const supportMoveSchema = z.object({ category: z.enum(supportCategoryNames, { error: '種類を選んでください。' }) })
