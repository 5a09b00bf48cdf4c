import type { z } from 'zod'
import { DomainError } from './errors.ts'

/** Parses the input of a form or call. Throws `invalid` with one message for each field (`sources.0.url`). */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
	const parsed = schema.safeParse(raw, { error: () => '入力内容を確認してください。' })
	if (parsed.success) return parsed.data
	const fields: Record<string, string> = {}
	for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
	throw new DomainError('invalid', 'the form has errors', { fields })
}
