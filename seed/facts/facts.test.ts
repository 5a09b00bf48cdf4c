import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { prefectures } from '../../src/domain/geography/prefectures.ts'
import { addDays, isoDay } from '../../src/domain/shared/japan-time.ts'
import { changedFacts, checkFacts, editionAt } from '../../src/domain/taxonomy/facts.ts'
import { loadArticles } from '../articles/load.ts'
import { loadQuestions } from '../qa/load.ts'
import { fillFacts, loadFacts } from './load.ts'

const facts = loadFacts()
const valueOn = (key: string, day: string) => {
	const fact = facts.find((one) => one.key === key)
	return fact && editionAt(fact, day)?.value
}

describe('the facts of content/facts', () => {
	/** When the facts were last gone through. The build compares them with the day on which it runs; a test must not fail by the clock. */
	const REVIEWED = '2026-11-23'

	test('are all in force on the day of their last review', () => {
		expect(checkFacts(facts, REVIEWED).failures).toEqual([])
	})

	const dueOf = (key: string, day: string) => {
		const { failures, warnings } = checkFacts(facts, day)
		const names = (lines: readonly string[]) => lines.filter((line) => line.startsWith(`${key} `)).length
		return { failures: names(failures), warnings: names(warnings) }
	}

	test('warn 60 days before a value without a successor ends, and fail the build the day after it ended', () => {
		const due = (day: string) => dueOf('wage-increase-credit-sme', day)
		const last = '2027-03-31'
		expect(due(addDays(last, -61))).toEqual({ failures: 0, warnings: 0 })
		expect(due(addDays(last, -60))).toEqual({ failures: 0, warnings: 1 })
		expect(due(last)).toEqual({ failures: 0, warnings: 1 })
		expect(due(addDays(last, 1))).toEqual({ failures: 1, warnings: 0 })
	})

	test.each(['2027-01-01', '2027-04-01', '2027-10-01'])('that go on until a new value is set never fail a build, as on %s', (day) => {
		const lasting = facts.filter(({ editions }) => editions.at(-1)?.validUntil === null)
		expect(lasting.filter(({ key }) => dueOf(key, day).failures > 0)).toEqual([])
	})

	test('warn of minimum wages that wait for their yearly renewal', () => {
		const wage = facts.find(({ key }) => key === 'minimum-wage-aomori')
		const compared = wage && { ...wage, editions: wage.editions.map((one) => ({ ...one, comparedOn: '2027-01-15', compareBy: null })) }
		const warnings = (day: string) => checkFacts(compared ? [compared] : [], day)
		expect(warnings('2027-07-01')).toEqual({ failures: [], warnings: [] })
		expect(warnings('2027-08-02')).toMatchObject({ failures: [], warnings: [expect.stringContaining('2027-10-01')] })
		expect(warnings('2028-01-01')).toMatchObject({ failures: [], warnings: [expect.stringContaining('2027-10-01')] })
	})

	test('notice a changed minimum wage only where a sentence names its prefecture', () => {
		const changed = changedFacts('岩手県の最低賃金は1,031円です。', '2026-04-01', facts, '2026-12-01')
		expect(changed.map(({ name, now, since }) => [name, now, since])).toEqual([['岩手県の最低賃金（1時間）', '1,090円', '2026-12-01']])
	})

	test('give calculations the same number that texts show', () => {
		const numberIn = (value: string) => Number(/^年?([\d.]+)%(?:以上)?$/.exec(value)?.[1])
		const different = facts.flatMap(({ key, editions }) =>
			editions.flatMap(({ value, numbers }) => {
				const shown = numberIn(value)
				const counted = numbers['rate'] === undefined ? (numbers['share'] ?? NaN) * 100 : numbers['rate'] * 100
				const used = numbers['amount'] ?? counted
				return Number.isNaN(shown) || Number.isNaN(used) || Math.abs(shown - used) < 1e-9 ? [] : [`${key}: ${value}`]
			}),
		)
		expect(different).toEqual([])
	})

	test('tell readers, not only staff, what nobody has compared with the law yet', () => {
		const editions = facts.flatMap(({ key, editions: all }) => all.map((one) => ({ key, ...one })))
		expect(editions.filter(({ note }) => note !== null && /確かめること|未照合|以前からの目安/u.test(note)).map(({ key }) => key)).toEqual(
			[],
		)
		expect(editions.filter(({ pending, comparedOn }) => pending !== null && comparedOn !== null).map(({ key }) => key)).toEqual([])
	})

	test('say of each value whether it was compared with its source, or by when it is to be', () => {
		const lasting = facts.flatMap(({ key, editions }) =>
			editions.filter(({ validUntil, checkedOn }) => validUntil === null || validUntil >= checkedOn).map((one) => ({ key, ...one })),
		)
		expect(lasting.filter(({ comparedOn, compareBy }) => (comparedOn === null) === (compareBy === null)).map(({ key }) => key)).toEqual([])
	})

	const yenOn = (key: string, day: string) => Number(/(\d+)万円/.exec(valueOn(key, day) ?? '')?.[1])

	test.each([
		['income-tax-threshold', ['basic-deduction-max', 'employment-income-deduction-min']],
		['dependant-salary-limit', ['dependant-income-limit', 'employment-income-deduction-min']],
	])('%s is the sum of %j in every year', (key, parts) => {
		for (const day of ['2024-06-30', '2025-06-30', '2026-06-30', '2027-06-30'])
			expect([day, yenOn(key, day)]).toEqual([day, parts.reduce((sum, part) => sum + yenOn(part, day), 0)])
	})

	test('the greatest basic deduction is the standard one and the addition', () => {
		const day = '2026-06-30'
		expect(yenOn('basic-deduction-max', day)).toBe(yenOn('basic-deduction-standard', day) + yenOn('basic-deduction-extra', day))
	})

	test('have unique keys, official sources and a check that is not in the future', () => {
		expect(new Set(facts.map(({ key }) => key)).size).toBe(facts.length)
		const official = /\.(go|lg)\.jp$|^www\.(kyoukaikenpo|koshonin|jpo)\.|^www\.nenkin\.go\.jp$/u
		// What the market asks has no official source.
		const ofLaw = facts.filter(({ key }) => !key.startsWith('market-'))
		expect(ofLaw.filter(({ source }) => !official.test(new URL(source.url).hostname)).map(({ key }) => key)).toEqual([])
		expect(facts.filter(({ editions }) => editions.some(({ checkedOn }) => checkedOn > isoDay(Date.now())))).toEqual([])
	})

	test('name the minimum wage of every prefecture', () => {
		expect(prefectures.filter(({ slug }) => valueOn(`minimum-wage-${slug}`, '2026-11-23') === undefined)).toEqual([])
	})

	test.each([
		['minimum-wage-tokyo', '2026-09-30', '1,226円'],
		['minimum-wage-tokyo', '2026-10-01', '1,280円'],
		['minimum-wage-okinawa', '2026-12-01', '1,023円'],
		['minimum-wage-okinawa', '2026-12-02', '1,086円'],
		['dependant-salary-limit', '2025-12-31', '123万円'],
		['dependant-salary-limit', '2026-01-01', '136万円'],
		['opening-notice-due', '2026-01-01', '始めた年の確定申告の期限まで'],
		['short-time-wage-requirement', '2026-10-01', '撤廃'],
		['invoice-transition', '2026-10-01', '70%'],
		['invoice-sole-rate', '2027-01-01', '3割'],
	])('%s is on %s %s', (key, day, value) => {
		expect(valueOn(key, day)).toBe(value)
	})
})

describe('placeholders', () => {
	test('become the value of the day, or of the day they name', () => {
		expect(fillFacts('{{invoice-transition}}、以前は{{invoice-transition@2026-09-30}}', '2026-10-01', 'x.md')).toBe('70%、以前は80%')
	})

	test('show a value that has ended with its last day, so that a site starts although a table is late', () => {
		expect(fillFacts('{{dependant-salary-limit}}以下', '2028-01-01', 'x.md')).toBe('136万円（2027年12月31日までの値）以下')
	})

	test.each(['{{no-such-fact}}', '{{special-relative-salary-max@2024-12-31}}'])('%s stops the seed with the file’s name', (text) => {
		expect(() => fillFacts(text, '2026-10-01', 'questions/x.yaml')).toThrow(/questions\/x\.yaml/)
	})
})

test('no article or answer of the demo quotes only a value that had already changed on the day it rests on', () => {
	const changing = facts.filter(({ editions }) => editions.length > 1)
	const texts = [
		...loadArticles().map(({ slug, body, lawAsOf }) => ({ where: slug, body, day: lawAsOf })),
		...loadQuestions().flatMap(({ key, answers }) => answers.map(({ body, lawAsOf }) => ({ where: key, body, day: lawAsOf }))),
	]
	const stale = texts.flatMap(({ where, body, day }) =>
		changing.flatMap((fact) => {
			const now = day !== null && editionAt(fact, day)
			if (!now) return []
			// As if it had been written the day before the change.
			return changedFacts(body, addDays(now.validFrom, -1), [fact], day).map(({ name, was }) => `${where}: ${name} ${was}`)
		}),
	)
	expect(stale).toEqual([])
})

/** Whether the figure stands in the text, and not only as the end of a longer one. */
const holdsFigure = (text: string, figure: string): boolean =>
	text
		.split(figure)
		.slice(0, -1)
		.some((before) => !/[\d,.]$/.test(before))

/** Fields that stand where no placeholder is filled in, and what a text says of the past. */
const NOT_FILLED = /^\s*-?\s*(?:title|lead|question|summary|name|description):|撤廃|以前は/u

test('a figure of the registry stands in a text as a placeholder wherever the text names what it is of', () => {
	const open = facts.flatMap(({ key, words, editions }) => {
		const value = editions.find(({ validUntil }) => validUntil === null)?.value ?? ''
		// Shorter ones are figures of other things as often as not.
		return value.length >= 4 && /\d/.test(value) ? [{ key, words, value }] : []
	})
	const typed = globSync('content/{articles,tools,taxonomy,questions}/**/*.{md,yaml}').flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.filter((line) => !NOT_FILLED.test(line))
			.flatMap((line) => line.split('。'))
			.flatMap((sentence) =>
				open
					.filter(({ words, value }) => words.some((word) => sentence.includes(word)) && holdsFigure(sentence, value))
					.map(({ key }) => `${file}: {{${key}}} in 「${sentence.trim().slice(0, 60)}」`),
			),
	)
	expect(typed).toEqual([])
})
