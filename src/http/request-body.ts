/** A request's body, parsed once in front of the application for the CSRF check, page actions and API calls alike. */
export type RequestBody =
	| { kind: 'none' }
	| { kind: 'form'; form: FormData }
	| { kind: 'json'; value: unknown }
	/** The body is one file, such as a picture sent by a script. */
	| { kind: 'file'; file: Blob }
	/** Of a media type that no handler reads. */
	| { kind: 'other'; bytes: Buffer }

/** Why a body is rejected. */
export class BodyRefusal extends Error {
	readonly status: number
	readonly code: string

	constructor(status: number, code: string) {
		super(code)
		this.name = 'BodyRefusal'
		this.status = status
		this.code = code
	}
}

/** The submitted form; empty when the body was none, so that every field counts as missing. */
export const formOf = (body: RequestBody | undefined): FormData => (body?.kind === 'form' ? body.form : new FormData())

/** The value of a top-level field, as the CSRF check reads its token. */
export function fieldOf(body: RequestBody, name: string): unknown {
	if (body.kind === 'form') return body.form.get(name)
	if (body.kind !== 'json') return undefined
	const { value } = body
	return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
