import type { Values } from './form-state.ts'

/** Technical fields of a form that are not part of a draft. */
const ofTheSending = new Set(['intent', 'clientKey', 'confirmed', 'version'])

/** A stored draft as the fields of its form; values other than text are dropped. */
export function draftValues(content: Readonly<Record<string, unknown>>): Values {
	const values: Record<string, string | string[]> = {}
	for (const [name, value] of Object.entries(content)) {
		if (ofTheSending.has(name)) continue
		if (typeof value === 'string') values[name] = value
		else if (Array.isArray(value)) values[name] = value.filter((one) => typeof one === 'string')
	}
	// An unchecked box is not sent.
	return { anonymous: '', ...values }
}
