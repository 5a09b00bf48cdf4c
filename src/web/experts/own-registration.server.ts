import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import {
	findRegistration,
	isEditable,
	type RegisteredCredential,
	type Registration,
	takenSentence,
} from '../../domain/experts/registration.ts'
import { forVerifiedExperts } from '../../domain/shared/errors.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import type { ShownCredential } from './credential-fields.tsx'

/** The application that a step's page shows, null before the first entry; for a closed one redirects to the first page. */
export async function openRegistration(ctx: Ctx): Promise<Registration | null> {
	const registration = await findRegistration(ctx)
	if (registration && !isEditable(registration.state)) throw redirect(registrationPath(), 303)
	return registration
}

/** The registration of a verified expert. Who is suspended is sent to the page that says why. */
export async function verifiedRegistration(ctx: Ctx): Promise<Registration> {
	const registration = await findRegistration(ctx)
	if (registration?.state === 'suspended') throw redirect(registrationPath(), 303)
	if (registration?.state !== 'verified') throw forVerifiedExperts()
	return registration
}

export const shownCredential = ({
	id,
	professionName,
	registrationNumber,
	association,
	registeredOn,
	validUntil,
	isUnusual,
	isTaken,
	proofs,
}: Omit<RegisteredCredential, 'professionId'> & { validUntil?: string | null }): ShownCredential => ({
	id,
	professionName,
	registrationNumber,
	association,
	registeredOn,
	validUntil: validUntil ?? null,
	isUnusual,
	taken: isTaken ? takenSentence(professionName) : null,
	proofs: proofs.map((one) => ({
		id: one.id,
		extension: one.extension,
		pages: one.pages,
		deleted: one.purgeAt === null ? null : dayText(one.purgeAt.getTime()),
	})),
})
