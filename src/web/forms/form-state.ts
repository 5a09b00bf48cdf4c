/** What stands in a form, by the names of its fields. */
export type Values = Readonly<Record<string, string | readonly string[]>>

/** What a form of this room comes back with when it was refused: the sentences and what was typed. */
export type QaRefusal = {
	intent: string
	/** The answer that the form belongs to; '' for forms of the question. */
	target: string
	/** A sentence for each bad field; `form` for the whole. */
	fields: Readonly<Record<string, string>>
	values: Values
}

/** The refusal of one of a page's forms. */
export const refusalFor = (refusal: QaRefusal | undefined, intent: string, target: number | '' = ''): QaRefusal | undefined =>
	refusal?.intent === intent && refusal.target === String(target) ? refusal : undefined

export function textIn(values: Values | undefined, name: string): string | undefined {
	const value = values?.[name]
	return typeof value === 'string' ? value : value?.[0]
}

export function textsIn(values: Values | undefined, name: string): string[] {
	const value = values?.[name]
	return value === undefined ? [] : typeof value === 'string' ? [value] : [...value]
}
