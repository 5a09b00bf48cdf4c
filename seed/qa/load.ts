import { containsFigures } from '../../src/domain/shared/figures.ts'
import { addDays, hours, isoDay, startOfDay } from '../../src/domain/shared/japan-time.ts'
import { listContent, readYaml } from '../content-files.ts'
import { DEMO_TODAY } from '../demo/calendar.ts'
import { fillFactsIn } from '../facts/load.ts'
import { prefectureIdOf } from '../geography/prefectures.ts'
import { categories, taskOf } from '../taxonomy/index.ts'
import type { CategorySeed } from '../taxonomy/types.ts'
import { type QuestionSeed, threadSchema } from './types.ts'

/** Every demo question with its answers. New files in content/questions/{category} are picked up. */
export function loadQuestions(): QuestionSeed[] {
	return categories.flatMap((category) => listContent(`questions/${category.slug}`, '.yaml').map((name) => readQuestion(category, name)))
}

function readQuestion(category: CategorySeed, name: string): QuestionSeed {
	const key = `${category.slug}/${name}`
	const file = `questions/${key}.yaml`
	const { tasks, prefecture, answers, ...question } = readYaml(file, threadSchema)
	const askedOn = addDays(DEMO_TODAY, -question.askedDaysAgo)
	return {
		key,
		...fillFactsIn(question, askedOn, file),
		answers: answers.map((answer) => {
			const answeredOn = isoDay(startOfDay(askedOn).getTime() + hours(answer.afterHours))
			const lawAsOf = answer.lawAsOf ?? (containsFigures(answer.body) ? latestLaw(answeredOn) : null)
			return fillFactsIn({ ...answer, lawAsOf }, lawAsOf ?? answeredOn, file)
		}),
		taskCategoryId: category.id,
		taskIds: tasks.map((task) => taskOf(task).id),
		prefectureId: prefecture === null ? null : prefectureIdOf(prefecture),
	}
}

/** Laws take effect in April and October, for the most part: the last such day up to this one. */
function latestLaw(day: string): string {
	const year = Number(day.slice(0, 4))
	return [`${year}-10-01`, `${year}-04-01`].find((start) => start <= day) ?? `${year - 1}-10-01`
}
