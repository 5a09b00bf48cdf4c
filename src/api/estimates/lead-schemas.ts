import { z } from '@hono/zod-openapi'
import type { Lead, LeadListItem } from '../../domain/estimates/estimate-leads.ts'
import { entities, businessSizes } from '../../domain/estimates/estimate-input.ts'
import { taxRates } from '../../domain/estimates/estimate-quote.ts'
import { date, moment } from '../shared/define.ts'

const deliveryState = z
	.enum(['delivered', 'viewed', 'quoted', 'declined', 'timed_out'])
	.describe('delivered 未読、viewed 既読、quoted 見積もり済み、declined 辞退、timed_out 期限切れ。')
const requestState = z
	.enum(['draft', 'email_verified', 'sent', 'quoted', 'accepted', 'cancelled', 'expired'])
	.describe('依頼全体の状態。accepted は、いずれかの事務所に決まったことを表します。')

export const leadItemSchema = z
	.object({
		id: z.int(),
		state: deliveryState,
		requestState,
		isAccepted: z.boolean().describe('この事務所が選ばれたか。'),
		isChangeAsked: z.boolean().describe('見積もりの変更を頼まれているか。'),
		officeName: z.string(),
		taskName: z.string(),
		areaName: z.string(),
		deliveredAt: moment,
		dueAt: moment.describe('回答の期限。'),
	})
	.openapi('LeadItem')

const lineSchema = z.object({
	name: z.string(),
	quantity: z.number(),
	unit: z.string(),
	unitPrice: z.number().describe('税抜の円。'),
	taxRate: z.literal(taxRates).openapi({ type: 'integer', enum: [...taxRates] }),
})

const quoteSchema = z
	.object({
		id: z.int(),
		version: z.int(),
		lines: z.array(lineSchema),
		subtotal: z.number(),
		tax: z.number(),
		expenses: z.number().describe('実費（税の対象外）。'),
		total: z.number().describe('税込の合計。'),
		validUntil: date,
		message: z.string(),
		createdAt: moment,
	})
	.openapi('Quote')

export const leadSchema = z
	.object({
		id: z.int(),
		office: z.object({ id: z.int(), name: z.string() }),
		state: deliveryState,
		requestState,
		isOpen: z.boolean().describe('まだ回答できるか。'),
		isAccepted: z.boolean(),
		task: z.object({ id: z.int(), name: z.string() }),
		areaName: z.string(),
		entity: z.enum(entities.map(({ value }) => value)).nullable(),
		industry: z.string(),
		size: z.enum(businessSizes.map(({ value }) => value)).nullable(),
		facts: z.string().describe('事業の内容。'),
		answers: z.array(z.object({ key: z.string(), label: z.string(), value: z.string(), unit: z.string() })),
		budgetMax: z.number().nullable(),
		desiredOn: date.nullable(),
		wishes: z.string(),
		contact: z
			.object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
			.describe('メールアドレスは選ばれた事務所にだけ、電話番号は依頼者が公開した場合にだけ入ります。'),
		opponent: z.string().describe('利益相反の確認のために知らされた相手方の名前。なければ空です。'),
		conflictCheck: z.enum(['asked', 'disclosed', 'clear', 'conflict', 'withdrawn']).nullable(),
		changeRequest: z.string().nullable(),
		declineReason: z.string().nullable(),
		deliveredAt: moment,
		dueAt: moment,
		answeredAt: moment.nullable(),
		contactedAt: moment.nullable(),
		doneAt: moment.nullable(),
		quotes: z.array(quoteSchema).describe('新しい版から。'),
	})
	.openapi('Lead')

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

export const presentLeadItem = (item: LeadListItem): z.input<typeof leadItemSchema> => ({
	id: item.id,
	state: item.state,
	requestState: item.requestState,
	isAccepted: item.isAccepted,
	isChangeAsked: item.isChangeAsked,
	officeName: item.officeName,
	taskName: item.taskName,
	areaName: item.areaName,
	deliveredAt: iso(item.deliveredAt),
	dueAt: iso(item.dueAt),
})

export function presentLead({ facts, contact, opponent, delivery, isOpen }: Lead): z.input<typeof leadSchema> {
	return {
		id: delivery.id,
		office: delivery.office,
		state: delivery.state,
		requestState: facts.state,
		isOpen,
		isAccepted: delivery.isAccepted,
		task: facts.task,
		areaName: facts.areaName,
		entity: facts.entity,
		industry: facts.industry,
		size: facts.size,
		facts: facts.facts,
		answers: facts.answers,
		budgetMax: facts.budgetMax,
		desiredOn: facts.desiredOn,
		wishes: facts.wishes,
		contact,
		opponent,
		conflictCheck: delivery.check,
		changeRequest: delivery.changeRequest,
		declineReason: delivery.declineReason,
		deliveredAt: iso(delivery.deliveredAt),
		dueAt: iso(delivery.dueAt),
		answeredAt: isoOrNull(delivery.answeredAt),
		contactedAt: isoOrNull(delivery.contactedAt),
		doneAt: isoOrNull(facts.doneAt),
		quotes: delivery.quotes.map(({ id, version, lines, totals, validUntil, message, createdAt }) => ({
			id,
			version,
			lines: [...lines],
			subtotal: totals.subtotal,
			tax: totals.tax,
			expenses: totals.expenses,
			total: totals.total,
			validUntil,
			message,
			createdAt: iso(createdAt),
		})),
	}
}

/** A quote as programs send it: numbers, where the form has typed texts. */
export const newQuoteSchema = z
	.strictObject({
		lines: z.array(
			z.strictObject({
				name: z.string(),
				quantity: z.number(),
				unit: z.string(),
				unitPrice: z.number().describe('税抜の円。値引きは負の数。'),
				taxRate: z.int().openapi({ enum: [...taxRates] }),
			}),
		),
		expenses: z.number().default(0).describe('実費（税の対象外）。'),
		validUntil: date,
		message: z.string(),
		clientKey: z.string().describe('同じ見積もりを二度送らないための、16〜64文字の英数字。送り直すときは同じ値にします。'),
	})
	.openapi('NewQuote')

/** What the rules of the form take. */
export const toQuoteForm = ({ lines, expenses, ...rest }: z.output<typeof newQuoteSchema>) => ({
	...rest,
	expenses: String(expenses),
	lines: lines.map(({ quantity, unitPrice, taxRate, ...line }) => ({
		...line,
		quantity: String(quantity),
		unitPrice: String(unitPrice),
		taxRate: String(taxRate),
	})),
})
