import { expect, test } from 'vitest'
import { z } from 'zod'
import { betweenFields } from './parse-input.ts'

const schema = z
	.object({ name: z.string().min(1, 'name'), from: z.string().length(10, 'from'), to: z.string().length(10, 'to') })
	.check(betweenFields(['from', 'to'], ({ from, to }, report) => to < from && report('to', 'order')))
	.transform(({ from, to }) => `${from}/${to}`)

const faultsOf = (given: unknown) => schema.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('a rule between fields is reported together with what is wrong with others', () => {
	expect(faultsOf({ name: '', from: '2026-02-01', to: '2026-01-01' })).toEqual(['name: name', 'to: order'])
})

test('it is left out while one of its own fields is wrong, and where there are no fields', () => {
	expect(faultsOf({ name: 'a', from: '2026', to: '2026-01-01' })).toEqual(['from: from'])
	expect(faultsOf({ name: 'a', from: '2026-02-01' })).toHaveLength(1)
	expect(faultsOf(null)).toHaveLength(1)
})

test('what is right is transformed', () => {
	expect(schema.parse({ name: 'a', from: '2026-01-01', to: '2026-02-01' })).toBe('2026-01-01/2026-02-01')
})
