import { createHash } from 'node:crypto'
import { randomToken } from '../../../platform/token.ts'
import type { AccountsCtx } from '../../accounts/accounts-context.ts'
import { writeText } from '../../accounts/mailing/mail-words.ts'
import { type Access, notifyOtherSide, openInquiry } from '../../inquiries/inquiry-access.ts'
import type { Side } from '../../inquiries/inquiry-input.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { letterPath } from '../../shared/links.ts'
import { openOpen } from '../document-uploads.ts'
import { letterNoticeTexts } from '../document-words.ts'
import { readBasis } from './letter-basis.ts'
import type { OfferInput, TemplateInput } from './letter-schemas.ts'
import { builtInLetter, fillLetter, type LetterKind, letterTitles } from './letter-texts.ts'

const MAX_VERSIONS = 50

const refused = (sentence: string, field = 'form') => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

export type LetterState = 'offered' | 'agreed' | 'replaced' | 'withdrawn' | 'revoked'

export type Consent = { side: Side; name: string; hash: string; address: string; at: Date }

export type Letter = {
	id: number
	version: number
	kind: LetterKind
	title: string
	body: string
	hash: string
	code: string
	clientName: string
	officeName: string
	state: LetterState
	offeredAt: Date
	agreedAt: Date | null
	revokedAt: Date | null
	revokedBy: Side | null
	revokeReason: string
	consents: Consent[]
}

/** What both sides agree to: not a letter of it can differ without another hash. */
export const hashOfText = (title: string, body: string): string => createHash('sha256').update(`${title}\n\n${body}`).digest('hex')

const lettersOf = (ctx: Pick<Ctx, 'db'>) => ctx.db.selectFrom('engagement_letters').selectAll()

type LetterRow = Awaited<ReturnType<ReturnType<typeof lettersOf>['executeTakeFirstOrThrow']>>

async function toLetters(ctx: Pick<Ctx, 'db'>, rows: readonly LetterRow[]): Promise<Letter[]> {
	const consents =
		rows.length === 0
			? []
			: await ctx.db
					.selectFrom('letter_consents')
					.selectAll()
					.where(
						'letter_id',
						'in',
						rows.map(({ id }) => id),
					)
					.orderBy('agreed_at')
					.execute()
	const newestAgreed = Math.max(0, ...rows.filter(({ agreed_at: at }) => at !== null).map(({ version }) => version))
	return rows.map((row) => ({
		id: row.id,
		version: row.version,
		kind: row.kind,
		title: letterTitles[row.kind],
		body: row.body,
		hash: row.text_hash,
		code: row.code,
		clientName: row.client_name,
		officeName: row.office_name,
		state: stateOf(row, newestAgreed),
		offeredAt: row.offered_at,
		agreedAt: row.agreed_at,
		revokedAt: row.revoked_at,
		revokedBy: row.revoked_by,
		revokeReason: row.revoke_reason,
		consents: consents
			.filter(({ letter_id: id }) => id === row.id)
			.map((one) => ({ side: one.side, name: one.person_name, hash: one.text_hash, address: one.address, at: one.agreed_at })),
	}))
}

function stateOf(row: LetterRow, newestAgreed: number): LetterState {
	if (row.withdrawn_at !== null) return 'withdrawn'
	if (row.revoked_at !== null) return 'revoked'
	if (row.agreed_at === null) return 'offered'
	return row.version < newestAgreed ? 'replaced' : 'agreed'
}

async function lettersOfCase(ctx: Pick<Ctx, 'db'>, inquiryId: number): Promise<Letter[]> {
	return toLetters(ctx, await lettersOf(ctx).where('inquiry_id', '=', inquiryId).orderBy('version', 'desc').execute())
}

export type LettersOfCase = {
	access: Access
	/** Newest first. */
	letters: Letter[]
	/** What the office begins with: its last letter of the case, its template or the built-in one, filled; null for the client. */
	draft: { kind: LetterKind; body: string; isOwnTemplate: boolean } | null
	/** With placeholders, to be edited; null for the client. */
	template: { kind: LetterKind; body: string; isOwn: boolean } | null
}

/** The engagement letters of a case, for its two sides. Throws not-found for everybody else, staff too. */
export async function readLetters(ctx: Ctx, inquiryId: number): Promise<LettersOfCase> {
	requireMember(ctx)
	const access = await openInquiry(ctx, inquiryId)
	const letters = await lettersOfCase(ctx, access.id)
	if (access.side === 'user') return { access, letters, draft: null, template: null }
	const basis = await readBasis(ctx, access)
	const own = await ctx.db
		.selectFrom('letter_templates')
		.select(['kind', 'body'])
		.where('office_id', '=', access.officeId)
		.executeTakeFirst()
	const template = own ? { kind: own.kind, body: own.body } : builtInLetter(basis.profession)
	const [last] = letters
	return {
		access,
		letters,
		draft: last
			? { kind: last.kind, body: last.body, isOwnTemplate: false }
			: { kind: template.kind, body: fillLetter(template.body, basis.values), isOwnTemplate: own !== undefined },
		template: { ...template, isOwn: own !== undefined },
	}
}

const consentOf = (ctx: AccountsCtx, letter: { id: number; hash: string }, access: Access) => ({
	letter_id: letter.id,
	side: access.side,
	user_id: requireMember(ctx).userId,
	person_name: access.ownName,
	text_hash: letter.hash,
	address: ctx.caller.block,
	agreed_at: ctx.now(),
})

async function openAsOffice(ctx: Ctx, inquiryId: number): Promise<Access> {
	const access = await openOpen(ctx, inquiryId, true)
	if (access.side !== 'office')
		throw new DomainError('forbidden', 'for the office', { fields: { form: '契約書は、事務所の方が作ります。' } })
	return access
}

/**
 * The office offers a letter and thereby agrees to it. One that waits for the client is withdrawn; one that both agreed to stays in
 * force until the client agrees to this. Idempotent by key.
 */
export async function offerLetter(ctx: AccountsCtx, inquiryId: number, { kind, body, clientKey }: OfferInput): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openAsOffice(trx, inquiryId)
		const letters = await trx.db
			.selectFrom('engagement_letters')
			.select(['version', 'client_key'])
			.where('inquiry_id', '=', access.id)
			.orderBy('version', 'desc')
			.execute()
		if (letters.some((one) => one.client_key === clientKey)) return
		if (letters.length >= MAX_VERSIONS) throw refused(`契約書の変更は1つの案件に${MAX_VERSIONS}回までです。`)
		await withdrawOpen(trx, access.id)
		const hash = hashOfText(letterTitles[kind], body)
		const { id } = await trx.db
			.insertInto('engagement_letters')
			.values({
				inquiry_id: access.id,
				version: (letters[0]?.version ?? 0) + 1,
				kind,
				body,
				text_hash: hash,
				code: randomToken(18),
				client_name: access.contactName,
				office_name: access.officeName,
				client_key: clientKey,
				offered_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await trx.db
			.insertInto('letter_consents')
			.values(consentOf(trx, { id, hash }, access))
			.execute()
		await notifyOtherSide(
			trx,
			access,
			`letter:${id}`,
			writeText(trx.site, letterNoticeTexts.offered, {
				事務所名: access.officeName,
				件名: access.subject,
				契約書: letterTitles[kind],
			}),
			letterPath(access.id),
		)
	})
}

const withdrawOpen = (ctx: Ctx, inquiryId: number) =>
	ctx.db
		.updateTable('engagement_letters')
		.set({ withdrawn_at: ctx.now() })
		.where('inquiry_id', '=', inquiryId)
		.where('agreed_at', 'is', null)
		.where('withdrawn_at', 'is', null)
		.executeTakeFirst()

/** The office takes back what the client has not agreed to. Idempotent. */
export async function withdrawLetter(ctx: Ctx, inquiryId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openAsOffice(trx, inquiryId)
		const done = await withdrawOpen(trx, access.id)
		if (done.numUpdatedRows === 0n) return
		await notifyOtherSide(
			trx,
			access,
			`letter-withdrawn:${trx.now().toISOString()}`,
			writeText(trx.site, letterNoticeTexts.withdrawn, { 事務所名: access.officeName, 件名: access.subject }),
			letterPath(access.id),
		)
	})
}

/** The client agrees to the text that was shown, named by its hash. Throws conflict where another one waits by now. Idempotent. */
export async function agreeToLetter(ctx: AccountsCtx, inquiryId: number, hash: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openOpen(trx, inquiryId, true)
		if (access.side !== 'user')
			throw new DomainError('forbidden', 'for the client', { fields: { form: '事務所の方は、送ったときに同意しています。' } })
		const letters = await lettersOfCase(trx, access.id)
		if (letters.some((letter) => letter.state === 'agreed' && letter.hash === hash)) return
		const letter = letters.find(({ state }) => state === 'offered')
		if (!letter || letter.hash !== hash) throw refused('契約書の内容が変わりました。もう一度ご確認ください。')
		await trx.db
			.insertInto('letter_consents')
			.values(consentOf(trx, letter, access))
			.execute()
		await trx.db.updateTable('engagement_letters').set({ agreed_at: trx.now() }).where('id', '=', letter.id).execute()
		await notifyOtherSide(
			trx,
			access,
			`letter-agreed:${letter.id}`,
			writeText(trx.site, letterNoticeTexts.agreed, { 件名: access.subject, 契約書: letter.title }),
			letterPath(access.id),
		)
	})
}

/** Either side records that the agreement ended, with the reason; the letter and both consents stay. Idempotent. */
export async function revokeLetter(ctx: Ctx, inquiryId: number, reason: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access = await openInquiry(trx, inquiryId, { lock: true })
		const letter = (await lettersOfCase(trx, access.id)).find(({ state }) => state === 'agreed' || state === 'revoked')
		if (!letter) throw refused('双方が同意した契約書がありません。')
		if (letter.state === 'revoked') return
		await trx.db
			.updateTable('engagement_letters')
			.set({ revoked_at: trx.now(), revoked_by: access.side, revoke_reason: reason })
			.where('id', '=', letter.id)
			.execute()
		await notifyOtherSide(
			trx,
			access,
			`letter-revoked:${letter.id}`,
			writeText(trx.site, letterNoticeTexts.revoked, { 件名: access.subject, 契約書: letter.title }),
			letterPath(access.id),
		)
	})
}

/** Keeps the office's own text for the next letters; an empty one goes back to the built-in. */
export async function saveTemplate(ctx: Ctx, inquiryId: number, template: TemplateInput | null): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { officeId } = await openAsOffice(trx, inquiryId)
		if (template === null) {
			await trx.db.deleteFrom('letter_templates').where('office_id', '=', officeId).execute()
			return
		}
		const values = { kind: template.kind, body: template.body, updated_at: trx.now() }
		await trx.db
			.insertInto('letter_templates')
			.values({ office_id: officeId, ...values })
			.onConflict((conflict) => conflict.column('office_id').doUpdateSet(values))
			.execute()
	})
}

/** One letter with its consents, for its two sides. */
export async function readLetter(ctx: Ctx, id: number): Promise<Letter> {
	requireMember(ctx)
	const row = await lettersOf(ctx).where('id', '=', id).executeTakeFirst()
	if (!row || row.inquiry_id === null) throw notFound('letter')
	await openInquiry(ctx, row.inquiry_id)
	const letter = (await lettersOfCase(ctx, row.inquiry_id)).find((one) => one.id === id)
	if (!letter) throw notFound('letter')
	return letter
}

export type LetterProof = Pick<Letter, 'title' | 'version' | 'hash' | 'state' | 'agreedAt' | 'revokedAt'>

/** What anybody reads who holds the address printed on a letter: its hash and its state, without the text or a name. */
export async function findLetterProof(ctx: Pick<Ctx, 'db'>, code: string): Promise<LetterProof> {
	const row = await lettersOf(ctx).where('code', '=', code).executeTakeFirst()
	if (!row || row.agreed_at === null) throw notFound('letter')
	const [letter] =
		row.inquiry_id === null ? await toLetters(ctx, [row]) : (await lettersOfCase(ctx, row.inquiry_id)).filter(({ id }) => id === row.id)
	if (!letter) throw notFound('letter')
	const { title, version, hash, state, agreedAt, revokedAt } = letter
	return { title, version, hash, state, agreedAt, revokedAt }
}

/** Whether a case has a letter and what the viewer's side should do about it, for a link to it. */
export async function findLetterState(ctx: Pick<Ctx, 'db'>, inquiryId: number): Promise<LetterState | null> {
	const [letter] = await lettersOfCase(ctx, inquiryId)
	return letter?.state ?? null
}
