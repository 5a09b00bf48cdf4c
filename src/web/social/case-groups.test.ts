import { expect, test } from 'vitest'
import { bySpan, groupByCase } from './case-groups.ts'

test('notices of one case stand together at the place of its newest, and all others alone', () => {
	const items = ['r8', null, 'i80', 'r8', null, 'r8'].map((caseKey, id) => ({ id, caseKey }))
	expect(groupByCase(items).map(({ newest, earlier }) => [newest.id, ...earlier.map(({ id }) => id)])).toEqual([[0, 3, 5], [1], [2], [4]])
})

test('groups are listed under today, the last seven days or before, by their newest notice in Japan', () => {
	const days = ['2026-06-15T00:30:00Z', '2026-06-14T15:00:00Z', '2026-06-14T14:59:00Z', '2026-06-08T15:00:00Z', '2026-06-08T14:00:00Z']
	const groups = days.map((day) => ({ newest: { createdAt: new Date(day) }, earlier: [] }))
	expect(bySpan(groups, new Date('2026-06-15T03:00:00Z')).map(({ label, groups: within }) => [label, within.length])).toEqual([
		['今日', 2],
		['7日以内', 2],
		['それより前', 1],
	])
	expect(bySpan([], new Date())).toEqual([])
})
