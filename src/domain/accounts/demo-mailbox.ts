import { totpCode, totpStep } from '../../platform/token-totp.ts'
import { notFound } from '../shared/errors.ts'
import type { AccountsCtx, DemoMail } from './accounts-context.ts'
import { DEMO_STAFF } from './demo-staff.ts'
import { SECOND_FACTOR_PURPOSE } from './sign-in/second-factor-purpose.ts'

/** The demo's mails, newest first. Anywhere but on a demo's own machine there is no such thing. */
export async function listDemoMails(ctx: AccountsCtx): Promise<DemoMail[]> {
	if (!ctx.accounts.mailbox) throw notFound('mailbox')
	return ctx.accounts.mailbox()
}

/**
 * What the authenticator of the demo's staff account would show: the next code that has not been used, or null while
 * there is none for some seconds, or where that account has another authenticator. On a demo's own machine only.
 */
export async function findDemoCode(ctx: AccountsCtx): Promise<{ email: string; code: string } | null> {
	if (!ctx.accounts.mailbox) throw notFound('mailbox')
	const factor = await ctx.db
		.selectFrom('second_factors as f')
		.innerJoin('identities as i', 'i.uid', 'f.uid')
		.select(['f.sealed_secret', 'f.last_step'])
		.where('i.email', '=', DEMO_STAFF.email)
		.where('f.confirmed_at', 'is not', null)
		.executeTakeFirst()
	if (!factor || ctx.encryptor.decrypt(SECOND_FACTOR_PURPOSE, factor.sealed_secret) !== DEMO_STAFF.totpSecret) return null
	const now = totpStep(ctx.now())
	const step = Math.max(now, Number(factor.last_step) + 1)
	// A code is taken one half minute early at most.
	return step > now + 1 ? null : { email: DEMO_STAFF.email, code: totpCode(DEMO_STAFF.totpSecret, step) }
}
