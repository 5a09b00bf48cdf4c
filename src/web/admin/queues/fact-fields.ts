import type { GivenMark } from '../../../domain/experts/fact-checks.ts'

/** The fields of a decision that say how each fact compares with its proof: shown by the form, read by its action. */
const PREFIX = 'fact:'
export const RIGHT = 'right'
/** In the place of a verdict: keeps the marks and decides nothing. */
export const MARKS_ALONE = 'marks'

export const factField = (fact: string): string => `${PREFIX}${fact}`

/** The marks of a form. One that is wrong has the text of the fix as its value, which is a reason where none is typed. */
export function factsIn(form: FormData): { marks: GivenMark[]; fixes: string[] } {
	const fields = [...form.entries()].flatMap(([name, value]) =>
		name.startsWith(PREFIX) && typeof value === 'string' && value !== '' ? [{ fact: name.slice(PREFIX.length), value }] : [],
	)
	return {
		marks: fields.map(({ fact, value }) => ({ fact, isRight: value === RIGHT })),
		fixes: fields.map(({ value }) => value).filter((value) => value !== RIGHT),
	}
}
