import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import type { TableRow } from '../shared/tables.ts'
import { readSpecialDaysOf } from './hours/hours-rows.ts'
import { specialDayValues } from './hours/special-day-form.ts'
import { readPointValues } from './office-location.ts'
import { formValuesOf, scalarsOf } from './office-fields.ts'
import type { OfficeSection, SectionValues } from './office-sections.ts'

/** What is public (or will be) of an office as the values of its sections' forms. */
export async function readLiveSections(ctx: Ctx, officeId: number): Promise<Record<OfficeSection, SectionValues>> {
	const [office, stations, hours, areas, tasks, cases, point, special] = await Promise.all([
		ctx.db.selectFrom('offices').selectAll().where('id', '=', officeId).executeTakeFirst(),
		ctx.db.selectFrom('office_stations').selectAll().where('office_id', '=', officeId).orderBy('position').execute(),
		ctx.db.selectFrom('office_hours').selectAll().where('office_id', '=', officeId).orderBy('opens_at').execute(),
		ctx.db.selectFrom('office_areas').select('prefecture_id').where('office_id', '=', officeId).orderBy('prefecture_id').execute(),
		ctx.db.selectFrom('office_tasks').selectAll().where('office_id', '=', officeId).orderBy('task_id').execute(),
		ctx.db.selectFrom('office_cases').selectAll().where('office_id', '=', officeId).orderBy('position').execute(),
		readPointValues(ctx, officeId),
		readSpecialDaysOf(ctx, officeId),
	])
	if (!office) throw notFound('office')
	const scalars = scalarsOf(office)
	return {
		basics: formValuesOf('basics', scalars),
		place: {
			postalCode: office.postal_code ?? '',
			municipalityId: `${office.municipality_id}`,
			addressLine: office.address_line,
			...point,
			...stationValues(stations),
		},
		contact: {
			phone: office.phone ?? '',
			...(office.phone_public_at === null ? {} : { phonePublic: '1' }),
			...formValuesOf('contact', scalars),
		},
		hours: { ...hoursValues(hours), ...specialDayValues(special) },
		consultation: formValuesOf('consultation', scalars),
		about: {
			...formValuesOf('about', scalars),
			description: office.description.join('\n\n'),
			industries: office.industries.join('、'),
			software: office.software.join('、'),
			language: office.languages,
			area: areas.map((row) => `${row.prefecture_id}`),
		},
		fees: feeValues(tasks),
		cases: caseValues(cases),
	}
}

const stationValues = (rows: readonly TableRow<'office_stations'>[]): SectionValues =>
	Object.fromEntries(
		rows.flatMap(({ station_id: id, walk_minutes: minutes }, index) => [
			[`station-${index + 1}`, `${id}`],
			[`walk-${index + 1}`, `${minutes}`],
		]),
	)

const feeValues = (rows: readonly TableRow<'office_tasks'>[]): SectionValues =>
	Object.fromEntries(
		rows.flatMap((row) => [
			[`fee-basis-${row.task_id}`, row.fee_basis],
			[`fee-min-${row.task_id}`, `${row.fee_min}`],
			[`fee-max-${row.task_id}`, row.fee_max === null ? '' : `${row.fee_max}`],
			[`fee-includes-${row.task_id}`, row.includes],
		]),
	)

const caseValues = (rows: readonly TableRow<'office_cases'>[]): SectionValues =>
	Object.fromEntries(
		rows.flatMap((row, index) => [
			[`case-title-${index + 1}`, row.title],
			[`case-task-${index + 1}`, row.task_id === null ? '' : `${row.task_id}`],
			[`case-client-${index + 1}`, row.client],
			[`case-body-${index + 1}`, row.body],
			[`case-consented-${index + 1}`, row.consented_on],
		]),
	)

function hoursValues(rows: readonly { weekday: number; opens_at: string; closes_at: string; by_appointment: boolean }[]): SectionValues {
	const values: Record<string, string> = {}
	for (let weekday = 0; weekday <= 7; weekday++)
		for (const [index, row] of rows.filter((one) => one.weekday === weekday).entries()) {
			values[`open-${weekday}-${index + 1}`] = row.opens_at.slice(0, 5)
			values[`close-${weekday}-${index + 1}`] = row.closes_at.slice(0, 5)
			if (row.by_appointment) values[`appointment-${weekday}-${index + 1}`] = '1'
		}
	return values
}
