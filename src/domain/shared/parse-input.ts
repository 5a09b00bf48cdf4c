import { z } from 'zod'
import { DomainError } from './errors.ts'

/** Parses the input of a form or call. Throws `invalid` with one message for each field (`sources.0.url`). */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
	const parsed = schema.safeParse(raw, { error: () => '入力内容を確認してください。' })
	if (parsed.success) return parsed.data
	const fields: Record<string, string> = {}
	for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
	throw new DomainError('invalid', 'the form has errors', { fields })
}

type Report<Value> = (field: keyof Value & string, sentence: string) => void

/**
 * A rule between fields of a form, for `check` of its schema. It is reported together with the faults of other fields, where a refinement of
 * the schema would wait until all of them are right; it is left out while a field that it `reads` is itself wrong.
 */
export function betweenFields<Value extends object>(
	reads: readonly (keyof Value & string)[],
	judge: (value: Value, report: Report<Value>) => void,
): z.core.$ZodCheck<Value> {
	const check = z.check<Value>(({ value, issues }) =>
		judge(value, (field, message) => issues.push({ code: 'custom', path: [field], message, input: value, continue: true })),
	)
	const isRead = (name: PropertyKey | undefined) => name === undefined || reads.some((field) => field === name)
	check._zod.def.when = ({ issues }) => !issues.some(({ path }) => isRead(path?.[0]))
	return check
}
