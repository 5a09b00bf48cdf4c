import type { TaskSummary, UseCase } from '../../domain/taxonomy/types.ts'

/** Tasks that most offices take on, at most two of a category so that the list shows the breadth of the site. */
export function tasksWithMostOffices<T extends Pick<TaskSummary, 'id' | 'taskCategoryId' | 'officeCount'>>(
	tasks: readonly T[],
	limit: number,
): T[] {
	const taken = new Map<number, number>()
	return tasks
		.toSorted((a, b) => b.officeCount - a.officeCount || a.id - b.id)
		.filter(({ taskCategoryId }) => {
			const count = (taken.get(taskCategoryId) ?? 0) + 1
			taken.set(taskCategoryId, count)
			return count <= 2
		})
		.slice(0, limit)
}

/** The newest use case of each category (ids grow with time), newest first. */
export function newestOfEachCategory<T extends Pick<UseCase, 'id' | 'taskId'>>(useCases: readonly T[], limit: number): T[] {
	const newest = new Map<number, T>()
	for (const useCase of useCases) {
		const category = Math.floor(useCase.taskId / 100)
		const known = newest.get(category)
		if (!known || known.id < useCase.id) newest.set(category, useCase)
	}
	return [...newest.values()].sort((a, b) => b.id - a.id).slice(0, limit)
}
