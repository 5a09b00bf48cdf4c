import { days } from '../../src/domain/shared/japan-time.ts'
import { isoDate, DEMO_TODAY } from './calendar.ts'
import type { TextSubject } from './biographies.ts'
import { profiles } from './profile.ts'
import type { Random } from './random.ts'
import { caseTexts } from './texts/cases.ts'
import { say } from './texts/grammar.ts'
import { officeFacts } from './texts/office-facts.ts'

export type DemoCase = { taskId: number; title: string; client: string; body: string; consentedOn: string }

/** Cases from different categories of what the office offers, each about a task of it, with the day on which the client agreed to it. */
export function createCases(subject: TextSubject, count: number, random: Random): DemoCase[] {
	const categories = [...new Set(subject.tasks.map((task) => Math.floor(task.id / 100)))]
	return random.some(categories, count).flatMap((category) => {
		const own = subject.tasks.filter((one) => Math.floor(one.id / 100) === category)
		const text = random.pick((caseTexts.get(category) ?? []).filter(({ taskIds }) => own.some(({ id }) => taskIds.includes(id))))
		const task = random.pick(own.filter(({ id }) => text.taskIds.includes(id)))
		const variables = {
			industry1: random.pick(subject.industries.length > 0 ? subject.industries : officeFacts.industries),
			task1: task.name,
			town: subject.place.municipality.cityName,
			title: profiles[subject.profession].name,
		}
		const tell = (one: string) => say(one, random, variables)
		return [
			{
				taskId: task.id,
				title: tell(text.title),
				client: tell(text.client),
				body: tell(text.body),
				consentedOn: isoDate(Date.parse(DEMO_TODAY) - days(random.int(20, 900))),
			},
		]
	})
}
