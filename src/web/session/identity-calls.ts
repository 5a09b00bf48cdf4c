import type { AccountCall, AnswerOf, BodyOf } from '../../api/accounts/account-calls.ts'
import { type AuthFlow, isAuthErrorCode } from '../../domain/accounts/catalogue.ts'
import { csrfCookie } from './csrf-cookie.ts'
import { IdentityError } from './identity-error.ts'

/** `file` is a body that is no JSON. */
type Options = { flow: AuthFlow; idToken?: string | null; file?: Blob }

/**
 * One JSON call. The CSRF cookie is read when the request leaves, and once more when it was refused: another tab may
 * have renewed it in between. Throws IdentityError.
 */
export async function callAccounts<Call extends AccountCall>(call: Call, body: BodyOf<Call>, options: Options): Promise<AnswerOf<Call>> {
	const response = await send(call, body, options)
	if (response.status !== 403) return readAnswer(response, options.flow)
	const formState = await readProblem(response)
	if (formState.code !== 'csrf-mismatch' && formState.code !== 'auth/csrf-mismatch') throw identityError(formState, options.flow)
	return readAnswer(await send(call, body, options), options.flow)
}

async function send(call: AccountCall, body: unknown, { flow, idToken, file }: Options): Promise<Response> {
	const [method = 'GET', path = '/'] = call.split(' ')
	const headers: Record<string, string> = { accept: 'application/json', 'X-CSRF-TOKEN': csrfCookie() }
	if (idToken) headers['authorization'] = `Bearer ${idToken}`
	if (method !== 'GET') headers['content-type'] = file?.type || 'application/json'
	const init: RequestInit = { method, headers, cache: 'no-store', credentials: 'same-origin' }
	if (file) init.body = file
	else if (method !== 'GET') init.body = JSON.stringify({ ...(body as object | undefined), csrfToken: csrfCookie() })
	try {
		return await fetch(path, init)
	} catch {
		throw new IdentityError('auth/network-request-failed', flow)
	}
}

async function readAnswer<Answer>(response: Response, flow: AuthFlow): Promise<Answer> {
	if (!response.ok) throw identityError(await readProblem(response), flow)
	try {
		return (await response.json()) as Answer
	} catch {
		throw new IdentityError('auth/internal-error', flow)
	}
}

type ReadProblem = { code: string; message: string; fields: Record<string, string> }

async function readProblem(response: Response): Promise<ReadProblem> {
	try {
		const body = (await response.json()) as Partial<ReadProblem>
		return { code: body.code ?? '', message: body.message ?? '', fields: body.fields ?? {} }
	} catch {
		return { code: '', message: '', fields: {} }
	}
}

/** Maps codes outside the catalogue to the nearest of its codes. */
function identityError({ code, message, fields }: ReadProblem, flow: AuthFlow): IdentityError {
	if (isAuthErrorCode(code)) return new IdentityError(code, flow, { message, fields })
	if (Object.keys(fields).length > 0) return new IdentityError('invalid', flow, { message, fields })
	if (code === 'throttled') return new IdentityError('auth/too-many-requests', flow)
	if (code === 'csrf-mismatch' || code === 'origin-mismatch') return new IdentityError('auth/csrf-mismatch', flow)
	return new IdentityError('auth/internal-error', flow)
}
