import { sendServiceMail } from '../../accounts/account-mails.ts'
import { mail, writeMail } from '../../accounts/mails.ts'
import type { Ctx } from '../../shared/context.ts'
import { invoicePath, staffCardsPath } from '../../shared/links.ts'
import { yen } from '../../shared/yen.ts'
import { billingWords } from '../billing-words.ts'
import { refusalText } from './card-labels.ts'

/** Says that the card was refused, why as far as its bank says so, and how to pay. */
export async function mailRefusedCard(
	ctx: Ctx,
	{ user_id: userId, invoice_id: invoiceId, amount }: { user_id: string; invoice_id: number; amount: number },
	code: string | null,
): Promise<void> {
	await sendServiceMail(
		ctx,
		userId,
		writeMail(
			ctx.site,
			billingWords.refusedCard,
			{ 料金: yen(amount), わけ: refusalText(code) },
			{ url: `${ctx.site.publicUrl}${invoicePath(invoiceId)}` },
		),
	)
}

/** Mails the operator about items that staff have to check. */
export async function mailOperator(ctx: Ctx, subject: string, body: readonly string[]): Promise<void> {
	const to = ctx.site.operator?.mail
	if (to === undefined) return
	const { text, html } = mail(ctx.site, {
		subject,
		heading: subject,
		body,
		button: { label: 'カードのページを開く', url: `${ctx.site.publicUrl}${staffCardsPath()}` },
	})
	await ctx.enqueueMail(ctx.db, { to, subject, text, html })
}
