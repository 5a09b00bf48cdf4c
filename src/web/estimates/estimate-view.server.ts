import { businessSizes, deliveryStateLabels, entities, requestStateLabels } from '../../domain/estimates/estimate-input.ts'
import type { Delivery, EstimateFacts } from '../../domain/estimates/estimate-reading.ts'
import { dateText, isoDay } from '../../domain/shared/japan-time.ts'
import { dueOf, momentOf } from '../format/moment.ts'

/** What was asked, as rows of a list. */
export type FactRow = { label: string; value: string }

const labelOf = (options: readonly { value: string; label: string }[], value: string | null): string =>
	options.find((option) => option.value === value)?.label ?? ''

/** What a row shows that was left open. */
export const NOT_GIVEN = '指定なし'

export function factRows(
	facts: Pick<EstimateFacts, 'areaName' | 'answers' | 'entity' | 'industry' | 'size' | 'facts' | 'budgetMax' | 'desiredOn' | 'wishes'>,
): FactRow[] {
	return [
		{ label: '地域', value: facts.areaName },
		...facts.answers.map(({ label, value, unit }) => ({ label, value: `${value}${unit}` })),
		{ label: '事業の形', value: labelOf(entities, facts.entity) },
		{ label: '業種', value: facts.industry },
		{ label: '人数', value: labelOf(businessSizes, facts.size) },
		{ label: '事業の内容', value: facts.facts },
		{ label: '予算の上限', value: facts.budgetMax === null ? '' : `${facts.budgetMax.toLocaleString('ja-JP')}円（税込）` },
		{ label: '希望の時期', value: facts.desiredOn === null ? '' : `${dateText(facts.desiredOn)}まで` },
		{ label: '希望', value: facts.wishes },
	].map(({ label, value }) => ({ label, value: value === '' ? NOT_GIVEN : value }))
}

/** A request's head, with its moments as a page tells them. */
export const viewFacts = (facts: EstimateFacts, now: Date) => ({
	id: facts.id,
	state: facts.state,
	isFromInquiry: facts.origin === 'inquiry',
	stateLabel: requestStateLabels[facts.state],
	isOpen: facts.state === 'sent' || facts.state === 'quoted',
	task: facts.task,
	mayHaveOpponents: facts.mayHaveOpponents,
	rows: facts.origin === 'inquiry' ? [{ label: '問い合わせの内容', value: facts.facts }] : factRows(facts),
	sent: momentOf(facts.sentAt, now),
	expires: dueOf(facts.expiresAt, now),
	ended: facts.endedAt === null ? null : momentOf(facts.endedAt, now),
	done: facts.doneAt === null ? null : momentOf(facts.doneAt, now),
})

/** A quote whose last day is over at `now` is marked as expired. */
export const viewDelivery = (delivery: Delivery, now: Date) => ({
	id: delivery.id,
	office: delivery.office,
	state: delivery.state,
	stateLabel: deliveryStateLabels[delivery.state],
	delivered: momentOf(delivery.deliveredAt, now),
	due: dueOf(delivery.dueAt, now),
	answered: delivery.answeredAt === null ? null : momentOf(delivery.answeredAt, now),
	declineReason: delivery.declineReason,
	isPhoneOpen: delivery.phoneOpenedAt !== null,
	change: delivery.changeRequest,
	changeAsked: delivery.changeRequestedAt === null ? null : momentOf(delivery.changeRequestedAt, now),
	isReplaced: delivery.isReplaced,
	isAccepted: delivery.isAccepted,
	contacted: delivery.contactedAt === null ? null : momentOf(delivery.contactedAt, now),
	check: delivery.check,
	quotes: delivery.quotes.map((quote) => ({
		id: quote.id,
		version: quote.version,
		lines: quote.lines,
		totals: quote.totals,
		message: quote.message,
		validUntil: dateText(quote.validUntil),
		isValid: quote.validUntil >= isoDay(now),
		created: momentOf(quote.createdAt, now),
	})),
})

export type DeliveryView = ReturnType<typeof viewDelivery>
export type QuoteView = DeliveryView['quotes'][number]
