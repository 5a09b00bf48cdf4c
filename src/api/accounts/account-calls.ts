import type { ExtractSchema } from 'hono/types'
import type { accountsApi } from './accounts.ts'
import type { avatarsApi } from './avatars.ts'
import type { identityAccountApi } from './identity-account.ts'
import type { identityPasskeysApi } from './identity-passkeys.ts'
import type { identityProvidersApi } from './identity-providers.ts'
import type { identityApi } from './identity.ts'

/**
 * The calls of accounts as the browser makes them, inferred from their routes. Pure types. A write sends JSON and the
 * CSRF cookie's value in `X-CSRF-TOKEN` or as `csrfToken`; an error is problem+json, `code` one of
 * domain/accounts/catalogue.ts or the kind of a domain error.
 */
type Schema = ExtractSchema<
	| typeof accountsApi
	| typeof avatarsApi
	| typeof identityApi
	| typeof identityAccountApi
	| typeof identityPasskeysApi
	| typeof identityProvidersApi
>

type Path = Extract<keyof Schema, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type CallAt<At extends Path> = {
	[M in Method]: `$${Lowercase<M>}` extends keyof Schema[At] ? `${M} ${At}` : never
}[Method]

/** Method and path, such as `POST /api/updateUser`. */
export type AccountCall = { [At in Path]: CallAt<At> }[Path]

type EndpointOf<Call extends AccountCall> = Call extends `${infer M extends Method} ${infer At extends Path}`
	? Schema[At][Extract<keyof Schema[At], `$${Lowercase<M>}`>]
	: never

type JsonOf<Input> = Input extends { json: infer Body } ? Body : undefined

export type BodyOf<Call extends AccountCall> = EndpointOf<Call> extends { input: infer Input } ? JsonOf<Input> : undefined
export type AnswerOf<Call extends AccountCall> =
	Extract<EndpointOf<Call>, { status: 200; outputFormat: 'json' }> extends { output: infer Answer } ? Answer : never
