import { beforeAll, describe, expect, it, test } from 'vitest'
import { sharedDatabase } from '../../test/database.ts'
import { languageFaults, tellingWords } from '../../test/language-faults.ts'
import { loadQuestions } from '../qa/load.ts'
import { categories, taskOf } from '../taxonomy/index.ts'
import type { ProfessionSlug } from '../taxonomy/types.ts'
import { association } from './associations.ts'
import { createBlock, type DemoBlock } from './block.ts'
import type { Serials } from './experts.ts'
import { demoSize } from './index.ts'
import type { Place } from './places.ts'
import { professionSlugs } from './profile.ts'
import { loadWorld, type World } from './world.ts'

/** Work that a review praises only in an office of these professions. */
const reserved: readonly (readonly [RegExp, readonly ProfessionSlug[]])[] = [
	[/税務署|確定申告|来年の申告|節税/u, ['zeirishi', 'bengoshi', 'kaikeishi']],
	[/訴訟|示談|裁判/u, ['bengoshi', 'shihoshoshi', 'benrishi']],
	[/法務局/u, ['shihoshoshi', 'bengoshi', 'gyoseishoshi']],
]

let world: World
let block: DemoBlock
const offices = () => block.offices.map(({ office }) => office)

beforeAll(async () => {
	world = await loadWorld((await sharedDatabase()).db)
	const { offices: count, experts } = demoSize()
	const serials = Object.fromEntries(professionSlugs.map((slug) => [slug, 0])) as Serials
	block = await createBlock(world, { from: 1, count, expertCount: experts }, serials, new Set())
})

describe('the demo speaks sense', () => {
	it('in its offices and experts', () => {
		const texts = block.offices.flatMap(({ office, experts }) => [
			office.headline,
			...office.description,
			office.firstConsultation,
			...experts.flatMap(({ headline, biography }) => [headline, ...biography]),
		])
		expect(texts.flatMap(languageFaults)).toEqual([])
	})

	it('in its reviews and cases', () => {
		const texts = offices().flatMap(({ reviews, cases }) => [
			...reviews.flatMap(({ body, persona, reply }) => [body, persona, ...(reply === null ? [] : [reply])]),
			...cases.flatMap(({ title, client, body }) => [title, client, body]),
		])
		expect(texts.flatMap(languageFaults)).toEqual([])
	})

	it('in its questions and answers', () => {
		const texts = loadQuestions().flatMap(({ title, body, answers }) => [
			title,
			body,
			...answers.flatMap((answer) => [answer.body, answer.thanks ?? '', ...answer.comments.map((comment) => comment.body)]),
		])
		// Links and lists of answers contain braces and bars themselves.
		expect(texts.flatMap((text) => languageFaults(text.replaceAll(/[{}|$#]/g, '')))).toEqual([])
	})

	it('in cases, which are about tasks that the office offers', () => {
		const wrong = offices().flatMap(({ name, tasks, cases }) =>
			cases.flatMap(({ taskId, title, body }) => {
				const strange = tellingWords.filter(
					([words, slugs]) => words.test(title + body) && !slugs.some((slug) => taskOf(slug).id === taskId),
				)
				const offered = tasks.some(({ task }) => task.id === taskId)
				return strange.length > 0 || !offered ? [`${name}: ${taskId} ${title}`] : []
			}),
		)
		expect(wrong).toEqual([])
	})

	it('in reviews and cases, which praise no work outside the office’s professions', () => {
		const wrong = offices().flatMap(({ name, professions, reviews, cases }) =>
			[...reviews.map(({ body }) => body), ...cases.map(({ body }) => body)].flatMap((text) =>
				reserved.filter(([words, may]) => words.test(text) && !may.some((one) => professions.includes(one))).map(() => `${name}: ${text}`),
			),
		)
		expect(wrong).toEqual([])
	})

	it('of every task in some case', () => {
		const described = new Set(offices().flatMap(({ cases }) => cases.map(({ taskId }) => taskId)))
		expect(
			categories
				.flatMap(({ tasks }) => tasks)
				.filter(({ id }) => !described.has(id))
				.map(({ slug }) => slug),
		).toEqual([])
	})
})

test.each([
	['shihoshoshi', 11, '埼玉県', 'さいたま市', '埼玉司法書士会'],
	['shihoshoshi', 14, '神奈川県', '横浜市', '神奈川県司法書士会'],
	['bengoshi', 1, '北海道', '札幌市', '札幌弁護士会'],
	['bengoshi', 1, '北海道', '函館市', '函館弁護士会'],
	['bengoshi', 1, '北海道', '旭川市', '旭川弁護士会'],
	['shihoshoshi', 1, '北海道', '帯広市', '釧路司法書士会'],
	['zeirishi', 23, '愛知県', '豊橋市', '東海税理士会'],
	['zeirishi', 23, '愛知県', '名古屋市', '名古屋税理士会'],
	['zeirishi', 21, '岐阜県', '岐阜市', '名古屋税理士会'],
	['bengoshi', 17, '石川県', '金沢市', '金沢弁護士会'],
	['sharoushi', 13, '東京都', '千代田区', '東京都社会保険労務士会'],
] satisfies [ProfessionSlug, number, string, string, string][])(
	'a %s in prefecture %i, %s%s, belongs to %s',
	(profession, prefectureId, prefectureName, cityName, name) => {
		expect(association(profession, { prefectureId, prefectureName, municipality: { cityName } } as Place)).toBe(name)
	},
)
