import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { getPrefecture } from '../../geography/prefectures.ts'
import type { OfficeState } from '../../memberships/office-policy.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { countAttempt } from '../../shared/throttles.ts'
import { maskAddress, mailDomainOf, parseOfficeNumber } from './claim-input.ts'

/** So many offices of one invoice number are shown; a corporate number has one. */
const SHOWN = 5

/** A verified expert owns the office, as a part of another statement. */
export const hasActingOwner = (office: RawBuilder<unknown>) => sql<boolean>`exists (
	select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where m.office_id = ${office} and m.role = 'owner'
)`

/** An office that a number names, as somebody who may claim it sees it. */
export type NumberedOffice = {
	id: number
	name: string
	place: string
	isPublished: boolean
	/**
	 * `open`: nobody acts for it, so it may be claimed. `owned`: it has an owner. `own`: the viewer is that owner. `closed`: it is
	 * another person's draft, or staff have suspended it.
	 */
	state: 'open' | 'owned' | 'own' | 'closed'
	/** The domain of the mailboxes that prove a claim; null where only a code does. */
	mailDomain: string | null
	/** Whether other verified members are asked first. */
	asksMembers: boolean
}

export type NumberMatches = {
	/** As it is stored. */
	number: string
	offices: NumberedOffice[]
	/** An office that staff have imported: whether its invitation was sent, and to whom, masked. */
	invitation: { officeName: string; isSent: boolean; maskedEmail: string } | null
}

/** The condition that a column pair `corporate_number`, `invoice_number` has the number, which each office may keep as either. */
export const hasNumber = (corporate: RawBuilder<unknown>, invoice: RawBuilder<unknown>, number: string) => {
	const digits = number.replace('T', '')
	return sql<boolean>`(${corporate} = ${digits} or ${invoice} = ${`T${digits}`})`
}

const selectOffices = checkedSql({
	id: int4,
	name: text,
	prefecture_id: int4,
	municipality: text,
	state: text.as<OfficeState>(),
	website: text.nullable,
	is_suspended_by_staff: bool,
	has_owner: bool,
	is_own: bool,
	asks_members: bool,
})

const refused = (sentence: string) => new DomainError('invalid', 'not a number of an office', { fields: { number: sentence } })

/** Returns the number as it is stored. Throws `invalid` (field number) for anything else. */
export function requireOfficeNumber(typed: string): string {
	const number = parseOfficeNumber(typed)
	if (number === null)
		throw refused('法人番号（13桁）か、インボイス登録番号（Tと13桁）を入力してください。打ち間違いがないか確認してください。')
	return number
}

/**
 * Finds what a corporate or invoice number names. Throws `invalid` (field number) for what is neither, `throttled` after too many
 * look-ups of the viewer.
 */
export async function findByOfficeNumber(ctx: Ctx, typed: string): Promise<NumberMatches> {
	const { userId } = requireMember(ctx)
	const number = requireOfficeNumber(typed)
	await countAttempt(ctx, 'officeNumberAccount', userId)
	const [{ rows }, invitation] = await Promise.all([
		selectOffices`
			select o.id, o.name, o.prefecture_id, c.name as municipality, o.state, o.website, o.suspended_reason is not null as is_suspended_by_staff,
				${hasActingOwner(sql`o.id`)} as has_owner,
				exists (
					select from office_members m join experts e on e.id = m.expert_id where m.office_id = o.id and m.role = 'owner' and e.user_id = ${userId}::bigint
				) as is_own,
				exists (
					select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
					where m.office_id = o.id and e.user_id <> ${userId}::bigint
				) as asks_members
			from offices o join municipalities c on c.id = o.municipality_id
			where o.state <> 'deleted' and ${hasNumber(sql`o.corporate_number`, sql`o.invoice_number`, number)}
			order by o.id limit ${sql.lit(SHOWN)}
		`.execute(ctx.db),
		findInvitation(ctx, number),
	])
	return {
		number,
		invitation,
		offices: rows.map((row) => ({
			id: row.id,
			name: row.name,
			place: `${getPrefecture(row.prefecture_id).name}${row.municipality}`,
			isPublished: row.state === 'published',
			state: row.is_own ? 'own' : row.state === 'draft' || row.is_suspended_by_staff ? 'closed' : row.has_owner ? 'owned' : 'open',
			mailDomain: mailDomainOf(row.website),
			asksMembers: row.asks_members,
		})),
	}
}

/** The newest invitation whose file has the number. */
const invitationOf = ({ db }: Pick<Ctx, 'db'>, number: string) =>
	db
		.selectFrom('import_rows')
		.select(['id', 'state', 'email', 'facts', 'expires_at'])
		.where('state', 'in', ['waiting', 'invited'])
		.where(hasNumber(sql`facts ->> 'corporateNumber'`, sql`facts ->> 'invoiceNumber'`, number))
		.orderBy('id', 'desc')

async function findInvitation(ctx: Ctx, number: string): Promise<NumberMatches['invitation']> {
	const row = await invitationOf(ctx, number).executeTakeFirst()
	if (!row?.facts || row.email === null || (row.expires_at !== null && row.expires_at <= ctx.now())) return null
	return { officeName: row.facts.officeName, isSent: row.state === 'invited', maskedEmail: maskAddress(row.email) }
}

/** Locks the row of the invitation. */
export const lockInvitation = (ctx: Pick<Ctx, 'db'>, number: string) => invitationOf(ctx, number).forUpdate().executeTakeFirst()
