import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { insightChartNames, insightCharts, todayMeasureNames, todayMeasures } from '../../../domain/operations/insights/catalogue.ts'
import type { Insights } from '../../../domain/operations/insights/reading.ts'
import type { StaffRole, Viewer } from '../../../domain/shared/context.ts'
import routes from '../../routes.ts'
import type { Panel } from './panel.ts'
import { panelsFor, panelsOf } from './panels.ts'
import { todayPath } from './today-paths.ts'

const staff = (...roles: StaffRole[]): Viewer => ({ kind: 'member', userId: '1', uid: 'staff', isExpert: false, roles })
const admin = staff('admin')

/** Something of each series that has its rows from what was measured. */
const measured: Insights = {
	charts: insightChartNames,
	steps: ['2026-06-14', '2026-06-15'],
	stepDays: 1,
	slices: [{ series: 'desk.age', slice: '7:4', values: [2, 0] }],
	standings: [
		{ series: 'category', slice: '1', value: 1, label: '税務・会計' },
		{ series: 'unanswered', slice: '1', value: 3, label: null },
		{ series: 'reviewer', slice: '7', value: 1, label: '運営 花子' },
		{ series: 'missed', slice: '28:民泊の届出', value: 4, label: null },
	],
	measuredAt: new Date('2026-06-15T03:00:00Z'),
}
const panels = panelsFor(admin, panelsOf(measured, 28))

/** The figures of a panel that a reader takes for a number of things, with the list of those things. */
const linksOf = ({ name, facts, figures }: Panel) => [
	...facts.map(({ label, path }) => ({ figure: `${name}: ${label}`, path })),
	...figures
		.filter(({ kind }) => kind === 'ranks')
		.flatMap(({ title, data }) => data.rows.map(({ label, path }) => ({ figure: `${name}: ${title}: ${label}`, path }))),
]

/** Requests that nobody has sent are their writers' alone, so there is no list of them. */
const withoutList = [
	'funnel: 段階ごとの件数と、前の段階から残った割合: 入力を始めた',
	'funnel: 段階ごとの件数と、前の段階から残った割合: アドレスを確認した',
]

test('every figure of every chart links to the list behind it', () => {
	const links = panels.flatMap(linksOf)
	expect(links.length).toBeGreaterThan(45)
	expect(links.filter(({ path }) => path === undefined).map(({ figure }) => figure)).toEqual(withoutList)
	expect(panels.filter(({ lists }) => lists.length === 0).map(({ name }) => name)).toEqual([])
	expect(todayMeasureNames.filter((measure) => todayPath(admin, measure) === undefined)).toEqual([])
})

test('every link of a figure is the address of a page, and every place on a page is one of its charts', () => {
	const all = [
		...panels.flatMap((panel) =>
			[...linksOf(panel), ...panel.lists, ...panel.figures.flatMap(({ data }) => data.rows)].map(({ path }) => path),
		),
		...todayMeasureNames.map((measure) => todayPath(admin, measure)),
	].filter((path) => path !== undefined)
	const lost = all.filter((path) => {
		const { pathname, hash } = new URL(path, 'https://site.example')
		const isPage = matchRoutes(routes as RouteObject[], pathname)?.at(-1)?.route.path !== '*'
		return !isPage || (hash !== '' && !insightChartNames.some((name) => `#${name}` === hash))
	})
	expect(lost).toEqual([])
})

test('whoever sees a chart may open a list behind it, and is offered none of a room of others', () => {
	for (const name of insightChartNames)
		for (const role of insightCharts[name].roles) {
			const [panel] = panelsFor(staff(role), panelsOf({ ...measured, charts: [name] }, 28))
			expect([name, role, panel?.lists.length]).not.toEqual([name, role, 0])
		}
	for (const measure of todayMeasureNames)
		for (const role of todayMeasures[measure].roles) expect(todayPath(staff(role), measure)).toBeDefined()
	const [desk] = panelsFor(staff('moderator'), panelsOf({ ...measured, charts: ['desk'] }, 28))
	expect(desk?.facts.filter(({ path }) => path !== undefined).map(({ label }) => label)).toEqual([
		'報告の残り',
		'異議の申し立ての残り',
		'お問い合わせの残り',
	])
	expect(todayPath(staff('editor'), 'questions')).toBe('/qa')
})
