import type { IsoDate } from '../shared/column-types.ts'
import { addDays } from '../shared/japan-time.ts'

/** A value of a fact and the days on which it is in force, the first and the last included. */
export type FactEdition = {
	value: string
	/** Other ways to write the value. */
	aliases: string[]
	/** What calculations use, by name: yen, percent (`amount`) or shares of one. */
	numbers: Readonly<Record<string, number>>
	validFrom: IsoDate
	/** Null until a law sets an end. */
	validUntil: IsoDate | null
	/** From this day a new value is expected; this one stays in force until it is set. Null where none is, or where the end is known. */
	renewalFrom: IsoDate | null
	/** When somebody entered or reviewed it. */
	checkedOn: IsoDate
	/** When somebody compared it with the text of its source. */
	comparedOn: IsoDate | null
	/** The day by which somebody is to do so. Null once it was compared, and for what had ended before it was entered. */
	compareBy: IsoDate | null
	/** For staff: conditions, and where the value is from. */
	note: string | null
	/** What the value rests on, and with what it was not compared yet, as readers see it. Null where nothing is left to compare. */
	pending: string | null
}

export type Fact = {
	key: string
	topic: string
	name: string
	/** A sentence speaks of this fact when one of these words is in it. */
	words: string[]
	law: string
	source: { title: string; url: string }
	/** Oldest first; periods never overlap. */
	editions: FactEdition[]
}

/** Days before its end at which a value without a successor is reported. */
export const WARNING_DAYS = 60
/** Days before a comparison with the source is due at which staff are reminded of it. */
export const COMPARISON_DAYS = 30
/** Days after which a value that was compared with its source is due to be compared again. */
const CHECK_DAYS = 365

export function editionAt(fact: Pick<Fact, 'editions'>, day: IsoDate): FactEdition | null {
	return fact.editions.find(({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || day <= validUntil)) ?? null
}

/**
 * `expired`: no value is in force; `overdue`: a new value is expected and not entered, the last one is shown with a notice;
 * `expiring`: within `WARNING_DAYS` it will be one of these; `unchecked`: it should have been compared with its source before today;
 * `comparing`: it is to be, within `COMPARISON_DAYS`.
 */
export type FactState = 'expired' | 'overdue' | 'expiring' | 'unchecked' | 'comparing' | 'current'

/** Whether an edition waits for a new value that is expected since this day or earlier. */
export const isOverdue = ({ renewalFrom }: Pick<FactEdition, 'renewalFrom'>, today: IsoDate): boolean =>
	renewalFrom !== null && renewalFrom <= today

/** The state of a fact on a day, and the last day for which a value is known (null: no end). */
export function factState(fact: Fact, today: IsoDate): { state: FactState; lastDay: IsoDate | null } {
	const current = editionAt(fact, today)
	const lastDay = lastKnownDay(fact, today)
	if (!current) return { state: 'expired', lastDay }
	if (isOverdue(current, today)) return { state: 'overdue', lastDay }
	const soon = addDays(today, WARNING_DAYS)
	if ((lastDay !== null && lastDay <= soon) || isOverdue(current, soon)) return { state: 'expiring', lastDay }
	const comparison = nextComparison(fact, today)
	if (comparison !== null && comparison.by < today) return { state: 'unchecked', lastDay }
	return { state: comparison !== null && comparison.by <= addDays(today, COMPARISON_DAYS) ? 'comparing' : 'current', lastDay }
}

/** The day by which a value is to be compared with its source. */
export type Comparison = {
	by: IsoDate
	/** Whether nobody has compared it before; otherwise a year will have passed. */
	isFirst: boolean
}

/** The next comparison that the values in force or to come are due for; null where nothing is left in force. */
export function nextComparison(fact: Pick<Fact, 'editions'>, today: IsoDate): Comparison | null {
	const due = fact.editions
		.filter(({ validUntil }) => validUntil === null || validUntil >= today)
		.flatMap(({ comparedOn, compareBy }): Comparison[] =>
			comparedOn !== null
				? [{ by: addDays(comparedOn, CHECK_DAYS), isFirst: false }]
				: compareBy !== null
					? [{ by: compareBy, isFirst: true }]
					: [],
		)
	return due.toSorted((a, b) => a.by.localeCompare(b.by))[0] ?? null
}

/** The end of the periods that follow each other without a gap from `today` on; before today where none is in force. */
function lastKnownDay(fact: Fact, today: IsoDate): IsoDate | null {
	const begun = fact.editions.findLast(({ validFrom }) => validFrom <= today)
	let last = begun ? begun.validUntil : addDays(today, -1)
	for (const { validFrom, validUntil } of fact.editions)
		if (last !== null && last >= today && validFrom === addDays(last, 1)) last = validUntil
	return last
}

/** A fact that a text quotes with a value that is no longer in force. */
export type ChangedFact = {
	name: string
	/** As the text has it. */
	was: string
	now: string
	since: IsoDate
	law: string
	source: { title: string; url: string }
}

/** A fact that a text quotes with a value for which a new one is expected. */
export type OverdueFact = {
	name: string
	/** As the text has it. */
	value: string
	validFrom: IsoDate
	renewalFrom: IsoDate
	law: string
	source: { title: string; url: string }
}

/** Facts that a text quotes with the value of today, although a new one is expected since `renewalFrom`. */
export const overdueFacts = (text: string, facts: readonly Fact[], today: IsoDate): OverdueFact[] =>
	quotedToday(text, facts, today, (now) => isOverdue(now, today)).flatMap(({ fact: { name, law, source }, now, value }) =>
		now.renewalFrom === null ? [] : [{ name, value, validFrom: now.validFrom, renewalFrom: now.renewalFrom, law, source }],
	)

/** A fact that a text quotes with a value that nobody has compared with the law yet. */
export type PendingFact = {
	name: string
	/** As the text has it. */
	value: string
	/** What the value rests on, and with what it was not compared. */
	pending: string
	law: string
	source: { title: string; url: string }
}

/** Facts that a text quotes with the value of today while something about it is still to be confirmed. */
export const pendingFacts = (text: string, facts: readonly Fact[], today: IsoDate): PendingFact[] =>
	quotedToday(text, facts, today, ({ pending }) => pending !== null).flatMap(({ fact: { name, law, source }, now, value }) =>
		now.pending === null ? [] : [{ name, value, pending: now.pending, law, source }],
	)

/** The facts whose edition of today is wanted and whose value a sentence with a word of the fact quotes. */
function quotedToday(text: string, facts: readonly Fact[], today: IsoDate, isWanted: (now: FactEdition) => boolean) {
	const sentences = sentencesOf(text)
	return facts.flatMap((fact) => {
		const now = editionAt(fact, today)
		if (!now || !isWanted(now)) return []
		const about = sentences.filter((sentence) => fact.words.some((word) => sentence.includes(word)))
		const value = quotes(about, now)
		return value === null ? [] : [{ fact, now, value }]
	})
}

const sentencesOf = (text: string): string[] => text.replaceAll('％', '%').split(/[。！？\n]/u)

/**
 * What has changed since a text was written: facts whose value at that time it quotes, in one sentence with a word of the fact,
 * and which have another value today. A text that also quotes today's value mentions the change itself.
 */
export function changedFacts(text: string, writtenOn: IsoDate, facts: readonly Fact[], today: IsoDate): ChangedFact[] {
	const sentences = sentencesOf(text)
	return facts.flatMap((fact) => {
		const now = editionAt(fact, today)
		if (!now || now.validFrom <= writtenOn) return []
		const about = sentences.filter((sentence) => fact.words.some((word) => sentence.includes(word)))
		if (about.length === 0 || quotes(sentences, now) !== null) return []
		const was = fact.editions
			.filter((edition) => edition !== now && edition.validFrom <= writtenOn)
			.toReversed()
			.map((edition) => quotes(about, edition))
			.find((written) => written !== null)
		return was === undefined ? [] : [{ name: fact.name, was, now: now.value, since: now.validFrom, law: fact.law, source: fact.source }]
	})
}

/** The value as one of the sentences writes it, or null. A longer number that ends like it is another one. */
function quotes(sentences: readonly string[], { value, aliases }: FactEdition): string | null {
	for (const written of [value, ...aliases])
		for (const sentence of sentences)
			for (let at = sentence.indexOf(written); at >= 0; at = sentence.indexOf(written, at + 1))
				if (at === 0 || !/[0-9０-９.,]/u.test(sentence.charAt(at - 1)) || !/^[0-9]/u.test(written)) return written
	return null
}

const MONTHS_OF_A_YEAR = 12

/** Whether what was written on this day is more than twelve months old. */
export function isOverAYearOld(writtenOn: IsoDate, today: IsoDate): boolean {
	const [year = 0, month = 1, day = 1] = writtenOn.split('-').map(Number)
	const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split('-').map(Number)
	const months = (thisYear - year) * MONTHS_OF_A_YEAR + thisMonth - month
	return months > MONTHS_OF_A_YEAR || (months === MONTHS_OF_A_YEAR && thisDay > day)
}

/** The notice below a text that may be out of date. */
export type Freshness = { changed: ChangedFact[]; overdue: OverdueFact[]; pending: PendingFact[]; isOld: boolean }

/** Compares a text with the facts of today. `writtenOn` is the day of the law it names, else of its last edition. */
export const freshnessOf = (text: string, writtenOn: IsoDate, facts: readonly Fact[], today: IsoDate): Freshness => ({
	changed: changedFacts(text, writtenOn, facts, today),
	overdue: overdueFacts(text, facts, today),
	pending: pendingFacts(text, facts, today),
	isOld: isOverAYearOld(writtenOn, today),
})

/**
 * Facts that need attention on a day. `failures` stop a build: a value has ended, and only the operator can replace it. `warnings` do not: the end
 * is near, or the last value is shown until the next one is announced.
 */
export function checkFacts(facts: readonly Fact[], today: string): { failures: string[]; warnings: string[] } {
	const due = facts.map((fact) => ({ fact, ...factState(fact, today) }))
	return {
		failures: due.flatMap(({ fact, state, lastDay }) =>
			state === 'expired' ? [`${fact.key} (${fact.name}) has no value for ${today}; the last one ended on ${lastDay}`] : [],
		),
		warnings: due.flatMap(({ fact, state, lastDay }) =>
			state === 'expired' || state === 'comparing' || state === 'current'
				? []
				: [`${fact.key} (${fact.name}) ${warningOf(state, fact, lastDay, today)}`],
		),
	}
}

function warningOf(
	state: Exclude<FactState, 'expired' | 'comparing' | 'current'>,
	fact: Fact,
	lastDay: IsoDate | null,
	today: IsoDate,
): string {
	if (state === 'unchecked') return `was to be compared with its source by ${nextComparison(fact, today)?.by}`
	if (state === 'expiring' && lastDay !== null) return `has no value after ${lastDay}`
	return `awaits the value that is expected from ${editionAt(fact, today)?.renewalFrom} on`
}
