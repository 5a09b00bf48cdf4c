import { notFound } from '../errors.ts'
import type { AccountsCtx, DemoMail } from './accounts-context.ts'

/** The demo's mails, newest first. Anywhere but on a demo's own machine there is no such thing. */
export async function listDemoMails(ctx: AccountsCtx): Promise<DemoMail[]> {
	if (!ctx.accounts.mailbox) throw notFound('mailbox')
	return ctx.accounts.mailbox()
}
