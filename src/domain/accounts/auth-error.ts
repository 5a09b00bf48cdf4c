import { DomainError } from '../shared/errors.ts'
import {
	type AuthErrorCode,
	type AuthFlow,
	catalogueField,
	catalogueKind,
	catalogueMessage,
	catalogueSentence,
	type MessageParts,
} from './catalogue.ts'

/** A DomainError with a code of the catalogue, its message, and a sentence for the field it concerns. */
export function authError(
	code: AuthErrorCode,
	flow: AuthFlow,
	options: MessageParts & { sentence?: string; retryAfterSeconds?: number; cause?: unknown } = {},
): DomainError {
	const field = catalogueField(code, flow)
	return new DomainError(catalogueKind(code), catalogueMessage(code, flow, options), {
		code,
		...(field === null ? {} : { fields: { [field]: options.sentence ?? catalogueSentence(code, flow) } }),
		...(options.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: options.retryAfterSeconds }),
		cause: options.cause,
	})
}
