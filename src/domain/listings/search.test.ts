import { describe, expect, test } from 'vitest'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { reindexOffice } from './listings.ts'
import { search, searchWithOffices } from './search.ts'
import { suggest } from './suggestions.ts'

const labels = (found: { label: string }[]) => found.map(({ label }) => label)
const directLabels = async (ctx: TestCtx, text: string) => labels((await search(ctx, text)).directLinks)

describe('suggestions', () => {
	test.each(['三鷹', 'みたか', 'ミタカ', 'mitaka', 'MITAKA', 'みたk', 'mit', '三鷹駅'])('%s leads to the station', (text) =>
		withCtx(async (ctx) => {
			expect(labels(await suggest(ctx, text))).toContain('三鷹駅')
		}),
	)

	test('a task is found by name, reading and synonym before any place', () =>
		withCtx(async (ctx) => {
			for (const text of ['確定申告', 'かくてい', 'kakuteishinkoku'])
				expect((await suggest(ctx, text))[0]).toMatchObject({ kind: 'task', id: 503 })
			const task = await ctx.db.selectFrom('tasks').select('synonyms').where('id', '=', 503).executeTakeFirstOrThrow()
			expect((await suggest(ctx, task.synonyms[0] ?? '')).map(({ id }) => id)).toContain(503)
		}))

	test.each([
		['税理士', 5],
		['ぜいりし', 5],
		['zeiri', 5],
		['社会保険労務士', 6],
		['しゃろうし', 6],
		['べんごし', 7],
	])('%s leads to the category that is the profession’s own', (text, id) =>
		withCtx(async (ctx) => {
			expect((await suggest(ctx, text))[0]).toMatchObject({ kind: 'category', id })
		}),
	)

	test('a station of a big city is not displaced by its wards', () =>
		withCtx(async (ctx) => {
			expect(
				labels(await suggest(ctx, 'よこはま'))
					.slice(0, 2)
					.toSorted(),
			).toEqual(['横浜市', '横浜駅'].toSorted())
		}))

	test('full matches come before prefix matches', () =>
		withCtx(async (ctx) => {
			expect((await suggest(ctx, '三鷹市'))[0]).toMatchObject({
				kind: 'municipality',
				id: 13204,
				path: expect.stringContaining('area=13204'),
			})
			expect(labels(await suggest(ctx, '東京'))[0]).toMatch(/^東京(都|駅)$/)
		}))

	test('suggests names from two characters on, also without the legal form', () =>
		withCtx(async (ctx) => {
			const office = await makeOffice(ctx, { name: '税理士法人ひなげし', kana: 'ぜいりしほうじんひなげし' })
			const expert = await makeExpert(ctx, { display_name: '雛罌粟 太郎', kana: 'ひなげし たろう' })
			for (const text of ['ひなげし', 'ヒナゲ', 'hinageshi']) {
				const found = await suggest(ctx, text)
				expect(found).toContainEqual(expect.objectContaining({ kind: 'office', id: office, detail: '東京都三鷹市' }))
				expect(found).toContainEqual(expect.objectContaining({ kind: 'expert', id: expert, path: `/expert/${expert}` }))
			}
			expect((await suggest(ctx, '税')).filter(({ kind }) => kind === 'office')).toEqual([])
		}))

	test('an office is suggested only while it is published', () =>
		withCtx(async (ctx) => {
			const office = await makeOffice(ctx, { name: 'ひなげし会計' })
			await ctx.db.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', office).execute()
			await reindexOffice(ctx.db, office)
			expect(await suggest(ctx, 'ひなげし')).toEqual([])
		}))

	test.each([
		['クビ', '労務トラブル'],
		['店をたた', '再生・破産'],
		['税務署から手紙が', '税務調査'],
		['就ぎょう規則', '就業規則'],
		['そうぞく登記', '相続登記'],
	])('"%s" offers the task that helps, 「%s」', (text, task) =>
		withCtx(async (ctx) => {
			expect(labels(await suggest(ctx, text)).slice(0, 3)).toContain(task)
		}),
	)

	test('never throws and never returns more than requested', () =>
		withCtx(async (ctx) => {
			for (const text of ['', ' ', '%', '\\', "'", '\u0000', '😀', 'あ'.repeat(500), 'ー', '-'])
				expect((await suggest(ctx, text, { limit: 3 })).length).toBeLessThanOrEqual(3)
			expect(await suggest(ctx, 'し', { limit: 99 })).toHaveLength(20)
		}))
})

describe('search', () => {
	test('answers with the first offices of the list that is meant, narrowed as its link says', () =>
		withCtx(async (ctx) => {
			const taxOffice = await makeOffice(ctx)
			const { first, named, areNamesFirst } = await searchWithOffices(ctx, '三鷹 税理士')
			expect(first?.link.path).toContain('profession=zeirishi')
			expect(first?.offices.map(({ id }) => id)).toEqual([taxOffice])
			expect(areNamesFirst).toBe(false)
			expect(named).toEqual([])
		}))

	test('shows the office first whose whole name was typed, though the name has a place and a profession in it', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { name: 'さくら税理士事務所', kana: 'さくらぜいりしじむしょ' })
			const office = await makeOffice(ctx, { name: '三鷹つむぎ税理士事務所', kana: 'みたかつむぎぜいりしじむしょ' })
			const { named, areNamesFirst } = await searchWithOffices(ctx, '三鷹つむぎ税理士事務所')
			expect(areNamesFirst).toBe(true)
			expect(named[0]?.id).toBe(office)
		}))

	test('shows an office that the words name as a card, and no answer where there is none', () =>
		withCtx(async (ctx) => {
			const office = await makeOffice(ctx, { name: '税理士法人ひなげし', kana: 'ぜいりしほうじんひなげし' })
			const found = await searchWithOffices(ctx, 'ひなげし')
			expect(found.named.map(({ id }) => id)).toEqual([office])
			expect(found.areNamesFirst).toBe(true)
			expect((await searchWithOffices(ctx, '三鷹')).areNamesFirst).toBe(false)
			expect(await searchWithOffices(ctx, 'ぬぬぬぬぬぬ')).toMatchObject({ first: null, named: [] })
		}))

	test('a task and a station lead straight to their list', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx)
			const [link] = (await search(ctx, '三鷹駅 確定申告')).directLinks
			expect(link).toEqual({
				label: expect.stringMatching(/^三鷹駅 × /),
				path: `/category/task/list/503/tokyo/station/${encodeURIComponent('三鷹')}`,
				officeCount: 1,
			})
		}))

	test.each(['税理士 三鷹', '三鷹 税理士', '三鷹税理士', '三鷹の税理士', '三鷹 税理士 おすすめ', 'みたか　ぜいりし'])(
		'"%s" asks for the profession there',
		(text) =>
			withCtx(async (ctx) => {
				await makeOffice(ctx)
				const { directLinks } = await search(ctx, text)
				expect(directLinks[0]?.label).toMatch(/^三鷹[市駅] × .+（税理士）$/)
				expect(directLinks[0]?.path).toContain('profession=zeirishi')
				expect(directLinks[0]?.officeCount).toBe(1)
			}),
	)

	test.each(['税理士 三鷹', 'mitaka zeirishi', 'mitaka zeirisi', '三鷹の税理士', 'ぜいりし　みたか'])(
		'"%s" puts what the profession does before what most offices do',
		(text) =>
			withCtx(async (ctx) => {
				for (const taskIds of [[401], [401], [401], [503]]) await makeOffice(ctx, { taskIds })
				const { directLinks, tasks } = await search(ctx, text)
				expect(tasks[0]).toMatchObject({ kind: 'category', id: 5 })
				expect(tasks.slice(1, 4).map(({ detail }) => detail)).toEqual(Array(3).fill('税務・会計'))
				expect(tasks.map(({ id }) => id)).toContain(503)
				expect(directLinks[0]).toMatchObject({ label: '三鷹駅 × 税務・会計（税理士）', officeCount: 1 })
			}),
	)

	test.each([
		['しゃろうし 大阪', '労務'],
		['sharoushi osaka', '労務'],
		['大阪の社労士', '労務'],
		['benrishi', '知的財産'],
	])('"%s" finds the category of the profession, 「%s」, first', (text, category) =>
		withCtx(async (ctx) => {
			expect((await search(ctx, text)).tasks[0]).toMatchObject({ kind: 'category', label: category })
		}),
	)

	test('a topic beside a profession is what both of the words mean', () =>
		withCtx(async (ctx) => {
			for (const taskIds of [[1001], [1001], [503]]) await makeOffice(ctx, { taskIds })
			const found = await search(ctx, '相続 税理士')
			const order = ['相続税申告', '相続登記', '税務・会計'].map((label) => labels(found.tasks).indexOf(label))
			expect(order).toEqual(order.toSorted((a, b) => a - b))
			expect(order).not.toContain(-1)
			expect(labels(found.directLinks)).toEqual(['相続（税理士）'])
			expect((await search(ctx, '確定申告 税理士 三鷹')).tasks[0]).toMatchObject({ kind: 'task', id: 503 })
		}))

	test('a topic and a city', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { taskIds: [401], municipality_id: 14104, lat: 35.4437, lng: 139.638 })
			const [link] = (await search(ctx, '会社設立 横浜')).directLinks
			expect(link).toMatchObject({ label: '横浜市 × 会社設立', officeCount: 1 })
		}))

	test('two places narrow each other', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { municipality_id: 13206, lat: 35.669, lng: 139.4777 })
			const found = await directLabels(ctx, '東京都 府中市 確定申告')
			expect(found[0]).toMatch(/^府中市 × /)
			expect((await search(ctx, '東京都 府中市 確定申告')).directLinks[0]?.path).toContain('/tokyo/')
		}))

	test('a prefix or a part of a name finds something too', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { taskIds: [301] })
			expect((await search(ctx, '補助金')).directLinks[0]).toMatchObject({ label: '補助金・助成金', officeCount: 1 })
			expect((await search(ctx, '三鷹 助成金')).directLinks[0]?.label).toMatch(/^三鷹[市駅] × 補助金・助成金$/)
		}))

	test('places of the same name are distinguished', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { taskIds: [503], municipality_id: 34208, lat: 34.5683, lng: 133.2363 })
			await makeOffice(ctx, { taskIds: [503], municipality_id: 13206, lat: 35.669, lng: 139.4777 })
			const { directLinks } = await search(ctx, '府中市 確定申告')
			expect(directLinks.map(({ label }) => label).toSorted()).toEqual(['広島県府中市 × 確定申告', '東京都府中市 × 確定申告'])
		}))

	test('a pinned area selects one of several places of the same name', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { municipality_id: 34208, lat: 34.5683, lng: 133.2363 })
			const { directLinks } = await search(ctx, '府中市', 34208)
			expect(directLinks[0]?.path).toContain('/hiroshima/')
			expect(directLinks[0]?.officeCount).toBe(1)
			expect((await search(ctx, '府中市', 999_999)).text).toBe('府中市')
		}))

	test('groups hold tasks, areas, offices and experts', () =>
		withCtx(async (ctx) => {
			const office = await makeOffice(ctx, { name: '三鷹ひなげし会計', kana: 'みたかひなげしかいけい' })
			const expert = await makeExpert(ctx, { display_name: '三鷹 花子', kana: 'みたか はなこ' })
			const found = await search(ctx, '三鷹')
			expect(labels(found.areas)).toEqual(expect.arrayContaining(['三鷹駅', '三鷹市']))
			expect(found.offices.map(({ id }) => id)).toContain(office)
			expect(found.experts.map(({ id }) => id)).toContain(expert)
			expect((await search(ctx, '申告')).tasks.map(({ id }) => id)).toContain(503)
		}))

	test('a profession beside another word is not taken for the beginning of a name', () =>
		withCtx(async (ctx) => {
			const here = await makeOffice(ctx, { name: '三鷹ひなげし会計', kana: 'みたかひなげしかいけい' })
			const elsewhere = await makeOffice(ctx, { name: '税理士法人ひなげし', kana: 'ぜいりしほうじんひなげし' })
			const both = (await search(ctx, '三鷹 税理士')).offices.map(({ id }) => id)
			expect(both).toContain(here)
			expect(both).not.toContain(elsewhere)
			expect((await search(ctx, '税理士')).offices.map(({ id }) => id)).toContain(elsewhere)
		}))

	test.each([
		['三鷹の相続に強い税理士さん', '三鷹', '相続'],
		['確定申告三鷹', '三鷹', '確定申告'],
		['三鷹駅近くで確定申告を頼みたい', '三鷹駅', '確定申告'],
		['三鷹で会社をたたみたい', '三鷹', '再生・破産'],
		['社員をクビにしたい 三鷹', '三鷹', '労務トラブル'],
		['そうぞく登記 三鷹', '三鷹', '相続登記'],
		['給料けいさん 三鷹', '三鷹', '給与計算'],
	])('"%s" asks for a place and a task in any order and in everyday words', (text, place, topic) =>
		withCtx(async (ctx) => {
			const { directLinks } = await search(ctx, text)
			expect(directLinks[0]?.label).toContain(place)
			expect(directLinks[0]?.label).toContain(topic)
		}),
	)

	test('words for facets narrow the lists and can be removed one by one', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { evening: true })
			await makeOffice(ctx, { evening: false })
			const found = await search(ctx, '三鷹 夜間 税理士')
			expect(found.facets).toEqual([
				{ label: '夜間も対応', note: null, path: `/search?q=${encodeURIComponent('三鷹 税理士').replace('%20', '+')}` },
			])
			expect(found.directLinks[0]).toMatchObject({ label: expect.stringContaining('夜間も対応'), officeCount: 1 })
			expect(found.directLinks[0]?.path).toContain('evening=1')
			expect((await search(ctx, '英語のできる税理士 三鷹')).directLinks[0]?.path).toContain('english=1')
		}))

	test('an unsupported request gets a note and is removed from the search', () =>
		withCtx(async (ctx) => {
			const { facets, directLinks } = await search(ctx, '女性の税理士 三鷹')
			expect(facets).toEqual([expect.objectContaining({ label: '女性', note: expect.stringContaining('絞り込めません') })])
			expect(directLinks[0]?.label).toMatch(/三鷹.*税理士/)
		}))

	test('no word is found in the middle of another', () =>
		withCtx(async (ctx) => {
			expect(labels((await search(ctx, '夜間 相続')).areas)).not.toContain('夜間瀬駅')
			expect(labels((await search(ctx, '社員')).tasks)).not.toContain('雇用助成金申請')
			expect(labels((await search(ctx, '夜間瀬駅')).areas)).toContain('夜間瀬駅')
			expect(labels((await search(ctx, '助成金')).tasks)).toContain('雇用助成金申請')
		}))

	test('finds people and offices by their names with titles, and without the place in front', () =>
		withCtx(async (ctx) => {
			const office = await makeOffice(ctx, { name: '三鷹ひなげし会計', kana: 'みたかひなげしかいけい' })
			const expert = await makeExpert(ctx, { display_name: '雛罌粟 太郎', kana: 'ひなげし たろう' })
			for (const text of ['雛罌粟先生', '雛罌粟さん', '雛罌粟税理士', '雛罌粟太郎 三鷹'])
				expect((await search(ctx, text)).experts.map(({ id }) => id)).toContain(expert)
			expect((await search(ctx, 'ひなげし会計')).offices.map(({ id }) => id)).toContain(office)
		}))

	test('no text breaks it', () =>
		withCtx(async (ctx) => {
			for (const text of [
				'夜',
				'ただでただでただで',
				'クビ'.repeat(40),
				'',
				'   ',
				'\u0000',
				"' or 1=1 --",
				'😀😀',
				'あ'.repeat(3000),
				'駅',
				'税理士',
				'三鷹 三鷹 三鷹 三鷹 三鷹 三鷹',
				'××',
				'\ud800',
			])
				expect(await search(ctx, text)).toMatchObject({ text: expect.any(String), directLinks: expect.any(Array) })
		}))
})
