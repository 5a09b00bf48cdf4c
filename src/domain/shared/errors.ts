/** Errors of business rules. `http/problem.ts` alone turns a kind into a status. */
export type DomainErrorKind = 'not-found' | 'forbidden' | 'unauthenticated' | 'conflict' | 'invalid' | 'throttled' | 'unavailable'

/** A page that helps further, as its link's text and its path. */
export type Way = { label: string; path: string }

export class DomainError extends Error {
	readonly kind: DomainErrorKind
	/** Code for programs; the kind unless a catalogue has a finer code (`auth/…`). */
	readonly code: string
	/** For `invalid`: a Japanese message for each field of the form. */
	readonly fields: Readonly<Record<string, string>>
	/** Catalogue message or a short English detail; never personal data. */
	readonly detail: string
	readonly retryAfterSeconds: number | null
	/** Where to go instead, shown below the sentences of a form. */
	readonly ways: readonly Way[]

	constructor(
		kind: DomainErrorKind,
		detail: string,
		options: { code?: string; fields?: Record<string, string>; retryAfterSeconds?: number; ways?: readonly Way[]; cause?: unknown } = {},
	) {
		super(detail, { cause: options.cause })
		this.name = 'DomainError'
		this.kind = kind
		this.code = options.code ?? kind
		this.detail = detail
		this.fields = options.fields ?? {}
		this.retryAfterSeconds = options.retryAfterSeconds ?? null
		this.ways = options.ways ?? []
	}
}

/** By name, not instanceof: in development an edit loads a second copy of this module. */
export function isDomainError(error: unknown): error is DomainError {
	return error instanceof Error && error.name === 'DomainError' && 'kind' in error
}

export const notFound = (what: string) => new DomainError('not-found', `${what} not found`)

export const forVerifiedExperts = () =>
	new DomainError('forbidden', 'for verified experts only', { fields: { form: '資格の確認が済んだ専門家の方だけが使えるページです。' } })
