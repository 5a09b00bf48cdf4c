import { redirect } from 'react-router'
import type { Ctx } from '../../domain/context.ts'
import { findRegistration, isEditable, type Registration } from '../../domain/directory/registration.ts'
import { registrationPath } from '../../domain/links.ts'

/** The application that a step's page shows, null before the first entry; one that is closed is looked at on the first page. */
export async function openRegistration(ctx: Ctx): Promise<Registration | null> {
	const registration = await findRegistration(ctx)
	if (registration && !isEditable(registration.state)) throw redirect(registrationPath(), 303)
	return registration
}
