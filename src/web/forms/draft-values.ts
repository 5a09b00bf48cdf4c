import type { Values } from './form-state.ts'

/** Fields that belong to one sending of a form and not to what somebody wrote. */
const ofTheSending = new Set(['intent', 'clientKey', 'confirmed', 'version'])

/** A kept draft as the fields of its form; what is no text is left out. */
export function draftValues(content: Readonly<Record<string, unknown>>): Values {
	const values: Record<string, string | string[]> = {}
	for (const [name, value] of Object.entries(content)) {
		if (ofTheSending.has(name)) continue
		if (typeof value === 'string') values[name] = value
		else if (Array.isArray(value)) values[name] = value.filter((one) => typeof one === 'string')
	}
	// An empty box is sent as nothing at all.
	return { anonymous: '', ...values }
}
