import type { Generated } from 'kysely'

export type UsersTable = {
	id: Generated<string>
	uid: string
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
	created_at: Generated<Date>
	updated_at: Date | null
}

export type AccountsTables = { users: UsersTable }
