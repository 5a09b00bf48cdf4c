import { sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { ContactReach, ContactState } from './contact-input.ts'
import { type DiagnosisContact, readContact } from './contacts.ts'

const PAGE = 50

/** States that staff see; what is not confirmed has not reached them. */
export type StaffContactState = Exclude<ContactState, 'unconfirmed'>

export type StaffContactItem = {
	id: number
	state: StaffContactState
	reach: ContactReach | null
	hasDiagnosis: boolean
	confirmedAt: number
	contactedAt: number | null
	endedAt: number | null
}

const selectContacts = checkedSql({
	id: int4,
	state: text.as<StaffContactState>(),
	reach: text.as<ContactReach>().nullable,
	has_diagnosis: bool,
	confirmed_at: timestamptz,
	contacted_at: timestamptz.nullable,
	ended_at: timestamptz.nullable,
})

/** Requests of a state without data about the requester. Open ones oldest first, closed ones newest first. */
export async function listContactsForStaff(
	ctx: StaffCtx,
	query: { state: StaffContactState | null; cursor: string | null },
): Promise<{ items: StaffContactItem[]; page: Page }> {
	const isQueue = query.state === 'new' || query.state === 'contacted'
	const page = keysetPage<{ id: number }>(query.cursor, {
		by: [sql`id`],
		direction: isQueue ? 'asc' : 'desc',
		size: PAGE,
		keyOf: ({ id }) => [id],
	})
	const { rows } = await selectContacts`
		select id, state, reach, diagnosis is not null as has_diagnosis, confirmed_at, contacted_at, ended_at
		from diagnosis_contacts
		where ${query.state === null ? sql`state <> 'unconfirmed'` : sql`state = ${query.state}`}
			and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map((row) => ({
			id: row.id,
			state: row.state,
			reach: row.reach,
			hasDiagnosis: row.has_diagnosis,
			confirmedAt: row.confirmed_at.getTime(),
			contactedAt: row.contacted_at?.getTime() ?? null,
			endedAt: row.ended_at?.getTime() ?? null,
		})),
	}
}

/** How many requests wait for a first contact. */
export async function countNewContacts(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('diagnosis_contacts')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('state', '=', 'new')
		.executeTakeFirstOrThrow()
	return Number(count)
}

/**
 * One request with its contact data and the notes of staff; `contact` is null once the person has withdrawn it. Every
 * reading of contact data is recorded.
 */
export async function readContactAsStaff(ctx: RecentStaffCtx, id: number): Promise<{ contact: DiagnosisContact | null; note: string }> {
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('diagnosis_contacts')
			.select(['id', 'staff_note'])
			.where('id', '=', id)
			.where('state', '!=', 'unconfirmed')
			.executeTakeFirst()
		if (!row) throw notFound('diagnosis contact')
		const contact = await readContact(trx, id)
		if (contact) await recordAuditEvent(trx, { action: 'lead.read', subject: `diagnosis:${id}` })
		return { contact, note: row.staff_note }
	})
}

/** new → contacted → closed, or new → closed. The note replaces the one before; the audit event names the state only. */
export async function moveContact(ctx: RecentStaffCtx, id: number, to: 'contacted' | 'closed', note: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const now = trx.now()
		const changed = await trx.db
			.updateTable('diagnosis_contacts')
			.set({ state: to, staff_note: note, ...(to === 'contacted' ? { contacted_at: now } : { ended_at: now }) })
			.where('id', '=', id)
			.where('state', 'in', to === 'contacted' ? ['new'] : ['new', 'contacted'])
			.executeTakeFirst()
		if (changed.numUpdatedRows === 0n) {
			const row = await trx.db.selectFrom('diagnosis_contacts').select('state').where('id', '=', id).executeTakeFirst()
			if (!row || row.state === 'unconfirmed') throw notFound('diagnosis contact')
			throw new DomainError('conflict', 'the request has moved on', {
				fields: { form: 'ほかの人が先に状態を変えたか、本人が取り下げました。ページを開き直してください。' },
			})
		}
		await recordAuditEvent(trx, { action: to === 'contacted' ? 'lead.contact' : 'lead.close', subject: `diagnosis:${id}` })
	})
}
