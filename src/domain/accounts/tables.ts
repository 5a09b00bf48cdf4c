import type { ColumnType, Generated } from 'kysely'
import type { BusinessRole } from './business-roles.ts'

export type UsersTable = {
	id: Generated<string>
	uid: string
	/** What the person gave last, proved or not. Mail, sign-in and look-ups go by `identities.email`. */
	email: string | null
	first_name: Generated<string>
	last_name: Generated<string>
	image_url: string | null
	is_expert: Generated<boolean>
	is_s: Generated<boolean>
	anonymize: Generated<boolean>
	has_logged_in: Generated<boolean>
	receive_email: Generated<boolean>
	is_phone_number_authenticated: Generated<boolean>
	task_ids: Generated<number[]>
	category_ids: Generated<number[]>
	business_role: BusinessRole | null
	created_at: Generated<Date>
	updated_at: Date | null
	deleted_at: Date | null
}

export type StaffRolesTable = {
	user_id: string
	role: 'admin' | 'moderator' | 'reviewer' | 'editor' | 'support'
	granted_at: Generated<Date>
}

export type Provider = 'google' | 'facebook'

export type IdentitiesTable = {
	uid: string
	/** The address in force. Null once another account has proved it first. */
	email: string | null
	email_verified_at: Date | null
	first_proved_at: Date | null
	owner_login_at: Date | null
	changes_frozen_until: Date | null
	password_hash: string | null
	epoch: Generated<number>
	created_at: Date
}

export type IdentityLinksTable = {
	uid: string
	provider: Provider
	subject: string
	email: string | null
	display_name: Generated<string>
	created_at: Date
}

/** New addresses that wait for their proof; many accounts may claim the same. */
export type AddressClaimsTable = { uid: string; email: string; claimed_at: Date; owner_login_at: Date | null }

export type KnownDevicesTable = { uid: string; device_hash: Buffer; last_used_at: Date; proved_at: Date | null }

export type ActionCodeKind = 'verifyEmail' | 'resetPassword' | 'recoverEmail'

export type ActionCodesTable = {
	code_hash: Buffer
	uid: string
	kind: ActionCodeKind
	email: string
	previous_email: string | null
	created_at: Date
	expires_at: Date
	used_at: Date | null
	voided_at: Date | null
	owner_login_at: Date | null
	email_proved_at: Date | null
}

export type OauthTransactionsTable = {
	state_hash: Buffer
	binding_hash: Buffer
	provider: Provider
	attempt: string
	nonce: string
	code_verifier: string
	link_uid: string | null
	created_at: Date
	expires_at: Date
}

export type LoginTicketsTable = {
	ticket_hash: Buffer
	kind: 'sign-in' | 'link' | 'link-intent' | 'spent-id-token' | 'second-factor' | 'passkey' | 'new-passkey'
	binding_hash: Buffer | null
	uid: string | null
	provider: Provider | null
	subject: string | null
	email: string | null
	email_is_verified: boolean | null
	display_name: string | null
	expires_at: Date
}

export type SessionsTable = {
	id: Generated<string>
	token_hash: Buffer
	uid: string
	provider: Provider | 'password' | 'passkey'
	auth_time: Date
	created_at: Date
	last_seen_at: Date
	expires_at: Date
	user_agent: string
	second_factor_at: Date | null
}

export type SecondFactorsTable = {
	uid: string
	sealed_secret: string
	created_at: Date
	confirmed_at: Date | null
	last_step: Generated<string>
}

export type PasskeysTable = {
	id: Generated<string>
	uid: string
	credential_id: string
	public_key: Buffer
	counter: string
	transports: string[]
	name: string
	created_at: Date
	last_used_at: Date | null
}

export type RecoveryCodesTable = { uid: string; code_hash: Buffer; created_at: Date | null }

export type ThrottlesTable = { key: string; hits: Date[]; granted: string | null; expires_at: Date }

export type SigningKeysTable = {
	kid: string
	public_jwk: ColumnType<Record<string, unknown>, string>
	sealed_private: string
	created_at: Date
}

export type AuthEventsTable = {
	id: Generated<string>
	uid: string | null
	kind: string
	provider: string | null
	block: string | null
	user_agent: string
	at: Date
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

export type AuditLogTable = {
	id: Generated<string>
	at: Date
	user_id: string | null
	act: string
	subject: string
	reason: string | null
	detail: ColumnType<JsonObject | null, string | null, never>
}

export type AccountsTables = {
	users: UsersTable
	staff_roles: StaffRolesTable
	audit_log: AuditLogTable
	identities: IdentitiesTable
	identity_links: IdentityLinksTable
	address_claims: AddressClaimsTable
	known_devices: KnownDevicesTable
	action_codes: ActionCodesTable
	oauth_transactions: OauthTransactionsTable
	login_tickets: LoginTicketsTable
	sessions: SessionsTable
	throttles: ThrottlesTable
	signing_keys: SigningKeysTable
	auth_events: AuthEventsTable
	second_factors: SecondFactorsTable
	recovery_codes: RecoveryCodesTable
	passkeys: PasskeysTable
}

declare module '../shared/context.ts' {
	interface Database extends AccountsTables {}
}
