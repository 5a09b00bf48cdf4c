import type { TaskSeed } from '../taxonomy/types.ts'
import { momentDaysAgo } from './calendar.ts'
import { profiles } from './profile.ts'
import type { Random } from './random.ts'
import { taskPhrase } from './tasks.ts'
import type { TextSubject } from './biographies.ts'
import { say } from './texts/grammar.ts'
import { reviewTexts } from './texts/reviews.ts'
import { officeFacts } from './texts/office-facts.ts'

export type DemoReview = {
	taskId: number
	stars: 1 | 2 | 3 | 4 | 5
	body: string
	persona: string
	createdAt: string
	reply: string | null
	repliedAt: string | null
}

/** Most offices have few reviews, some many; most stars are five, as they are where clients may write. */
export function reviewCount(random: Random): number {
	if (!random.chance(0.6)) return 0
	return Math.min(26, 1 + Math.floor(-4 * Math.log(1 - random.next())))
}

/** `quality` is how content clients of this office are, about 0 to 1. */
function drawStars(quality: number, random: Random): 1 | 2 | 3 | 4 | 5 {
	const roll = random.next()
	const five = 0.38 + 0.42 * quality
	const four = five + 0.24
	const three = four + (1 - four) * 0.58
	const two = three + (1 - three) * 0.6
	if (roll < five) return 5
	if (roll < four) return 4
	if (roll < three) return 3
	return roll < two ? 2 : 1
}

export function createReviews(subject: TextSubject, count: number, publishedDaysAgo: number, random: Random): DemoReview[] {
	const quality = random.next()
	const replyShare = random.chance(0.55) ? 0.15 + 0.7 * random.next() : 0
	const seen = new Set<string>()
	const reviews: DemoReview[] = []
	for (let n = 0; n < count; n++) {
		const task = random.pick(subject.tasks)
		const stars = drawStars(quality, random)
		let body = writeReview(subject, task, stars, random)
		for (let attempt = 0; attempt < 4 && seen.has(body); attempt++) body = writeReview(subject, task, stars, random)
		seen.add(body)
		const daysAgo = random.int(0, Math.max(0, publishedDaysAgo - 3))
		const replied = daysAgo > 2 && random.chance(replyShare)
		reviews.push({
			taskId: task.id,
			stars,
			body,
			persona: say(random.pick(reviewTexts.personas), random, variablesOf(subject, task, random)),
			createdAt: momentDaysAgo(random, daysAgo),
			reply: replied ? say(random.pick(reviewTexts.replies[stars >= 4 ? 'good' : stars === 3 ? 'mixed' : 'bad']), random) : null,
			repliedAt: replied ? momentDaysAgo(random, daysAgo - random.int(1, Math.min(daysAgo, 9))) : null,
		})
	}
	return reviews
}

function variablesOf(subject: TextSubject, task: TaskSeed, random: Random) {
	return {
		industry1: random.pick(random.chance(0.7) && subject.industries.length > 0 ? subject.industries : officeFacts.industries),
		task1: taskPhrase(task),
		title: profiles[subject.profession].name,
		surname: subject.person.surname.kanji,
		town: subject.place.municipality.cityName,
	}
}

function writeReview(subject: TextSubject, task: TaskSeed, stars: 1 | 2 | 3 | 4 | 5, random: Random): string {
	const variables = variablesOf(subject, task, random)
	const tell = (text: string) => say(text, random, variables)
	if (random.chance(0.16)) return tell(random.pick(reviewTexts.short[stars]))
	const opening = random.chance(0.85) ? tell(random.pick(reviewTexts.openings[stars])) : ''
	const praise = stars === 4 ? random.some(reviewTexts.details[5], random.int(0, 2)) : []
	const details = random.some(reviewTexts.details[stars], stars === 5 ? random.int(1, 4) : random.int(1, 2))
	return [opening, ...[...praise, ...details].map(tell), tell(random.pick(reviewTexts.endings[stars]))].join('')
}
