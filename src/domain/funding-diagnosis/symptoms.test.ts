import { expect, test } from 'vitest'
import { categories } from '../../../seed/taxonomy/index.ts'
import { audiences, findSymptom, symptoms, symptomsOf } from './symptoms.ts'

test('every symptom leads to tasks that exist, none twice', () => {
	const known = new Set(categories.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
	for (const { taskIds } of symptoms) {
		expect(taskIds.length).toBeGreaterThan(0)
		expect(new Set(taskIds).size).toBe(taskIds.length)
		for (const id of taskIds) expect(known).toContain(id)
	}
})

test('every category is reached by some symptom', () => {
	const reached = new Set(symptoms.flatMap(({ taskIds }) => taskIds.map((id) => Math.floor(id / 100))))
	expect([...reached].sort((a, b) => a - b)).toEqual(categories.map(({ id }) => id))
})

test('slugs are unique, and everybody has something to choose from', () => {
	expect(new Set(symptoms.map(({ slug }) => slug)).size).toBe(symptoms.length)
	for (const { slug } of audiences) expect(symptomsOf(slug).length).toBeGreaterThanOrEqual(8)
})

test('a symptom of somebody else is not found', () => {
	expect(findSymptom('family', 'will')?.taskIds).toContain(1104)
	expect(findSymptom('starting', 'will')).toBeNull()
	expect(findSymptom('starting', null)).toBeNull()
})
