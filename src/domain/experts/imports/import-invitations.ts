import { hashToken } from '../../../platform/token.ts'
import { getPrefecture } from '../../geography/prefectures.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { getProfession } from '../../taxonomy/attributes.ts'
import { insertDraftOffice, withFreeNumber } from '../registration-office.ts'
import { officeKindNames } from '../registration-input.ts'
import { changeRegistration, findRegistrationState, isEditable } from '../registration.ts'
import { hashEmail } from './import-checks.ts'
import type { ImportedFacts } from './tables.ts'

/** Invitations of imported offices, as the person who was invited sees them. The token of the mail is the proof. */

/** What is deleted with the answer or the end of an invitation. */
export const erased = { email: null, facts: null, token_hash: null, mail_due_at: null, expires_at: null } as const

export type ImportInvitation = {
	officeName: string
	rows: { label: string; value: string }[]
	source: string
	expiresAt: Date
	/** What the viewer may do with it: `closed` for an application that is being verified or was. */
	viewer: 'visitor' | 'open' | 'closed'
}

const openRow = (ctx: Ctx, token: string) =>
	ctx.db
		.selectFrom('import_rows as r')
		.innerJoin('import_batches as b', 'b.id', 'r.batch_id')
		.select(['r.id', 'r.email', 'r.facts', 'r.expires_at', 'b.source'])
		.where('r.token_hash', '=', hashToken(token.slice(0, 100)))
		.where('r.state', '=', 'invited')
		.where('r.expires_at', '>', ctx.now())

/** Returns what was imported of the person who holds the link; null for a link that is used, replaced or expired. */
export async function findImportInvitation(ctx: Ctx, token: string): Promise<ImportInvitation | null> {
	const row = await openRow(ctx, token).executeTakeFirst()
	if (!row?.facts || !row.expires_at) return null
	return {
		officeName: row.facts.officeName,
		rows: await describe(ctx, row.facts),
		source: row.source,
		expiresAt: row.expires_at,
		viewer: await readViewerState(ctx),
	}
}

async function readViewerState(ctx: Ctx): Promise<ImportInvitation['viewer']> {
	if (ctx.viewer.kind !== 'member') return 'visitor'
	const registration = await findRegistrationState(ctx)
	return registration === null || isEditable(registration.state) ? 'open' : 'closed'
}

const readPlace = ({ db }: Ctx, id: number) => db.selectFrom('municipalities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function describe(ctx: Ctx, facts: ImportedFacts): Promise<ImportInvitation['rows']> {
	const place = await readPlace(ctx, facts.municipalityId)
	return [
		{ label: '氏名', value: `${facts.displayName}（${facts.kana}）` },
		{ label: '資格', value: getProfession(facts.professionId).name },
		{ label: '登録番号', value: facts.registrationNumber },
		{ label: '所属する会', value: facts.association },
		{ label: '事務所', value: `${facts.officeName}（${officeKindNames[facts.kind]}）` },
		{
			label: '所在地',
			value: `〒${facts.postalCode.slice(0, 3)}-${facts.postalCode.slice(3)} ${getPrefecture(place.prefecture_id).name}${place.name}${facts.addressLine}`,
		},
		{ label: '電話番号', value: facts.phone },
		...(facts.corporateNumber === null ? [] : [{ label: '法人番号', value: facts.corporateNumber }]),
		...(facts.invoiceNumber === null ? [] : [{ label: 'インボイス登録番号', value: facts.invoiceNumber }]),
	]
}

/**
 * Consents: the viewer's application begins with what was imported, as a draft that only they see. What they have typed
 * before stays. Throws not-found for a link that cannot be used, conflict for an application that is not open to changes.
 */
export async function acceptImport(ctx: Ctx, token: string): Promise<void> {
	requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const row = await openRow(trx, token).forUpdate('r').executeTakeFirst()
		if (!row?.facts) throw notFound('invitation')
		const { facts } = row
		if ((await readViewerState(trx)) === 'closed')
			throw new DomainError('conflict', 'the application is not open to changes', {
				fields: {
					form: 'このアカウントでは、すでに専門家の申請か登録をしているため、この案内からは始められません。状態は、専門家の登録のページで確認できます。',
				},
			})
		await changeRegistration(trx, async (open, expertId) => {
			await fillApplication(open, expertId, facts)
			await fillOffice(open, expertId, facts)
		})
		await trx.db
			.updateTable('import_rows')
			.set({ ...erased, state: 'consented', decided_at: trx.now() })
			.where('id', '=', row.id)
			.execute()
	})
}

async function fillApplication({ db }: Ctx, expertId: number, facts: ImportedFacts): Promise<void> {
	await db
		.updateTable('experts')
		.set({ display_name: facts.displayName, kana: facts.kana })
		.where('id', '=', expertId)
		.where('display_name', '=', '')
		.execute()
	await db
		.insertInto('expert_credentials')
		.values({
			expert_id: expertId,
			profession_id: facts.professionId,
			registration_number: facts.registrationNumber,
			association: facts.association,
			registered_on: null,
			claimed_at: null,
		})
		.onConflict((conflict) => conflict.columns(['expert_id', 'profession_id']).doNothing())
		.execute()
}

/** Makes the draft of the office, unless the viewer has one or the office is on the site by now: then they ask to join it. */
async function fillOffice(ctx: Ctx, expertId: number, facts: ImportedFacts): Promise<void> {
	const there = await ctx.db
		.selectFrom('offices as o')
		.select('o.id')
		.where('o.state', '<>', 'deleted')
		.where((eb) =>
			eb.or([
				eb.exists(
					eb
						.selectFrom('office_members as m')
						.select('m.office_id')
						.whereRef('m.office_id', '=', 'o.id')
						.where('m.expert_id', '=', expertId),
				),
				...(facts.corporateNumber === null ? [] : [eb('o.corporate_number', '=', facts.corporateNumber)]),
			]),
		)
		.executeTakeFirst()
	if (there) return
	const place = await readPlace(ctx, facts.municipalityId)
	const columns = {
		kind: facts.kind,
		name: facts.officeName,
		kana: facts.officeKana,
		corporate_number: facts.corporateNumber,
		invoice_number: facts.invoiceNumber,
		representative: facts.displayName,
		languages: ['日本語'],
		postal_code: facts.postalCode,
		prefecture_id: place.prefecture_id,
		municipality_id: place.id,
		address_line: facts.addressLine,
		lat: place.lat,
		lng: place.lng,
		phone: facts.phone,
		phone_public_at: null,
		updated_at: ctx.now(),
	}
	await withFreeNumber(() => insertDraftOffice(ctx, expertId, columns))
}

const REFUSAL = 'import-refusal'
/** Of an encrypted address in characters. */
const MAX_KEY = 500

/** Returns the key of the refusal link of an address, which outlives every invitation. */
export const importRefusalKey = ({ encryptor }: Pick<Ctx, 'encryptor'>, email: string): string => encryptor.encrypt(REFUSAL, email)

/** Returns whether a key of a refusal link is one of ours. */
export const isImportRefusalKey = ({ encryptor }: Pick<Ctx, 'encryptor'>, key: string): boolean =>
	encryptor.decrypt(REFUSAL, key.slice(0, MAX_KEY)) !== null

/**
 * Refuses by the link of an invitation or by a refusal key: everything imported for the address is erased, and no invitation goes to
 * it any more. Throws not-found for any other token.
 */
export async function refuseImport(ctx: Ctx, token: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const row = await openRow(trx, token).forUpdate('r').executeTakeFirst()
		const email = row?.email ?? ctx.encryptor.decrypt(REFUSAL, token.slice(0, MAX_KEY))
		if (email === null) throw notFound('invitation')
		await trx.db
			.insertInto('import_refusals')
			.values({ email_hash: hashEmail(email), refused_at: trx.now() })
			.onConflict((conflict) => conflict.doNothing())
			.execute()
		await trx.db
			.updateTable('import_rows')
			.set({ ...erased, state: 'refused', decided_at: trx.now() })
			.where('email', '=', email)
			.where('state', 'in', ['waiting', 'invited'])
			.execute()
		await trx.db.deleteFrom('import_rows').where('email', '=', email).where('state', '=', 'ready').execute()
	})
}
