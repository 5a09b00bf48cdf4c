import type { Values } from './form-state.ts'

/** A field's text; '' where the form has none of that name, or a file. */
export function textOf(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}

/** Never rendered again and never kept. */
const secretFields = new Set(['csrfToken', 'password', 'currentPassword', 'code', 'firstCode'])

/** What was typed, to be rendered again or kept as a draft; files and secrets are left out. */
export function typedValues(form: FormData): Values {
	const values: Record<string, string | string[]> = {}
	for (const name of new Set(form.keys())) {
		if (secretFields.has(name)) continue
		const all = form.getAll(name).filter((value) => typeof value === 'string')
		values[name] = all.length === 1 ? (all[0] ?? '') : all
	}
	return values
}

/** Every field by its name, files and secrets included, with the row of the intent; a list where a name comes more than once. */
export const fieldsOf = (form: FormData): Record<string, unknown> => ({
	...Object.fromEntries([...new Set(form.keys())].map((name) => [name, oneOrAll(form.getAll(name))])),
	targetId: intentOf(form).targetId,
})

const oneOrAll = (all: FormDataEntryValue[]): unknown => (all.length === 1 ? all[0] : all)

/**
 * Which form of a page was sent, and about which row. A button of a form with several rows names its row after a colon:
 * `photoUp:12`.
 */
export function intentOf(form: FormData): { intent: string; targetId: string } {
	const [intent = '', row] = textOf(form, 'intent').split(':')
	return { intent, targetId: row ?? textOf(form, 'targetId') }
}
