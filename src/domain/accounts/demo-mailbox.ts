import { totpCode, totpStep } from '../../platform/token-totp.ts'
import { notFound } from '../shared/errors.ts'
import type { AccountsCtx, DemoMail } from './accounts-context.ts'
import { DEMO_STAFF } from './demo-staff.ts'
import { SECOND_FACTOR_PURPOSE } from './sign-in/second-factor-purpose.ts'

/** Returns the demo's mails, newest first. Throws not-found unless the demo runs on localhost. */
export async function listDemoMails(ctx: AccountsCtx): Promise<DemoMail[]> {
	if (!ctx.accounts.mailbox) throw notFound('mailbox')
	return ctx.accounts.mailbox()
}

/**
 * Returns what the authenticator of the demo's staff account would show: the next unused code, or null while
 * there is none for some seconds, or when that account has another authenticator. Only for a demo on localhost.
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
	// A code is accepted at most one time step early.
	return step > now + 1 ? null : { email: DEMO_STAFF.email, code: totpCode(DEMO_STAFF.totpSecret, step) }
}
