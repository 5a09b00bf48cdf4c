import { expect, test } from 'vitest'
import { newestOfEachCategory, tasksWithMostOffices } from './choices.ts'

const task = (id: number, officeCount: number) => ({ id, officeCount, taskCategoryId: Math.floor(id / 100) })

test('tasks come by their number of offices, no category more than twice', () => {
	const tasks = [task(101, 5), task(501, 90), task(502, 80), task(503, 70), task(601, 60), task(102, 5)]
	expect(tasksWithMostOffices(tasks, 4).map(({ id }) => id)).toEqual([501, 502, 601, 101])
})

test('use cases: the newest of each category, newest first', () => {
	const useCases = [
		{ id: 1, taskId: 101 },
		{ id: 5, taskId: 102 },
		{ id: 3, taskId: 501 },
		{ id: 9, taskId: 1203 },
	]
	expect(newestOfEachCategory(useCases, 2).map(({ id }) => id)).toEqual([9, 5])
	expect(newestOfEachCategory([], 2)).toEqual([])
})
