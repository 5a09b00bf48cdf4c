import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCursor } from '../shared/paging.ts'
import {
	canonicalSearch,
	emptyQuery,
	parseListQuery,
	parseSearchText,
	queryForArea,
	switchFlag,
	switchProfession,
	withOrder,
} from './list-query.ts'

const parse = (search: string, kind: 'japan' | 'station' = 'japan') => parseListQuery(new URLSearchParams(search), kind)
const cursor = encodeCursor({ direction: 'after', page: 2, key: [123, 45] })

test('a list opens in the recommended order, that of a station with the nearest', () => {
	expect(parse('')).toEqual({ professions: [], subQualifications: [], flags: [], order: 'recommended', cursor: null })
	expect(parse('', 'station').order).toBe('nearest')
	expect(parse('order=nearest').order).toBe('recommended')
})

test('ignores unknown, malformed and repeated values', () => {
	const search =
		'profession=bengoshi&profession=zeirishi,nobody&profession=__proto__&online=1&weekend=yes&evening=true&order=best&order=rating&page=x&x=1'
	expect(parse(search)).toEqual({
		professions: ['zeirishi', 'bengoshi'],
		subQualifications: [],
		flags: ['online', 'evening'],
		order: 'recommended',
		cursor: null,
	})
})

test('a cursor is valid only for the order it was created in', () => {
	expect(parse(`page=r${cursor}`).cursor).toBe(`r${cursor}`)
	expect(parse(`order=rating&page=r${cursor}`).cursor).toBeNull()
	expect(parse(`order=rating&page=s${cursor}`).cursor).toBe(`s${cursor}`)
})

test('each query has one canonical form', () => {
	expect(canonicalSearch(parse('evening=1&order=rating&profession=bengoshi,zeirishi&accepting=true'), 'japan')).toBe(
		'?profession=zeirishi&profession=bengoshi&evening=1&accepting=1&order=rating',
	)
	expect(canonicalSearch(emptyQuery('station'), 'station')).toBe('')
})

test('any text parses to a query that its canonical form gives again', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.tuple(
					fc.oneof(fc.constantFrom('profession', 'online', 'order', 'page', 'accepting'), fc.string()),
					fc.string({ unit: 'binary' }),
				),
			),
			(pairs) => {
				const query = parse(new URLSearchParams(pairs).toString())
				expect(parse(canonicalSearch(query, 'japan'))).toEqual(query)
			},
		),
	)
})

test('switching an option returns to the first page', () => {
	const query = parse(`online=1&page=r${cursor}`)
	expect(switchFlag(query, 'online')).toMatchObject({ flags: [], cursor: null })
	expect(switchProfession(query, 'benrishi')).toMatchObject({ professions: ['benrishi'], flags: ['online'], cursor: null })
	expect(withOrder(query, 'newest')).toMatchObject({ order: 'newest', cursor: null })
})

test('an order that an area lacks becomes the order in which its list opens', () => {
	expect(queryForArea(parse('online=1', 'station'), 'prefecture')).toEqual({
		professions: [],
		subQualifications: [],
		flags: ['online'],
		order: 'recommended',
		cursor: null,
	})
	expect(queryForArea(parse('order=rating'), 'station').order).toBe('rating')
})

test('removes control characters and excess length from search text without splitting a character', () => {
	expect(parseSearchText('  三鷹\u0000駅\n 税理士 ')).toBe('三鷹 駅 税理士')
	expect(parseSearchText(null)).toBe('')
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
			const parsed = parseSearchText(text)
			expect(parsed.length).toBeLessThanOrEqual(80)
			expect(parsed.isWellFormed()).toBe(true)
			expect(parsed).not.toContain('\u0000')
		}),
	)
})
