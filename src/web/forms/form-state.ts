import type { Way } from '../../domain/shared/errors.ts'

/** What a form holds, by the names of its fields. */
export type Values = Readonly<Record<string, string | readonly string[]>>

/** The state of a rejected form: an error for each bad field, and everything that was typed. */
export type FormState = {
	/** Which form of the page it was. */
	intent: string
	/** The row that the form is about; '' for forms of the page itself. */
	targetId: string
	/** An error for each bad field; `form` for the form itself. */
	fields: Readonly<Record<string, string>>
	/** Pages that help further. */
	ways?: readonly Way[]
	values: Values
}

/** The state of one of a page's forms; undefined while another one, or none, was sent. */
export const formStateFor = (formState: FormState | undefined, intent: string, targetId: number | '' = ''): FormState | undefined =>
	formState?.intent === intent && formState.targetId === String(targetId) ? formState : undefined

export function textIn(values: Values | undefined, name: string): string | undefined {
	const value = values?.[name]
	return typeof value === 'string' ? value : value?.[0]
}

export function textsIn(values: Values | undefined, name: string): string[] {
	const value = values?.[name]
	return value === undefined ? [] : typeof value === 'string' ? [value] : [...value]
}
