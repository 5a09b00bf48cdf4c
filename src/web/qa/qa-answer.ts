/** What a form of this room comes back with when it was refused: the sentences and what was typed. */
export type QaRefusal = {
	intent: string
	/** The answer that the form belongs to; '' for forms of the question. */
	target: string
	/** A sentence for each bad field; `form` for the whole. */
	fields: Readonly<Record<string, string>>
	values: Readonly<Record<string, string | string[]>>
}

/** The refusal of one of a page's forms. */
export const refusalFor = (refusal: QaRefusal | undefined, intent: string, target: number | '' = ''): QaRefusal | undefined =>
	refusal?.intent === intent && refusal.target === String(target) ? refusal : undefined

export function typedText(refusal: QaRefusal | undefined, name: string): string | undefined {
	const value = refusal?.values[name]
	return Array.isArray(value) ? value[0] : value
}

export function typedTexts(refusal: QaRefusal | undefined, name: string): string[] {
	const value = refusal?.values[name]
	return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
