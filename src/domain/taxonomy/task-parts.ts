import type { TableRow } from '../shared/tables.ts'
import { getProfession, holderName } from './attributes.ts'

/** The kind of work in a part of a task. */
export type PartKind = TableRow<'task_parts'>['kind']

/** Who may do a reserved part: a profession, and where one is named its sub-qualification too. */
export type Grant = { professionId: number; subQualificationId: number | null }

export type ReservationLaw = { shortName: string; sentence: string }

/** A part of a task, or of a category: what a question without a task is taken to ask for. `law` is null where everybody may. */
export type TaskPart = {
	id: number
	scopeId: number
	scopeName: string
	name: string
	law: ReservationLaw | null
	grants: readonly Grant[]
}

/** The credentials of a person; a sub-qualification counts for the profession that it was verified with. */
export type Held = { professionIds: readonly number[]; subQualifications: readonly { professionId: number; id: number }[] }

/** Whether a holder of these credentials may do the part. `expert_may_do` is the same in SQL. */
export const mayDoPart = (held: Held, part: Pick<TaskPart, 'law' | 'grants'>): boolean =>
	part.law === null ||
	part.grants.some(
		({ professionId, subQualificationId }) =>
			held.professionIds.includes(professionId) &&
			(subQualificationId === null ||
				held.subQualifications.some((sub) => sub.professionId === professionId && sub.id === subQualificationId)),
	)

/** The names of those who may do a part, each once: 「弁護士」「特定社会保険労務士」「税理士登録のある公認会計士」. */
export function holdersOf(part: Pick<TaskPart, 'grants'>): string[] {
	const names = part.grants.map(({ professionId, subQualificationId }) =>
		subQualificationId === null ? getProfession(professionId).name : holderName(subQualificationId, professionId),
	)
	return [...new Set(names)]
}

/** Why a law prevents somebody from doing these parts, and who may do them: one sentence for each law, for a form or a disabled button. */
export function refusalOf(parts: readonly Pick<TaskPart, 'scopeName' | 'law' | 'grants'>[]): string {
	const scopes = [...new Set(parts.map(({ scopeName }) => `「${scopeName}」`))]
	return `${lawsOf(parts)}${scopes.join('')}を行えるのは、${allHolders(parts)}です。`
}

/** The same of a task that is named beside it. */
export const whyReserved = (parts: readonly Pick<TaskPart, 'law' | 'grants'>[]): string =>
	`${lawsOf(parts)}行えるのは、${allHolders(parts)}です。`

const lawsOf = (parts: readonly Pick<TaskPart, 'law'>[]): string =>
	[...new Set(parts.flatMap(({ law }) => (law === null ? [] : [law.sentence])))].join('')

const allHolders = (parts: readonly Pick<TaskPart, 'grants'>[]): string => [...new Set(parts.flatMap(holdersOf))].join('、')
