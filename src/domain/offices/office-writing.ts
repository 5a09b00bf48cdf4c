import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import type { OfficeAccess } from '../memberships/office-access.ts'
import { writeHours } from './hours/hours-rows.ts'
import { locate, type Location } from './office-location.ts'
import { refusedTasks } from '../memberships/lawful-tasks.ts'
import { columnsOf, type OfficeColumn, type OfficeColumns } from './office-fields.ts'
import type { OfficeSection } from './office-sections.ts'
import type { ParsedSections } from './office-section-schemas.ts'
import { isUniqueViolation } from '../experts/registration.ts'
import type { TableRow } from '../shared/tables.ts'

/** What needs the approval of staff on a page that has been public. */
export type ReviewedChange = { columns: OfficeColumns; stations: Location['stations'] | null }

const isNothing = ({ columns, stations }: ReviewedChange) => Object.keys(columns).length === 0 && stations === null

/**
 * Writes sections of an office after final checks, in the transaction that has locked its row. Returns what must wait for
 * staff instead; null when nothing does.
 */
export async function writeSections(ctx: Ctx, office: OfficeAccess, sections: Partial<ParsedSections>): Promise<ReviewedChange | null> {
	const waiting: ReviewedChange = { columns: {}, stations: null }
	const live = await ctx.db.selectFrom('offices').selectAll().where('id', '=', office.id).executeTakeFirstOrThrow()
	const { basics, place, contact, hours, consultation, about, fees, cases } = sections
	if (basics) {
		const { reviewed, direct } = columnsOf('basics', basics)
		if (office.wasPublic) Object.assign(waiting.columns, changesOf(reviewed, live))
		else await update(ctx, office.id, reviewed)
		if (await isTakenNumber(ctx, office.id, basics.corporateNumber)) throw takenNumber()
		await update(ctx, office.id, direct)
	}
	if (place) {
		const { stations, ...columns } = await locate(ctx, place, { lat: live.lat, lng: live.lng, municipalityId: live.municipality_id })
		const isMoved = (['postal_code', 'municipality_id', 'address_line'] as const).some((field) => columns[field] !== live[field])
		if (office.wasPublic && isMoved) {
			Object.assign(waiting.columns, columns)
			waiting.stations = stations
		} else {
			await update(ctx, office.id, columns)
			await writeStations(ctx, office.id, stations)
			await writeAreas(ctx, office.id, null)
		}
	}
	if (contact)
		await update(ctx, office.id, {
			phone: contact.phone,
			phone_public_at: contact.phonePublic && contact.phone !== null ? (live.phone_public_at ?? ctx.now()) : null,
			...columnsOf('contact', contact).direct,
		})
	if (hours) await writeHours(ctx, office.id, hours)
	if (consultation) await update(ctx, office.id, columnsOf('consultation', consultation).direct)
	if (about) {
		const { description, industries, software, languages, areaIds } = about
		await update(ctx, office.id, { ...columnsOf('about', about).direct, description, industries, software, languages })
		await writeAreas(ctx, office.id, areaIds)
	}
	if (fees) await writeFees(ctx, office.id, fees)
	if (cases) await writeCases(ctx, office.id, cases)
	await update(ctx, office.id, { updated_at: ctx.now() })
	return isNothing(waiting) ? null : waiting
}

const changesOf = (columns: OfficeColumns, live: TableRow<'offices'>): OfficeColumns =>
	Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== live[column as OfficeColumn]))

/** Writes what staff approved, or what needs no approval. */
export async function writeReviewed(ctx: Ctx, officeId: number, { columns, stations }: ReviewedChange): Promise<void> {
	await update(ctx, officeId, { ...columns, updated_at: ctx.now() })
	if (stations) await writeStations(ctx, officeId, stations)
	await writeAreas(ctx, officeId, null)
}

const update = async (ctx: Ctx, officeId: number, columns: OfficeColumns) => {
	try {
		await ctx.db.updateTable('offices').set(columns).where('id', '=', officeId).execute()
	} catch (error) {
		if (isUniqueViolation(error, 'offices_corporate_number')) throw takenNumber()
		throw error
	}
}

const takenNumberFields = { corporateNumber: 'この法人番号の事務所は、すでに登録されています。番号を確認してください。' }
const takenNumber = () => new DomainError('invalid', 'the corporate number is taken', { fields: takenNumberFields })

/** Checks of a valid section against other rows: a sentence for each bad field. */
export async function findConflicts(ctx: Ctx, officeId: number, section: OfficeSection, parsed: Partial<ParsedSections>) {
	if (section === 'basics' && (await isTakenNumber(ctx, officeId, parsed.basics?.corporateNumber ?? null))) return takenNumberFields
	if (section === 'cases') return unlawfulCases(ctx, officeId, parsed.cases ?? [])
	return section === 'fees' ? unlawfulFees(ctx, officeId, parsed.fees ?? []) : {}
}

async function isTakenNumber(ctx: Ctx, officeId: number, corporateNumber: string | null): Promise<boolean> {
	if (corporateNumber === null) return false
	const other = await ctx.db
		.selectFrom('offices')
		.select('id')
		.where('corporate_number', '=', corporateNumber)
		.where('state', '!=', 'deleted')
		.where('id', '!=', officeId)
		.executeTakeFirst()
	return other !== undefined
}

async function writeStations(ctx: Ctx, officeId: number, stations: Location['stations']): Promise<void> {
	await ctx.db.deleteFrom('office_stations').where('office_id', '=', officeId).execute()
	if (stations.length > 0)
		await ctx.db
			.insertInto('office_stations')
			.values(stations.map((one, index) => ({ ...one, office_id: officeId, position: index + 1 })))
			.execute()
}

/** The prefectures that it serves: its own is always one of them. Null adds that one only. */
async function writeAreas(ctx: Ctx, officeId: number, areaIds: readonly number[] | null): Promise<void> {
	if (areaIds !== null) {
		await ctx.db.deleteFrom('office_areas').where('office_id', '=', officeId).execute()
		if (areaIds.length > 0)
			await ctx.db
				.insertInto('office_areas')
				.values(areaIds.map((id) => ({ office_id: officeId, prefecture_id: id })))
				.execute()
	}
	await sql`
		insert into office_areas (office_id, prefecture_id) select id, prefecture_id from offices where id = ${officeId} on conflict do nothing
	`.execute(ctx.db)
}

/** An office offers a task only where a verified member may lawfully do a part of it: a sentence for each other one. */
async function unlawfulFees(ctx: Ctx, officeId: number, fees: ParsedSections['fees']): Promise<Record<string, string>> {
	const refused = await refusedTasks(
		ctx,
		officeId,
		fees.map(({ taskId }) => taskId),
	)
	return Object.fromEntries([...refused].map(([id, sentence]) => [`fee-min-${id}`, `${sentence}料金を空欄にしてください。`]))
}

async function writeFees(ctx: Ctx, officeId: number, fees: ParsedSections['fees']): Promise<void> {
	const unlawful = await unlawfulFees(ctx, officeId, fees)
	if (Object.keys(unlawful).length > 0) throw new DomainError('invalid', 'a task is reserved or absent', { fields: unlawful })
	// Rows of unpublished tasks stay, because a task may be published again.
	await sql`
		delete from office_tasks ot using tasks t where ot.office_id = ${officeId} and t.id = ot.task_id and t.published_at is not null
	`.execute(ctx.db)
	if (fees.length > 0)
		await ctx.db
			.insertInto('office_tasks')
			.values(
				fees.map((fee) => ({
					office_id: officeId,
					task_id: fee.taskId,
					fee_basis: fee.basis,
					fee_min: fee.min,
					fee_max: fee.max,
					includes: fee.includes,
				})),
			)
			.execute()
}

/** A case is filed under a task only where a verified member may lawfully do a part of it: a sentence for each other one. */
async function unlawfulCases(ctx: Ctx, officeId: number, cases: ParsedSections['cases']): Promise<Record<string, string>> {
	const refused = await refusedTasks(
		ctx,
		officeId,
		cases.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])),
	)
	return Object.fromEntries(
		cases.flatMap(({ taskId, number }): [string, string][] => {
			const sentence = taskId === null ? undefined : refused.get(taskId)
			return sentence === undefined ? [] : [[`case-task-${number}`, `${sentence}ほかの業務を選ぶか、業務を選ばずに載せてください。`]]
		}),
	)
}

async function writeCases(ctx: Ctx, officeId: number, cases: ParsedSections['cases']): Promise<void> {
	const unlawful = await unlawfulCases(ctx, officeId, cases)
	if (Object.keys(unlawful).length > 0) throw new DomainError('invalid', 'a task is reserved or absent', { fields: unlawful })
	await ctx.db.deleteFrom('office_cases').where('office_id', '=', officeId).execute()
	if (cases.length > 0)
		await ctx.db
			.insertInto('office_cases')
			.values(
				cases.map((one, index) => ({
					office_id: officeId,
					task_id: one.taskId,
					title: one.title,
					client: one.client,
					body: one.body,
					consented_on: one.consentedOn,
					position: index + 1,
				})),
			)
			.execute()
}
