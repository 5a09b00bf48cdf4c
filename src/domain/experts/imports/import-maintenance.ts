import { hashToken, randomToken } from '../../../platform/token.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'
import { hashEmail, readTakenNumbers } from './import-checks.ts'
import { CHECKED_DAYS, INVITATION_DAYS, MAILS_PER_RUN } from './import-input.ts'
import { invitationMail } from './import-mails.ts'
import { erased, importRefusalKey } from './import-invitations.ts'

/**
 * Sends the invitations that are due, at most `MAILS_PER_RUN` of them, ends those whose time is over and deletes what was
 * never sent. What an import says of a person is erased with the end. Returns the number of mails sent. Idempotent.
 */
export async function maintainImports(ctx: Ctx): Promise<number> {
	await expireInvitations(ctx)
	await deleteUnsent(ctx)
	return sendInvitations(ctx)
}

/** Nothing is sent while no operator is configured: such mails name the sender and the address (特定電子メール法4条). */
async function sendInvitations(ctx: Ctx): Promise<number> {
	if (!ctx.site.operator) return 0
	return inTransaction(ctx, async (trx) => {
		const due = await trx.db
			.selectFrom('import_rows as r')
			.innerJoin('import_batches as b', 'b.id', 'r.batch_id')
			.select(['r.id', 'r.email', 'r.facts', 'r.expires_at', 'b.source'])
			.where('r.mail_due_at', '<=', trx.now())
			.where('r.state', 'in', ['waiting', 'invited'])
			.orderBy('r.mail_due_at')
			.orderBy('r.id')
			.limit(MAILS_PER_RUN)
			.forUpdate('r')
			.skipLocked()
			.execute()
		const registered = await readTakenNumbers(
			trx,
			due.flatMap(({ id, facts }) => (facts ? [{ line: id, facts }] : [])),
		)
		let sent = 0
		for (const { id, email, facts, source, expires_at: promised } of due) {
			if (email === null || facts === null) continue
			const over = (await hasRefused(trx, email)) ? 'refused' : registered.has(id) ? 'known' : null
			if (over !== null) {
				await trx.db
					.updateTable('import_rows')
					.set({ ...erased, state: over, decided_at: trx.now() })
					.where('id', '=', id)
					.execute()
				continue
			}
			const token = randomToken()
			// A second mail does not prolong what the first one promised.
			const expiresAt = promised ?? new Date(trx.now().getTime() + days(INVITATION_DAYS))
			await trx.db
				.updateTable('import_rows')
				.set({ state: 'invited', token_hash: hashToken(token), mail_due_at: null, invited_at: trx.now(), expires_at: expiresAt })
				.where('id', '=', id)
				.execute()
			const { displayName, officeName } = facts
			const daysLeft = Math.ceil((expiresAt.getTime() - trx.now().getTime()) / days(1))
			await trx.enqueueMail(trx.db, {
				to: email,
				...invitationMail(trx.site, { displayName, officeName, source, token, refusalKey: importRefusalKey(trx, email), daysLeft }),
			})
			sent++
		}
		return sent
	})
}

async function hasRefused({ db }: Pick<Ctx, 'db'>, email: string): Promise<boolean> {
	const refusal = await db.selectFrom('import_refusals').select('refused_at').where('email_hash', '=', hashEmail(email)).executeTakeFirst()
	return refusal !== undefined
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
