import type { Ctx } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { advertisingFault } from '../taxonomy/advertising-rules.ts'

/** What a form sends, by field. */
type Typed = Readonly<Record<string, string | readonly string[]>>

const BOUND = [4, 5]

/** The professions of all members of an office, verified or not: a text written now remains after verification. */
async function professionsOfOffice(ctx: Ctx, officeId: number): Promise<number[]> {
	const rows = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('expert_credentials as c', 'c.expert_id', 'm.expert_id')
		.select('c.profession_id')
		.distinct()
		.where('m.office_id', '=', officeId)
		.execute()
	return rows.map(({ profession_id }) => profession_id)
}

/** The fields of a section that violate the advertising rules of the office's professions, with the rule's name. */
export async function advertisingFaults(ctx: Ctx, officeId: number, values: Typed): Promise<Record<string, string>> {
	const typed = Object.entries(values).map(([name, value]): [string, string] => [
		name,
		typeof value === 'string' ? value : value.join('\n'),
	])
	// Few texts match: for most offices no further query is needed.
	if (!typed.some(([, text]) => advertisingFault(text, BOUND) !== null)) return {}
	const professionIds = await professionsOfOffice(ctx, officeId)
	return Object.fromEntries(
		typed.flatMap(([name, text]) => {
			const fault = advertisingFault(text, professionIds)
			return fault === null ? [] : [[name, fault]]
		}),
	)
}

/** Throws `invalid` at a field whose text the advertising rules of the office's professions forbid. */
export async function requireHonestText(ctx: Ctx, officeId: number, field: string, text: string): Promise<void> {
	const fault = (await advertisingFaults(ctx, officeId, { [field]: text }))[field]
	if (fault) throw new DomainError('invalid', 'forbidden advertising', { fields: { [field]: fault } })
}

/** Throws `invalid` for the name of a new office that the rules of its owner's professions forbid. */
export async function requireHonestName(ctx: Ctx, userId: string, typed: Typed[string] | undefined): Promise<void> {
	const name = typeof typed === 'string' ? typed : ''
	if (advertisingFault(name, BOUND) === null) return
	const rows = await ctx.db
		.selectFrom('expert_credentials as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select('c.profession_id')
		.where('e.user_id', '=', userId)
		.execute()
	const fault = advertisingFault(
		name,
		rows.map(({ profession_id }) => profession_id),
	)
	if (fault !== null) throw new DomainError('invalid', 'forbidden advertising', { fields: { name: fault } })
}
