import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { builtJson } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import { isoDay } from '../../shared/japan-time.ts'
import type { ParsedSections } from '../office-section-schemas.ts'
import type { SpecialDays } from './special-days.ts'

/** The column that `specialDaysOf` selects. */
export const specialDaysColumn = builtJson(() =>
	z.array(
		z.strictObject({
			kind: z.enum(['closed', 'hours', 'open']),
			firstOn: z.string(),
			lastOn: z.string(),
			opensAt: z.string().nullable(),
			closesAt: z.string().nullable(),
			isYearly: z.boolean(),
			label: z.string(),
		}),
	),
).nullable

/** SQL for `json_agg` of an office's special days from a day on, in order; null for none. */
export const specialDaysOf = (officeId: RawBuilder<unknown>, today: string): RawBuilder<unknown> => sql`(
	select json_agg(json_build_object(
		'kind', d.kind, 'firstOn', d.first_on, 'lastOn', d.last_on, 'opensAt', to_char(d.opens_at, 'HH24:MI'),
		'closesAt', to_char(d.closes_at, 'HH24:MI'), 'isYearly', d.is_yearly, 'label', d.label
	) order by d.first_on, d.id)
	from office_special_days d where d.office_id = ${officeId} and (d.is_yearly or d.last_on >= ${today}::date)
)`

/** An office's special days that are not over. */
export async function readSpecialDaysOf(ctx: Ctx, officeId: number): Promise<SpecialDays[]> {
	const rows = await ctx.db
		.selectFrom('office_special_days')
		.selectAll()
		.where('office_id', '=', officeId)
		.where((eb) => eb.or([eb('is_yearly', '=', true), eb('last_on', '>=', isoDay(ctx.now()))]))
		.orderBy('first_on')
		.orderBy('id')
		.execute()
	return rows.map((row) => ({
		kind: row.kind,
		firstOn: row.first_on,
		lastOn: row.last_on,
		opensAt: row.opens_at?.slice(0, 5) ?? null,
		closesAt: row.closes_at?.slice(0, 5) ?? null,
		isYearly: row.is_yearly,
		label: row.label,
	}))
}

/** Replaces the hours and special days of an office. */
export async function writeHours(ctx: Ctx, officeId: number, { week, special }: ParsedSections['hours']): Promise<void> {
	await ctx.db.deleteFrom('office_hours').where('office_id', '=', officeId).execute()
	if (week.length > 0)
		await ctx.db
			.insertInto('office_hours')
			.values(
				week.map((one) => ({
					office_id: officeId,
					weekday: one.weekday,
					opens_at: one.opensAt,
					closes_at: one.closesAt,
					by_appointment: one.byAppointment,
				})),
			)
			.execute()
	await ctx.db.deleteFrom('office_special_days').where('office_id', '=', officeId).execute()
	if (special.length > 0)
		await ctx.db
			.insertInto('office_special_days')
			.values(
				special.map((one) => ({
					office_id: officeId,
					kind: one.kind,
					first_on: one.firstOn,
					last_on: one.lastOn,
					opens_at: one.opensAt,
					closes_at: one.closesAt,
					is_yearly: one.isYearly,
					label: one.label,
				})),
			)
			.execute()
	await ctx.db
		.updateTable('offices')
		.set({
			weekend: week.some(({ weekday }) => weekday === 0 || weekday >= 6),
			evening: week.some(({ closesAt }) => closesAt > '18:30'),
		})
		.where('id', '=', officeId)
		.execute()
}
