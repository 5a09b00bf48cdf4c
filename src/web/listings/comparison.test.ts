import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeOfficeFacts } from '../../domain/offices/office-facts-for-test.ts'
import type { OfficeFacts, OfficeTask } from '../../domain/offices/types.ts'
import { getProfession } from '../../domain/taxonomy/attributes.ts'
import { OfficeHours } from '../offices/office-hours.tsx'
import { compareOffices } from './comparison.ts'

const adviser: OfficeTask = {
	taskId: 501,
	taskName: '税務顧問',
	taskCategoryId: 5,
	basis: 'monthly',
	min: 22_000,
	max: 55_000,
	includes: '',
}
const payroll: OfficeTask = { taskId: 602, taskName: '給与計算', taskCategoryId: 6, basis: 'monthly', min: 16_500, max: null, includes: '' }

const office = (id: number, change: Partial<OfficeFacts> = {}) => makeOfficeFacts({ id, name: `事務所${id}`, ...change })

const rowOf = (offices: OfficeFacts[], label: string) =>
	compareOffices(offices)
		.sections.flatMap(({ rows }) => rows)
		.find((row) => row.label === label)

test('every row has a cell for every office, and what is not known is a dash', () => {
	const offices = [office(1, { tasks: [adviser] }), office(2, { foundedOn: '2010-04-01' })]
	for (const { rows } of compareOffices(offices).sections) for (const row of rows) expect(row.cells).toHaveLength(2)
	expect(rowOf(offices, '税務顧問')?.cells).toEqual([['月額 22,000円〜55,000円（税込）'], ['—']])
	expect(rowOf(offices, '設立')?.cells).toEqual([['—'], ['2010年']])
})

test('tasks that more of the offices do come first', () => {
	const offices = [office(1, { tasks: [adviser, payroll] }), office(2, { tasks: [payroll] })]
	expect(compareOffices(offices).sections[0]?.rows.map(({ label }) => label)).toEqual(['給与計算', '税務顧問', '初回相談'])
})

test('the lowest fee is marked where fees have one basis and differ', () => {
	const with501 = (id: number, change: Partial<OfficeTask>) => office(id, { tasks: [{ ...adviser, ...change }] })
	expect(rowOf([with501(1, {}), with501(2, { min: 11_000 }), office(3)], '税務顧問')?.best).toEqual([false, true, false])
	expect(rowOf([with501(1, {}), with501(2, {})], '税務顧問')?.best).toEqual([false, false])
	expect(rowOf([with501(1, {}), with501(2, { basis: 'hourly', min: 11_000 })], '税務顧問')?.best).toEqual([false, false])
})

test('rows in which offices differ come first', () => {
	const offices = [office(1), office(2, { evening: true })]
	const labels = compareOffices(offices).sections[1]?.rows.map(({ label }) => label)
	expect(labels?.[0]).toBe('夜間')
	expect(labels).toContain('土日祝')
})

test('a first consultation without a description is shown by its flag', () => {
	const offices = [office(1, { firstConsultationFree: true }), office(2), office(3, { firstConsultation: '60分まで無料' })]
	expect(rowOf(offices, '初回相談')?.cells).toEqual([['無料'], ['要確認'], ['60分まで無料']])
})

test('the first expert of an office is its face, with a profession; an office without one shows its building', () => {
	const expert = (id: number, name: string) => ({
		id,
		name,
		kana: '',
		headline: '',
		portrait: null,
		title: '',
		practisingYears: null,
		credentials: [{ profession: getProfession(2), registrationNumber: '1', association: '', registeredOn: null }],
	})
	const { offices } = compareOffices([office(1, { experts: [expert(7, '三鷹 花子'), expert(8, '武蔵野 次郎')] }), office(2)])
	expect(offices.map(({ person }) => person)).toEqual([
		{ id: 7, name: '三鷹 花子', portrait: '/media/portraits/7.svg', professions: getProfession(2).name },
		null,
	])
	expect(offices[1]?.picture).toBe('/media/offices/2.svg')
})

test('no office gives no columns', () => {
	expect(compareOffices([]).offices).toEqual([])
})

test('the comparison and the page of an office state the same opening hours', () => {
	const hours = [1, 2, 4, 5, 6].map((weekday) => ({ weekday, opensAt: '09:30', closesAt: '18:00', byAppointment: weekday === 6 }))
	const page = renderToStaticMarkup(createElement(OfficeHours, { hours, open: null, specialDays: [], asOf: '' }))
	const rows = [...page.matchAll(/<th[^>]*>(.*?)<\/th><td>(.*?)<\/td>/g)].map(([, days, text]) => `${days} ${text}`)
	expect(rows).toHaveLength(5)
	expect(rowOf([office(1, { hours })], '営業時間')?.cells).toEqual([rows])
})
