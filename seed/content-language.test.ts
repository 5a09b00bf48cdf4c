import { expect, test } from 'vitest'
import { z } from 'zod'
import { languageFaults, tellingWords } from '../test/language-faults.ts'
import { loadArticles } from './articles/load.ts'
import { readYaml } from './content-files.ts'
import { dueDates } from './taxonomy/due-dates.ts'
import { terms } from './taxonomy/glossary.ts'
import { categories, taskOf } from './taxonomy/index.ts'

/** A text of ours with where it stands: a title, the sentences below it, and the tasks that it links to. */
type Text = { where: string; title: string; sentences: string[]; taskIds: readonly number[] }

const texts: readonly Text[] = [
	...terms.map(({ slug, term, also, definition, detail, taskIds }) => ({
		where: `glossary/${slug}`,
		title: term,
		sentences: [definition, detail, ...also],
		taskIds,
	})),
	...dueDates.map(({ slug, title, body, task_ids }) => ({ where: `calendar/${slug}`, title, sentences: [body], taskIds: task_ids })),
	...loadArticles().map(({ slug, title, lead, body, taskIds }) => ({
		where: `articles/${slug}`,
		title,
		// Headings, lists and tables of the body are marked; a line of a table has no sentence to check.
		sentences: [lead, ...body.split('\n').flatMap((line) => (line.startsWith('|') ? [] : [line.replaceAll(/[#*]/g, '')]))],
		taskIds,
	})),
]

/** All texts of a value that a person reads. */
const readable = (value: unknown): string[] => {
	if (typeof value === 'string') return /[ぁ-ん]/u.test(value) ? [value] : []
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(readable) : []
}

test('the glossary, the calendar and the articles speak sense', () => {
	const found = texts.flatMap(({ where, title, sentences }) =>
		[title, ...sentences].flatMap((text) => languageFaults(text).map((fault) => `${where}: ${fault}`)),
	)
	expect(found).toEqual([])
})

test('the texts of categories and tasks speak sense', () => {
	expect(categories.flatMap(readable).flatMap((text) => languageFaults(text.replaceAll(/[{}|$#*]/g, '')))).toEqual([])
})

test('definitions and explanations are whole sentences, and titles are none', () => {
	const explained = [
		...terms.map(({ slug, term, definition, detail }) => ({ slug, title: term, bodies: [definition, detail] })),
		...dueDates.map(({ slug, title, body }) => ({ slug, title, bodies: [body] })),
		...loadArticles().map(({ slug, title, lead }) => ({ slug, title, bodies: [lead] })),
	]
	const wrong = explained.filter(({ title, bodies }) => title.endsWith('。') || bodies.some((body) => !body.endsWith('。')))
	expect(wrong.map(({ slug }) => slug)).toEqual([])
})

test('a title that names the subject of a task leads to that task', () => {
	const wrong = texts.flatMap(({ where, title, taskIds }) =>
		tellingWords
			.filter(([words, slugs]) => words.test(title) && !slugs.some((slug) => taskIds.includes(taskOf(slug).id)))
			.map(([words]) => `${where}: ${String(words)}`),
	)
	expect(wrong).toEqual([])
})

test('associations of a profession have their real names', () => {
	const named = readYaml('demo/associations.yaml', z.record(z.string(), z.unknown()))
	const real = new Set([
		...(JSON.stringify(named).match(/[一-龠]+会/gu) ?? []),
		'日本税理士会連合会',
		'日本弁護士連合会',
		'日本司法書士会連合会',
		'日本行政書士会連合会',
		'全国社会保険労務士会連合会',
		'日本弁理士会',
	])
	const all = [...texts.flatMap(({ title, sentences }) => [title, ...sentences]), ...categories.flatMap(readable)]
	const spoken = all.flatMap(
		(text) => text.match(/[一-龠]{2,8}(?:税理士|弁護士|司法書士|行政書士|社会保険労務士|弁理士)会(?:連合会)?/gu) ?? [],
	)
	expect(spoken.filter((name) => !real.has(name))).toEqual([])
})
