import { type AuthFlow, catalogueMessage, catalogueSentence, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { LAST_ADMIN, LAST_ADMIN_SENTENCE } from '../../domain/accounts/staff-role-names.ts'

/** What the identity client throws: a code of the catalogue with its message and its sentences. */
export class IdentityError extends Error {
	readonly code: string
	readonly flow: AuthFlow
	/** A Japanese sentence for each bad field. */
	readonly fields: Readonly<Record<string, string>>

	constructor(code: string, flow: AuthFlow, options: { message?: string; fields?: Readonly<Record<string, string>> } = {}) {
		super(options.message ?? catalogueMessage(code, flow))
		this.name = 'IdentityError'
		this.code = code
		this.flow = flow
		this.fields = options.fields ?? {}
	}
}

/**
 * What a form shows of an error: a sentence, and the catalogue's message beneath it in small type. Where fields have
 * sentences of their own, these stand beside them, and the message beneath the first.
 */
export type FormFailure = {
	kind: 'failure'
	code: string
	sentence: string
	message: string | null
	fields: Readonly<Record<string, string>>
	/** What was typed, but never a password. */
	values: Readonly<Record<string, string>>
}

type ErrorParts = { code: string; message: string; fields: Readonly<Record<string, string>> }

const CHECK_INPUT = '入力内容を確認してください。'

export function formFailure(
	{ code, message, fields }: ErrorParts,
	flow: AuthFlow,
	values: Readonly<Record<string, string>> = {},
): FormFailure {
	const isOfCatalogue = isAuthErrorCode(code)
	return {
		kind: 'failure',
		code,
		sentence: others[code] ?? (Object.keys(fields).length > 0 ? CHECK_INPUT : catalogueSentence(code, flow)),
		message: isOfCatalogue ? message : Object.keys(fields).length > 0 ? null : catalogueMessage(code, flow),
		fields,
		values,
	}
}

const others: Record<string, string> = {
	[LAST_ADMIN]: LAST_ADMIN_SENTENCE,
	throttled: catalogueSentence('auth/too-many-requests', 'account'),
	unavailable: 'ただいま混み合っています。しばらくしてからお試しください。',
	'csrf-mismatch': catalogueSentence('auth/csrf-mismatch', 'account'),
	'origin-mismatch': catalogueSentence('auth/csrf-mismatch', 'account'),
}
