import { getAccountPlan } from '../plans/account-plan.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { sql } from 'kysely'
import { removeInvisibleDeep } from '../shared/text-input.ts'
import { countWrite } from '../shared/throttles.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, isDomainError, notFound } from '../shared/errors.ts'
import { changeOffice, openOffice, type OfficeAccess, forbiddenBecause } from '../memberships/office-access.ts'
import { askForChange, type OpenChange, readChange } from './office-changes.ts'
import { addProfessions } from '../memberships/lawful-tasks.ts'
import { readLiveSections } from './office-live.ts'
import { locate, withMunicipality } from './office-location.ts'
import { type OfficeAction, mayOffice, type OfficeRole, type OfficeState } from '../memberships/office-policy.ts'
import { type ParsedSections, parseSection } from './office-section-schemas.ts'
import { isFieldOf } from './office-fields.ts'
import { MAX_OFFICES, officeSections, type OfficeSection, sectionLabel, type SectionValues } from './office-sections.ts'
import { advertisingFaults, requireHonestName } from '../memberships/office-advertising.ts'
import { findConflicts, writeSections } from './office-writing.ts'
import { getOffice } from './offices.ts'
import type { Accepting } from '../listings/types.ts'
import type { OfficeFacts } from './types.ts'

const CONTENT_CHARACTERS = 60_000

export type SectionForEdit = {
	section: OfficeSection
	values: SectionValues
	/** Version of the state that the form shows; sent back to detect a newer edit. */
	edition: string
	isDraft: boolean
	savedAt: Date | null
	/** Errors that prevent publishing the draft, by field. */
	faults: Readonly<Record<string, string>>
}

export type OfficeForEdit = {
	id: number
	name: string
	state: OfficeState
	accepting: Accepting
	role: OfficeRole
	suspendedReason: string | null
	live: { lat: number; lng: number; municipalityId: number }
	professionIds: number[]
	sections: SectionForEdit[]
	change: OpenChange | null
	may: Record<OfficeAction, boolean>
}

const actions: readonly OfficeAction[] = [
	'read',
	'edit',
	'apply',
	'accepting',
	'photos',
	'publish',
	'unlist',
	'members',
	'leave',
	'delete',
	'restore',
]

/** All that the viewer edits of an office of theirs. */
export async function getOfficeForEdit(ctx: Ctx, officeId: number): Promise<OfficeForEdit> {
	const office = await openOffice(ctx, officeId, 'edit')
	const [row, professions, sections, change] = await Promise.all([
		ctx.db
			.selectFrom('offices')
			.select(['accepting', 'suspended_reason', 'lat', 'lng', 'municipality_id'])
			.where('id', '=', officeId)
			.executeTakeFirstOrThrow(),
		ctx.db
			.selectFrom('office_members as m')
			.innerJoin('experts as e', 'e.id', 'm.expert_id')
			.innerJoin('expert_credentials as c', 'c.expert_id', 'e.id')
			.select('c.profession_id')
			.distinct()
			.where('m.office_id', '=', officeId)
			.where('e.state', '=', 'verified')
			.execute(),
		readSections(ctx, office),
		readChange(ctx, officeId),
	])
	return {
		id: office.id,
		name: office.name,
		state: office.state,
		accepting: row.accepting,
		role: office.role,
		suspendedReason: row.suspended_reason,
		live: { lat: row.lat, lng: row.lng, municipalityId: row.municipality_id },
		professionIds: professions.map((one) => one.profession_id),
		sections,
		change,
		may: Object.fromEntries(actions.map((action) => [action, mayOffice(action, office, office.state)])) as Record<OfficeAction, boolean>,
	}
}

async function readSections(ctx: Ctx, office: OfficeAccess): Promise<SectionForEdit[]> {
	const [live, drafts] = await Promise.all([
		readLiveSections(ctx, office.id),
		ctx.db.selectFrom('office_drafts').selectAll().where('office_id', '=', office.id).execute(),
	])
	return Promise.all(
		officeSections.map(async ({ section }) => {
			const draft = drafts.find((one) => one.section === section)
			const values = draft?.content ?? live[section]
			return {
				section,
				values,
				edition: `${office.version}.${draft?.version ?? 0}`,
				isDraft: draft !== undefined,
				savedAt: draft?.saved_at ?? null,
				faults: draft ? await faultsOf(ctx, office.id, section, values) : {},
			}
		}),
	)
}

async function faultsOf(
	ctx: Ctx,
	officeId: number,
	section: OfficeSection,
	values: SectionValues,
): Promise<Readonly<Record<string, string>>> {
	try {
		const parsed = parseSection(section, values, ctx.now())
		if (section === 'place') {
			const live = await ctx.db
				.selectFrom('offices')
				.select(['lat', 'lng', 'municipality_id'])
				.where('id', '=', officeId)
				.executeTakeFirst()
			const point = { lat: live?.lat ?? 0, lng: live?.lng ?? 0, municipalityId: live?.municipality_id ?? 0 }
			await locate(ctx, parsed as ParsedSections['place'], point)
		}
		return { ...(await findConflicts(ctx, officeId, section, { [section]: parsed })), ...(await advertisingFaults(ctx, officeId, values)) }
	} catch (error) {
		if (isDomainError(error) && error.kind === 'invalid') return error.fields
		throw error
	}
}

export type SavedSection =
	| { kind: 'saved'; edition: string; savedAt: Date; faults: Readonly<Record<string, string>> }
	/** Somebody saved a newer one meanwhile; nothing was written. */
	| { kind: 'overtaken'; edition: string; current: SectionValues }

/** Stores a section as typed, including errors. Publishes nothing. */
export async function saveSection(
	ctx: Ctx,
	officeId: number,
	{ section, edition, values: typed }: { section: OfficeSection; edition: string; values: SectionValues },
	complete: (ctx: Ctx, values: SectionValues) => Promise<SectionValues> = async (_, values) => values,
): Promise<SavedSection> {
	const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => isFieldOf(section, name)))
	const given = removeInvisibleDeep(kept)
	if (JSON.stringify(given).length > CONTENT_CHARACTERS)
		throw new DomainError('invalid', 'too long', { fields: { form: '入力が長すぎます。文章を短くしてください。' } })
	return inTransaction(ctx, async (trx) => {
		const office = await openOffice(trx, officeId, 'edit', true)
		const current = (await readSections(trx, office)).find((one) => one.section === section)
		if (!current) throw notFound('section')
		if (current.edition !== edition) return { kind: 'overtaken', edition: current.edition, current: current.values }
		const values = await complete(trx, section === 'place' ? await withMunicipality(trx, given) : given)
		const version = Number(edition.split('.')[1]) + 1
		await trx.db
			.insertInto('office_drafts')
			.values({
				office_id: officeId,
				section,
				content: JSON.stringify(values),
				version,
				saved_by: office.userId,
				saved_at: trx.now(),
			})
			.onConflict((conflict) =>
				conflict.columns(['office_id', 'section']).doUpdateSet((eb) => ({
					content: eb.ref('excluded.content'),
					version: eb.ref('excluded.version'),
					saved_by: eb.ref('excluded.saved_by'),
					saved_at: eb.ref('excluded.saved_at'),
				})),
			)
			.execute()
		return {
			kind: 'saved',
			edition: `${office.version}.${version}`,
			savedAt: trx.now(),
			faults: await faultsOf(trx, officeId, section, values),
		}
	})
}

/** Discards the draft of a section, or all drafts. */
export async function discardDrafts(ctx: Ctx, officeId: number, section: OfficeSection | null): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		const deleting = trx.db.deleteFrom('office_drafts').where('office_id', '=', officeId)
		await (section === null ? deleting : deleting.where('section', '=', section)).execute()
		await trx.db
			.updateTable('offices')
			.set((eb) => ({ version: eb('version', '+', 1) }))
			.where('id', '=', officeId)
			.execute()
	})
}

/** Parses the drafts; throws `invalid` with the sections that have errors. */
function parseAll(sections: readonly SectionForEdit[], now: Date): Partial<ParsedSections> {
	const bad = sections.filter(({ faults }) => Object.keys(faults).length > 0)
	if (bad.length > 0)
		throw new DomainError('invalid', 'drafts have faults', {
			fields: {
				form: `${bad.map(({ section }) => `「${sectionLabel(section)}」`).join('')}に、直していただきたいところがあります。赤い説明のある欄を確認してください。`,
			},
		})
	return Object.fromEntries(sections.map(({ section, values }) => [section, parseSection(section, values, now)]))
}

/**
 * Publishes the drafts of an office, or of one section, and updates lists and caches. A new name, kind,
 * representative or address of a page that has been public waits for staff.
 */
export async function applyDrafts(ctx: Ctx, officeId: number, only: OfficeSection | null = null): Promise<{ isWaiting: boolean }> {
	return changeOffice(ctx, officeId, 'apply', (trx, office) => applyIn(trx, office, only))
}

async function applyIn(ctx: Ctx, office: OfficeAccess, only: OfficeSection | null = null): Promise<{ isWaiting: boolean }> {
	const drafts = (await readSections(ctx, office)).filter(({ isDraft, section }) => isDraft && (only ?? section) === section)
	if (drafts.length === 0) return { isWaiting: false }
	const waiting = await writeSections(ctx, office, parseAll(drafts, ctx.now()))
	if (waiting) await askForChange(ctx, office, waiting, drafts)
	await ctx.db
		.deleteFrom('office_drafts')
		.where('office_id', '=', office.id)
		.where(
			'section',
			'in',
			drafts.map(({ section }) => section),
		)
		.execute()
	await ctx.db
		.updateTable('offices')
		.set((eb) => ({ version: eb('version', '+', 1) }))
		.where('id', '=', office.id)
		.execute()
	return { isWaiting: waiting !== null }
}

/** Publishes a draft or unlisted office of a verified owner, with its drafts. */
export async function publishOffice(ctx: Ctx, officeId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'publish', async (trx, office) => {
		await applyIn(trx, office)
		const incomplete = (await readSections(trx, office)).filter(({ section }) => ['basics', 'place', 'fees'].includes(section))
		const checked = await Promise.all(
			incomplete.map(async (one) => ({ ...one, faults: await faultsOf(trx, officeId, one.section, one.values) })),
		)
		const { fees = [] } = parseAll(checked, trx.now())
		if (fees.length === 0) throw forbiddenBecause('公開するには、「業務と料金」で少なくとも1つの業務に料金を入力してください。')
		await addProfessions(trx, office.expertId)
		await trx.db
			.updateTable('offices')
			.set((eb) => ({ state: 'published', published_at: eb.fn.coalesce('published_at', eb.val(trx.now())), updated_at: trx.now() }))
			.where('id', '=', officeId)
			.execute()
	})
}

/** Unlists the office until its owner publishes it again. */
export async function unlistOffice(ctx: Ctx, officeId: number): Promise<void> {
	await changeOffice(ctx, officeId, 'unlist', async (trx) => {
		await trx.db.updateTable('offices').set({ state: 'unlisted', updated_at: trx.now() }).where('id', '=', officeId).execute()
	})
}

/** Sets whether new clients are accepted; lists show it at once. */
export async function setAccepting(ctx: Ctx, officeId: number, accepting: Accepting): Promise<void> {
	await changeOffice(ctx, officeId, 'accepting', async (trx) => {
		await trx.db.updateTable('offices').set({ accepting, updated_at: trx.now() }).where('id', '=', officeId).execute()
	})
}

/** The office as its page would look with all valid drafts. Stores nothing. */
export async function previewOffice(ctx: Ctx, officeId: number): Promise<{ office: OfficeFacts; faulty: OfficeSection[] }> {
	return inTransaction(ctx, async (trx) => {
		const office = await openOffice(trx, officeId, 'edit', true)
		const drafts = (await readSections(trx, office)).filter(({ isDraft }) => isDraft)
		const isSound = ({ faults }: SectionForEdit) => Object.keys(faults).length === 0
		await sql`savepoint office_preview`.execute(trx.db)
		await writeSections(trx, { ...office, wasPublic: false }, parseAll(drafts.filter(isSound), trx.now()))
		await trx.db
			.updateTable('offices')
			.set((eb) => ({ state: 'published', published_at: eb.fn.coalesce('published_at', eb.val(trx.now())) }))
			.where('id', '=', officeId)
			.execute()
		const shown = await getOffice(trx, officeId)
		await sql`rollback to savepoint office_preview`.execute(trx.db)
		return { office: shown, faulty: drafts.filter((one) => !isSound(one)).map(({ section }) => section) }
	})
}

/** A new office of the viewer's, a verified expert: a draft with a name and a place, to be filled in. */
export async function createOffice(ctx: Ctx, typed: SectionValues): Promise<number> {
	const { userId } = requireMember(ctx)
	await requireHonestName(ctx, userId, typed['name'])
	const basics = parseSection('basics', { ...typed, representative: 'x', staffCount: '1' }, ctx.now())
	const values = await withMunicipality(ctx, { ...typed, point: 'stations' })
	const place = parseSection('place', { ...values, addressLine: String(values['addressLine'] ?? '') }, ctx.now())
	return inTransaction(ctx, async (trx) => {
		const expert = await trx.db
			.selectFrom('experts')
			.select(['id', 'display_name', 'languages'])
			.where('user_id', '=', userId)
			.where('state', '=', 'verified')
			.forUpdate()
			.executeTakeFirst()
		if (!expert) throw forbiddenBecause('事務所を作れるのは、資格の確認が済んだ専門家です。')
		await countWrite(trx, 'officeAccount', userId)
		const { count } = await trx.db
			.selectFrom('office_members as m')
			.innerJoin('offices as o', 'o.id', 'm.office_id')
			.select(({ fn }) => fn.countAll<string>().as('count'))
			.where('m.expert_id', '=', expert.id)
			.where('o.state', '!=', 'deleted')
			.executeTakeFirstOrThrow()
		const most = Math.min(MAX_OFFICES, entitlementsOf(await getAccountPlan(trx, userId)).offices)
		if (Number(count) >= most) throw forbiddenBecause(`いまのプランで作れる事務所は${most}件までです。`)
		const { stations: _none, ...where } = await locate(trx, place, { lat: 0, lng: 0, municipalityId: 0 })
		const { id } = await trx.db
			.insertInto('offices')
			.values({
				...where,
				kind: basics.kind,
				name: basics.name,
				kana: basics.kana,
				representative: expert.display_name,
				languages: expert.languages,
				corporate_number: basics.corporateNumber,
				invoice_number: null,
				phone: null,
				phone_public_at: null,
				website: null,
				founded_on: null,
				picture: null,
				published_at: null,
				state: 'draft',
				created_at: trx.now(),
				updated_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await trx.db.insertInto('office_members').values({ office_id: id, expert_id: expert.id, role: 'owner' }).execute()
		await trx.db.insertInto('office_areas').values({ office_id: id, prefecture_id: where.prefecture_id }).execute()
		await addProfessions(trx, expert.id)
		return id
	})
}
