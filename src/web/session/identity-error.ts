import { type AuthFlow, catalogueMessage, catalogueSentence, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { type FormState, textIn, type Values } from '../forms/form-state.ts'
import { checkInputText } from '../forms/form-texts.ts'
import { LAST_ADMIN, LAST_ADMIN_SENTENCE } from '../../domain/accounts/staff-role-names.ts'

/** The error of the identity client: a code of the catalogue with its message and sentences. */
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
 * What a form shows of an error: a sentence, and the catalogue's message beneath it in small type. Errors of single
 * fields are rendered beside them, and the message beneath the first.
 */
export type IdentityFormError = FormState & { kind: 'failure'; code: string; sentence: string; message: string | null }

type ErrorParts = { code: string; message: string; fields: Readonly<Record<string, string>> }

export function formFailure({ code, message, fields }: ErrorParts, flow: AuthFlow, values: Values = {}): IdentityFormError {
	const hasFields = Object.keys(fields).length > 0
	return {
		kind: 'failure',
		intent: textIn(values, 'intent') ?? '',
		targetId: textIn(values, 'targetId') ?? '',
		code,
		sentence: others[code] ?? fields['form'] ?? (hasFields ? checkInputText(fields) : catalogueSentence(code, flow)),
		message: isAuthErrorCode(code) ? message : hasFields ? null : catalogueMessage(code, flow),
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
