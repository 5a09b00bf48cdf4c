import { dunningWords } from './billing-labels.ts'
import { checkedSql, date, int4, int8, text } from '../../platform/checked-sql.ts'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { mail } from '../accounts/mails.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { addDays, dateText, isoDay } from '../shared/japan-time.ts'
import { invoicePath } from '../shared/links.ts'
import { PAST_DUE_DAYS } from './billing-days.ts'
import type { DunningInput } from './billing-schemas.ts'
import { invoiceNumber } from './invoice-number.ts'
import { yen } from '../shared/yen.ts'

export type DunningStep = { id: number; daysAfterDue: number; subject: string; body: string }

const unknownWord = (text: string): string | undefined =>
	[...text.matchAll(/\{([^{}]*)\}/g)].map(([, word = '']) => word).find((word) => !dunningWords.some((known) => known === word))

const selectDue = checkedSql({
	invoice_id: int4,
	step_id: int4,
	user_id: int8,
	year: int4,
	number: int4,
	open: int4,
	due_on: date,
	addressee: text,
	subject: text,
	body: text,
})

/** Sends each step once for each unpaid invoice; when several are due, only the last. Returns how many mails were sent. */
export async function sendDunningMails(ctx: Ctx): Promise<number> {
	const today = isoDay(ctx.now())
	const { rows } = await selectDue`
		select distinct on (i.id) i.id as invoice_id, d.id as step_id, i.user_id, i.year, i.number,
			i.total - i.paid_amount - i.credited_amount as open, i.due_on, i.addressee, d.subject, d.body
		from invoices i
		join dunning_steps d on i.due_on + d.days_after_due <= ${today}::date
		where i.kind = 'invoice' and i.paid_amount + i.credited_amount < i.total and i.due_on >= ${addDays(today, -PAST_DUE_DAYS)}::date
			and i.issued_on < ${today}::date
			and not exists (
				select from dunning_mails m join dunning_steps later on later.id = m.step_id
				where m.invoice_id = i.id and later.days_after_due >= d.days_after_due
			)
		order by i.id, d.days_after_due desc
	`.execute(ctx.db)
	for (const row of rows)
		await inTransaction(ctx, async (trx) => {
			const made = await trx.db
				.insertInto('dunning_mails')
				.values({ invoice_id: row.invoice_id, step_id: row.step_id, sent_at: trx.now() })
				.onConflict((conflict) => conflict.doNothing())
				.returning('invoice_id')
				.executeTakeFirst()
			if (!made) return
			const words: Record<(typeof dunningWords)[number], string> = {
				宛名: row.addressee,
				請求番号: invoiceNumber({ kind: 'invoice', year: row.year, number: row.number }),
				金額: yen(row.open),
				期限: dateText(row.due_on),
				終了日: dateText(addDays(row.due_on, PAST_DUE_DAYS)),
			}
			const fill = (template: string) =>
				template.replaceAll(/\{([^{}]*)\}/g, (all, word: string) => (words as Record<string, string>)[word] ?? all)
			const subject = fill(row.subject)
			await sendServiceMail(
				trx,
				row.user_id,
				mail(trx.site, {
					subject,
					heading: subject,
					body: fill(row.body).split(/\n+/),
					button: { label: '請求書を見る', url: `${trx.site.publicUrl}${invoicePath(row.invoice_id)}` },
				}),
			)
		})
	return rows.length
}

export async function listDunningSteps({ db }: StaffCtx): Promise<DunningStep[]> {
	return db
		.selectFrom('dunning_steps')
		.select(['id', 'days_after_due as daysAfterDue', 'subject', 'body'])
		.orderBy('days_after_due')
		.execute()
}

/** Writes a step, or adds one (target 0). Throws `invalid` for unknown placeholders and for a day that another step has. */
export async function saveDunningStep(ctx: RecentStaffCtx, { targetId, daysAfterDue, subject, body }: DunningInput): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	for (const [field, text] of [
		['subject', subject],
		['body', body],
	] as const) {
		const word = unknownWord(text)
		if (word !== undefined)
			throw new DomainError('invalid', 'an unknown word', {
				fields: { [field]: `{${word}} は使えません。使えるのは ${dunningWords.map((known) => `{${known}}`).join(' ')} です。` },
			})
	}
	await inTransaction(ctx, async (trx) => {
		const taken = await trx.db
			.selectFrom('dunning_steps')
			.select('id')
			.where('days_after_due', '=', daysAfterDue)
			.where('id', '<>', targetId)
			.executeTakeFirst()
		if (taken) throw new DomainError('invalid', 'two steps on a day', { fields: { daysAfterDue: 'この日数のメールは、もうあります。' } })
		const values = { days_after_due: daysAfterDue, subject, body, updated_at: trx.now() }
		const row =
			targetId === 0
				? await trx.db.insertInto('dunning_steps').values(values).returning('id').executeTakeFirst()
				: await trx.db.updateTable('dunning_steps').set(values).where('id', '=', targetId).returning('id').executeTakeFirst()
		if (!row) throw notFound('dunning step')
		await recordAuditEvent(trx, { action: 'billing.dunning', subject: `dunning:${row.id}` })
	})
}

export async function removeDunningStep(ctx: RecentStaffCtx, id: number): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	await inTransaction(ctx, async (trx) => {
		const { numDeletedRows } = await trx.db.deleteFrom('dunning_steps').where('id', '=', id).executeTakeFirst()
		if (numDeletedRows === 0n) throw notFound('dunning step')
		await recordAuditEvent(trx, { action: 'billing.dunning-remove', subject: `dunning:${id}` })
	})
}
