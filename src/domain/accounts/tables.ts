import type { ShapesOf, TableRow } from '../shared/tables.ts'

export type Provider = TableRow<'identity_links'>['provider']
export type ActionCodeKind = TableRow<'action_codes'>['kind']

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'audit_log.detail': JsonObject
		'signing_keys.public_jwk': Record<string, unknown>
	}> {}
}
