import { listContent, readYaml } from '../content-files.ts'
import { prefectureIdOf } from '../geography/prefectures.ts'
import { categories, taskOf } from '../taxonomy/index.ts'
import type { CategorySeed } from '../taxonomy/types.ts'
import { type QuestionSeed, threadSchema } from './types.ts'

/** Every demo question with its answers. A new one is found by lying in content/questions/{category}. */
export function loadQuestions(): QuestionSeed[] {
	return categories.flatMap((category) => listContent(`questions/${category.slug}`, '.yaml').map((name) => readQuestion(category, name)))
}

function readQuestion(category: CategorySeed, name: string): QuestionSeed {
	const key = `${category.slug}/${name}`
	const { tasks, prefecture, ...question } = readYaml(`questions/${key}.yaml`, threadSchema)
	return {
		key,
		...question,
		taskCategoryId: category.id,
		taskIds: tasks.map((task) => taskOf(task).id),
		prefectureId: prefecture === null ? null : prefectureIdOf(prefecture),
	}
}
