import { hashToken, randomToken } from '../../../platform/token.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'
import { hashEmail } from './import-checks.ts'
import { CHECKED_DAYS, INVITATION_DAYS, MAILS_PER_RUN } from './import-input.ts'
import { invitationMail } from './import-mails.ts'
import { erased } from './import-invitations.ts'

/**
 * Sends the invitations that are due, at most `MAILS_PER_RUN` of them, ends those whose time is over and deletes what was
 * never sent. What an import says of a person is erased with the end. Returns the number of mails sent. Idempotent.
 */
export async function maintainImports(ctx: Ctx): Promise<number> {
	await expireInvitations(ctx)
	await deleteUnsent(ctx)
	return sendInvitations(ctx)
}

async function sendInvitations(ctx: Ctx): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const due = await trx.db
			.selectFrom('import_rows as r')
			.innerJoin('import_batches as b', 'b.id', 'r.batch_id')
			.select(['r.id', 'r.email', 'r.facts', 'b.source'])
			.where('r.mail_due_at', '<=', trx.now())
			.where('r.state', 'in', ['waiting', 'invited'])
			.orderBy('r.mail_due_at')
			.orderBy('r.id')
			.limit(MAILS_PER_RUN)
			.forUpdate('r')
			.skipLocked()
			.execute()
		for (const { id, email, facts, source } of due) {
			if (email === null || facts === null) continue
			const hasRefused = await trx.db
				.selectFrom('import_refusals')
				.select('refused_at')
				.where('email_hash', '=', hashEmail(email))
				.executeTakeFirst()
			if (hasRefused) {
				await trx.db
					.updateTable('import_rows')
					.set({ ...erased, state: 'refused', decided_at: trx.now() })
					.where('id', '=', id)
					.execute()
				continue
			}
			const token = randomToken()
			await trx.db
				.updateTable('import_rows')
				.set({
					state: 'invited',
					token_hash: hashToken(token),
					mail_due_at: null,
					invited_at: trx.now(),
					expires_at: new Date(trx.now().getTime() + days(INVITATION_DAYS)),
				})
				.where('id', '=', id)
				.execute()
			await trx.enqueueMail(trx.db, {
				to: email,
				...invitationMail(trx.site, { displayName: facts.displayName, officeName: facts.officeName, source, token }),
			})
		}
		return due.length
	})
}

async function expireInvitations({ db, now }: Ctx): Promise<void> {
	await db
		.updateTable('import_rows')
		.set({ ...erased, state: 'expired', decided_at: now() })
		.where('state', '=', 'invited')
		.where('expires_at', '<=', now())
		.execute()
}

async function deleteUnsent({ db, now }: Ctx): Promise<void> {
	const before = new Date(now().getTime() - days(CHECKED_DAYS))
	await db.deleteFrom('import_batches').where('confirmed_at', 'is', null).where('created_at', '<=', before).execute()
	await db
		.deleteFrom('import_rows')
		.where('state', 'in', ['faulty', 'known'])
		.where('batch_id', 'in', (eb) => eb.selectFrom('import_batches').select('id').where('confirmed_at', '<=', before))
		.execute()
}
