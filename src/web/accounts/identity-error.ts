import { type AuthFlow, catalogueMessage, catalogueSentence, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'

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

/** What a form shows of an error: the sentence first, the catalogue's message beneath it, and a sentence per field. */
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
	const hasFields = Object.keys(fields).length > 0
	const isWeak = code === 'auth/weak-password'
	return {
		kind: 'failure',
		code,
		sentence:
			isOfCatalogue && !isWeak ? catalogueSentence(code, flow) : hasFields ? CHECK_INPUT : (others[code] ?? catalogueSentence(code, flow)),
		message: isOfCatalogue ? message : hasFields ? null : catalogueMessage(code, flow),
		fields,
		values,
	}
}

const others: Record<string, string> = {
	throttled: catalogueSentence('auth/too-many-requests', 'account'),
	unavailable: 'ただいま混み合っています。しばらくしてからお試しください。',
	'csrf-mismatch': catalogueSentence('auth/csrf-mismatch', 'account'),
	'origin-mismatch': catalogueSentence('auth/csrf-mismatch', 'account'),
}
