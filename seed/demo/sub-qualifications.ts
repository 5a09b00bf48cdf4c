import { professions, subQualifications as all, type SubQualificationSlug } from '../../src/domain/taxonomy/attributes.ts'
import type { Held } from '../../src/domain/taxonomy/task-parts.ts'
import { subQualifications } from '../taxonomy/parts.ts'
import type { ProfessionSlug } from '../taxonomy/types.ts'
import { createRandom, mixSeed } from './random.ts'

export type DemoSubQualification = { id: number; professionId: number; number: string; validUntil: string | null }

const SUB_SEED = 0x5b91a7

/** How many of a profession have it, in the demo. Texts of 司法書士 speak of the certification, so all have it but who has texts of their own. */
const SHARES: Readonly<Partial<Record<`${ProfessionSlug}+${SubQualificationSlug}`, number>>> = {
	'sharoushi+tokutei-sharoushi': 0.4,
	'shihoshoshi+nintei-shihoshoshi': 1,
	'gyoseishoshi+shinsei-toritsugi': 0.55,
	'bengoshi+shinsei-toritsugi': 0.05,
	'benrishi+fuki-benrishi': 0.35,
	'bengoshi+tsuchi-bengoshi': 0.06,
	'kaikeishi+zeirishi-registration': 0.8,
	'zeirishi+nintei-shien': 0.4,
	'kaikeishi+nintei-shien': 0.3,
	'shindanshi+nintei-shien': 0.45,
	'zeirishi+ma-shien': 0.08,
	'kaikeishi+ma-shien': 0.25,
	'shindanshi+ma-shien': 0.12,
}

/**
 * What the members of an office have besides their registrations; all members of a profession share it. Drawn from the
 * office's ordinal alone, so that nothing else of the office changes with it.
 */
export function drawSubQualifications(ordinal: number, held: readonly ProfessionSlug[]): DemoSubQualification[] {
	const random = createRandom(mixSeed(SUB_SEED, ordinal))
	return held.flatMap((slug) =>
		subQualifications.flatMap((sub) => {
			const share = SHARES[`${slug}+${sub.slug}`]
			if (share === undefined || !random.chance(share)) return []
			// Who is registered as 税理士 anyway, has that credential.
			if (sub.slug === 'zeirishi-registration' && held.includes('zeirishi')) return []
			const year = random.int(2027, 2030)
			return {
				id: sub.id,
				professionId: professionIdOf(slug),
				number: `${random.int(1, 9)}${String(ordinal).padStart(5, '0')}${sub.id}`,
				validUntil: sub.renewal === 'required' ? `${year}-03-31` : null,
			}
		}),
	)
}

const professionIdOf = (slug: ProfessionSlug): number => professions.find((one) => one.slug === slug)?.id ?? 0

export const heldOf = (slugs: readonly ProfessionSlug[], subs: readonly { id: number; professionId: number }[]): Held => ({
	professionIds: slugs.map(professionIdOf),
	subQualifications: subs,
})

/** Everything that these professions can have, for the check of texts that name a profession alone. */
export const mostHeld = (slugs: readonly ProfessionSlug[]): Held =>
	heldOf(
		slugs,
		slugs.flatMap((slug) => all.map(({ id }) => ({ id, professionId: professionIdOf(slug) }))),
	)
