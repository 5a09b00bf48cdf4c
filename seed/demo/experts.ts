import type { ProfessionSlug } from '../taxonomy/types.ts'
import { introduceExpert } from './biographies.ts'
import type { DemoOffice } from './offices.ts'
import { createPerson, type Person, registrationNumber, userUid } from './people.ts'
import { profiles } from './profile.ts'
import { createRandom, mixSeed, type Random } from './random.ts'
import type { DemoSubQualification } from './sub-qualifications.ts'
import { lawfulTasks } from './tasks.ts'
import { association } from './associations.ts'
import type { World } from './world.ts'

const EXPERT_SEED = 0xe4be47
/** More than any office has. */
const MEMBERS_LIMIT = 1_000

export type DemoExpert = {
	uid: string
	person: Person
	headline: string
	biography: string[]
	languages: string[]
	website: string | null
	title: string
	credentials: { professionId: number; number: string; association: string; registeredOn: string }[]
	subQualifications: DemoSubQualification[]
	taskIds: number[]
}

/** Last registration number given out in each profession; grows as experts are made. */
export type Serials = Record<ProfessionSlug, number>

const TITLES: Readonly<Record<DemoOffice['kind'], { owner: string; member: string }>> = {
	sole: { owner: '所長', member: '' },
	corporation: { owner: '代表社員', member: '社員' },
	company: { owner: '代表', member: '' },
	joint: { owner: '共同代表', member: '' },
}

/** The experts of an office: its head first, then `count − 1` colleagues. */
export function createExperts(world: World, office: DemoOffice, count: number, serials: Serials): DemoExpert[] {
	const random = createRandom(mixSeed(EXPERT_SEED, office.ordinal))
	return Array.from({ length: count }, (_, index) => {
		const professions = professionsOfMember(office, index, count)
		const main = professions[0] as ProfessionSlug
		const person = index === 0 ? office.owner : colleague(world, office, main, random)
		const tasks = office.tasks.map(({ task }) => task)
		const subQualifications = office.subQualifications.filter(({ professionId }) =>
			professions.some((slug) => profiles[slug].id === professionId),
		)
		const own = lawfulTasks(tasks, professions, subQualifications).map(({ task }) => task)
		const introduction =
			office.cast && index === 0
				? { headline: office.cast.ownerHeadline, biography: office.cast.ownerBiography }
				: introduceExpert(
						{
							profession: main,
							person,
							place: office.place,
							officeName: office.name,
							tasks: own.length > 0 ? own : tasks,
							industries: office.industries,
							staffCount: office.staffCount,
						},
						random,
					)
		const titles = TITLES[office.kind]
		return {
			uid: userUid(random, office.ordinal * MEMBERS_LIMIT + index),
			person,
			...introduction,
			languages: index === 0 ? office.languages : random.chance(0.5) ? office.languages : ['日本語'],
			website: index === 0 && random.chance(0.2) ? office.website : null,
			title:
				index === 0
					? titles.owner
					: titles.member || (random.chance(0.4) ? `所属${profiles[main].name}` : random.chance(0.3) ? 'パートナー' : '担当'),
			credentials: professions.map((slug, position) => ({
				professionId: profiles[slug].id,
				number: registrationNumber(slug, ++serials[slug]),
				association: association(slug, office.place),
				registeredOn: position === 0 ? person.practisingSince : later(person.practisingSince, random),
			})),
			subQualifications: subQualifications.map(({ number, ...sub }) => ({ ...sub, number: `${number}${index + 1}` })),
			taskIds: own.map((task) => task.id).filter(() => index === 0 || random.chance(0.8)),
		}
	})
}

/** In a joint office the second profession is a colleague's, else the head holds both. */
function professionsOfMember(office: DemoOffice, index: number, count: number): readonly ProfessionSlug[] {
	const [main, second] = office.professions as readonly [ProfessionSlug, ProfessionSlug?]
	if (!second) return [main]
	if (office.kind !== 'joint' || count === 1) return index === 0 ? [main, second] : [main]
	return index % 2 === 0 ? [main] : [second]
}

function colleague(world: World, office: DemoOffice, profession: ProfessionSlug, random: Random): Person {
	const person = createPerson(random, world.surnames(office.place.prefectureId), profession, office.place.prefectureId, false)
	// Family offices are usual: the next generation works beside the head.
	if (office.kind === 'sole' && office.owner.age - person.age >= 22 && random.chance(0.5))
		return { ...person, surname: office.owner.surname }
	return person
}

function later(date: string, random: Random): string {
	const year = Math.min(2025, Number(date.slice(0, 4)) + random.int(0, 6))
	return `${year}${date.slice(4)}`
}
