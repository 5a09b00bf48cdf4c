import { editionAt, type Fact, type FactEdition } from '../../src/domain/taxonomy/facts.ts'
import { addDays, dateText } from '../../src/domain/shared/japan-time.ts'
import { getPrefecture } from '../../src/domain/geography/prefectures.ts'
import { listContent, readCsv, readYaml } from '../content-files.ts'
import { prefectureIdOf } from '../geography/prefectures.ts'
import { factFileSchema, minimumWageRow } from './types.ts'

/**
 * Each wage stays in force until the next one of its prefecture, which applies from a day between October and March (最低賃金法14条).
 * `renewal`: the day from which the wages after the last ones of the table are expected.
 */
const MINIMUM_WAGES = { renewal: '2027-10-01', checkedOn: '2026-11-23', compareBy: '2026-12-31' }

/** Every fact of content/facts. Throws with the fact's key when its periods overlap or are out of order. */
export function loadFacts(): Fact[] {
	const facts = [...listContent('facts', '.yaml').flatMap(readFile), ...readMinimumWages()]
	for (const fact of facts) assertPeriods(fact)
	return facts
}

function readFile(name: string): Fact[] {
	const { topic, compareBy, facts } = readYaml(`facts/${name}.yaml`, factFileSchema)
	return Object.entries(facts).map(([key, { editions, ...fact }]) => ({
		key,
		topic,
		...fact,
		editions: editions.map(({ from, until, renewal, ...edition }) => ({
			...edition,
			validFrom: from,
			validUntil: until,
			renewalFrom: renewal,
			compareBy: compareByOf({ ...edition, validUntil: until }, compareBy),
		})),
	}))
}

/** Null for what was compared, and for what had ended before it was entered: it is kept only to find texts that still quote it. */
function compareByOf(
	{ comparedOn, checkedOn, validUntil }: Pick<FactEdition, 'comparedOn' | 'checkedOn' | 'validUntil'>,
	compareBy: string,
): string | null {
	return comparedOn !== null || (validUntil !== null && validUntil < checkedOn) ? null : compareBy
}

function readMinimumWages(): Fact[] {
	const { renewal, checkedOn, compareBy } = MINIMUM_WAGES
	const wages = Map.groupBy(readCsv('facts/minimum-wages.csv', minimumWageRow), (row) => row.prefecture)
	return [...wages].map(([prefecture, rows]) => {
		const { name } = getPrefecture(prefectureIdOf(prefecture))
		return {
			key: `minimum-wage-${prefecture}`,
			topic: '地域別最低賃金',
			name: `${name}の最低賃金（1時間）`,
			// Several prefectures have the same wage: a sentence is about this one when it names it.
			words: [name.replace(/[都府県]$/u, '')],
			law: '最低賃金法9条',
			source: {
				title: '厚生労働省 地域別最低賃金の全国一覧',
				url: 'https://www.mhlw.go.jp/stf/seisakunitsuite/bunya/koyou_roudou/roudoukijun/minimumichiran/index.html',
			},
			editions: rows.map(({ amount, from }, place) => {
				const next = rows[place + 1]
				const validUntil = next ? addDays(next.from, -1) : null
				return {
					value: `${amount.toLocaleString('ja-JP')}円`,
					aliases: [],
					numbers: { amount },
					validFrom: from,
					validUntil,
					renewalFrom: next ? null : renewal,
					checkedOn,
					comparedOn: null,
					compareBy: compareByOf({ comparedOn: null, checkedOn, validUntil }, compareBy),
					note: null,
					pending: next ? null : '労働局の答申と決定の発表の写しによる。官報の公示とは未照合',
				}
			}),
		}
	})
}

function assertPeriods({ key, editions }: Fact): void {
	for (const [place, { validFrom, validUntil, renewalFrom, checkedOn, compareBy }] of editions.entries()) {
		if (compareBy !== null && compareBy <= checkedOn)
			throw new Error(`The fact ${key} was entered on ${checkedOn} and cannot have been due to be compared by ${compareBy}`)
		const next = editions[place + 1]
		if (renewalFrom !== null && (validUntil !== null || renewalFrom <= validFrom))
			throw new Error(`The fact ${key} expects its renewal although it has an end, or before it began`)
		const isOrdered =
			validUntil === null ? next === undefined : validFrom <= validUntil && (next === undefined || validUntil < next.validFrom)
		if (!isOrdered) throw new Error(`The periods of the fact ${key} overlap or are out of order at ${validFrom}`)
	}
}

const PLACEHOLDER = /\{\{([a-z0-9-]+?)(?:@(\d{4}-\d{2}-\d{2}))?\}\}/g

let byKey: ReadonlyMap<string, Fact> | undefined

/**
 * Replaces `{{key}}` by the value that the fact has on `day`, `{{key@2027-01-01}}` by that of another day. A value that has ended
 * without a successor is shown with its last day: the build reports it, and a site must start nevertheless. Throws with `where` when
 * there is no such fact, or no value on the day of the placeholder itself.
 */
export function fillFacts(text: string, day: string, where: string): string {
	return text.replaceAll(PLACEHOLDER, (placeholder, key: string, other: string | undefined) => {
		byKey ??= new Map(loadFacts().map((fact) => [fact.key, fact]))
		const fact = byKey.get(key)
		const edition = fact && editionAt(fact, other ?? day)
		const ended = fact?.editions.at(-1)
		if (!edition && other === undefined && ended?.validUntil && ended.validUntil < day)
			return `${ended.value}（${dateText(ended.validUntil)}までの値）`
		if (!edition) throw new Error(`content/${where} refers to ${placeholder}, which has no value on ${other ?? day}`)
		return edition.value
	})
}

/** `fillFacts` in every text of a value that was read from a content file. */
export function fillFactsIn<Value>(value: Value, day: string, where: string): Value {
	if (typeof value === 'string') return fillFacts(value, day, where) as Value
	if (Array.isArray(value)) return value.map((one: unknown) => fillFactsIn(one, day, where)) as Value
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillFactsIn<unknown>(one, day, where)])) as Value
}
