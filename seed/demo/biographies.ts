import type { ProfessionSlug, TaskSeed } from '../taxonomy/types.ts'
import type { Person } from './people.ts'
import type { Place } from './places.ts'
import { profiles } from './profile.ts'
import type { Random } from './random.ts'
import { taskPhrase } from './tasks.ts'
import { commonTexts } from './texts/common-texts.ts'
import { say, type Variables } from './texts/grammar.ts'

const {
	closings,
	communities,
	firstConsultationFree,
	firstConsultationPaid,
	headlines,
	hobbies,
	newcomerOpenings,
	officePeople,
	officePlaces,
	openings,
	roots,
	soloPeople,
} = commonTexts

export type TextSubject = {
	profession: ProfessionSlug
	person: Person
	place: Place
	officeName: string
	tasks: readonly TaskSeed[]
	industries: readonly string[]
	staffCount: number
}

/** The offered tasks that this profession is known for: a labour consultant writes about work rules, not about contracts. */
function tellingTasks(profession: ProfessionSlug, tasks: readonly TaskSeed[]): readonly TaskSeed[] {
	const own = tasks.filter((task) => task.professions.includes(profession))
	const central = own.filter((task) => (profiles[profession].affinity[Math.floor(task.id / 100)] ?? 0) >= 1)
	return central.length >= 2 ? central : own.length >= 2 ? own : tasks
}

function variablesOf(subject: TextSubject, random: Random): Variables {
	const { person, place, tasks, industries } = subject
	const [first, second] = random.some(tellingTasks(subject.profession, tasks), 2)
	const [industry1 = '小売業', industry2 = 'サービス業'] = random.some(industries, 2)
	const nearest = place.nearStations[0]
	return {
		surname: person.surname.kanji,
		office: subject.officeName,
		town: place.municipality.cityName,
		pref: place.prefectureName,
		access: nearest && nearest.distance <= 1_500 ? `${nearest.station.name}駅` : place.town.name || place.municipality.cityName,
		walk: String(nearest?.walkMinutes ?? 5),
		years: String(person.years),
		home: person.home,
		title: profiles[subject.profession].name,
		task1: first ? taskPhrase(first) : '経営のご相談',
		task2: second ? taskPhrase(second) : 'そのほかの手続',
		industry1,
		industry2,
		staff: String(subject.staffCount),
	}
}

/** An expert's introduction: one line, and two to four paragraphs. */
export function introduceExpert(subject: TextSubject, random: Random): { headline: string; biography: string[] } {
	const { texts } = profiles[subject.profession]
	const variables = variablesOf(subject, random)
	const tell = (from: readonly string[]) => say(random.pick(from), random, variables)
	const notifySomeMembers = (from: readonly string[], count: number) => random.some(from, count).map((text) => say(text, random, variables))

	const opening = subject.person.years <= 4 && random.chance(0.7) ? tell(newcomerOpenings) : tell(openings)
	const past = [tell(texts.careers), ...(random.chance(0.75) ? [tell(texts.turns)] : [])]
	const work = [...notifySomeMembers(texts.strengths, random.pick([1, 2, 2, 3])), ...(random.chance(0.8) ? [tell(texts.ways)] : [])]
	const self: string[] = []
	if (random.chance(0.3) && !opening.includes(subject.person.home)) self.push(tell(roots))
	if (random.chance(0.3)) self.push(tell(communities))
	if (random.chance(0.7) || self.length === 0) self.push(tell(hobbies))
	const last = random.chance(0.45) ? tell(closings) : null

	// Some begin with their work and introduce themselves later.
	const biography = random.chance(0.25) ? [[opening, ...work], past] : [[opening, ...past], work]
	if (random.chance(0.75)) biography.push(self)
	if (last) {
		if (biography.length < 4 && random.chance(0.5)) biography.push([last])
		else biography.at(-1)?.push(last)
	}
	return { headline: tell(random.chance(0.4) ? headlines : texts.headlines), biography: biography.map((sentences) => sentences.join('')) }
}

/** An office's introduction, and the price of the first consultation. */
export function introduceOffice(
	subject: TextSubject & { free: boolean },
	random: Random,
): { headline: string; description: string[]; firstConsultation: string } {
	const { texts } = profiles[subject.profession]
	const variables = variablesOf(subject, random)
	const notifySomeMembers = (from: readonly string[], count: number) => random.some(from, count).map((text) => say(text, random, variables))
	const near = (subject.place.nearStations[0]?.distance ?? Number.POSITIVE_INFINITY) <= 1_200
	const places = near ? officePlaces : officePlaces.slice(1)
	const description = [
		notifySomeMembers(texts.officeBodies, random.int(1, 3)).join(''),
		[
			...notifySomeMembers(subject.staffCount <= 2 ? soloPeople : officePeople, 1),
			...notifySomeMembers(random.chance(0.5) ? texts.ways : texts.strengths, 1),
		].join(''),
	]
	if (random.chance(0.65)) description.push(notifySomeMembers(places, random.int(1, 2)).join(''))
	return {
		headline: say(random.pick(random.chance(0.25) ? headlines.slice(0, 5) : texts.officeHeadlines), random, variables),
		description,
		firstConsultation: random.pick(subject.free ? firstConsultationFree : firstConsultationPaid),
	}
}
