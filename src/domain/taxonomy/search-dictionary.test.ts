import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { foldText } from '../../platform/search-text.ts'
import { createSearchDictionary, loadSearchDictionary, readIntents, readingRows, toIntent } from './search-dictionary.ts'

test('every entry matches its example inputs', async () => {
	const missed = (await readIntents()).flatMap((one) => {
		const { pattern, typed } = toIntent(one)
		return typed.filter((text) => text.search(pattern) < 0)
	})
	expect(missed).toEqual([])
})

test('every task of an entry is one of the taxonomy', () =>
	withCtx(async (ctx) => {
		const known = new Set((await ctx.db.selectFrom('tasks').select('slug').execute()).map(({ slug }) => slug))
		const unknown = (await readIntents()).flatMap(({ tasks }) => tasks.filter((slug) => !known.has(slug)))
		expect(unknown).toEqual([])
	}))

test('no entry matches mere grammar or a plain place name', async () => {
	const dictionary = await loadSearchDictionary()
	for (const text of ['について教えてください', 'どうしたらいいですか', '三鷹', '東京都', '名古屋駅', '佐藤', '山田太郎'])
		expect(dictionary.intentsOf(text)).toEqual([])
})

const dictionary = createSearchDictionary(
	[
		toIntent({ match: '残業', typed: ['残業'], words: ['残業'], tasks: ['a'] }),
		toIntent({ match: '残業代|サービス残業', typed: ['残業代'], words: ['割増'], tasks: ['b'] }),
		toIntent({ match: 'お金が(ない|足りな)', typed: ['お金が足りない'], words: ['資金'], tasks: ['c'] }),
	],
	readingRows('reading,word\nそうぞくぜい,相続税\nそうぞく,相続\nかいこ,解雇\nざんぎょうだい,残業代\nけいひ,経費\n'),
)

test('of two entries the longer match counts', () => {
	expect(dictionary.intentsOf('残業代がもらえない').map(({ intent }) => intent.tasks)).toEqual([['b']])
	expect(dictionary.intentsOf('ｻｰﾋﾞｽ残業').map(({ intent }) => intent.tasks)).toEqual([['b']])
})

test('が between kanji is found although folding makes か of it', () => {
	expect(foldText('お金が足りない')).toBe('お金か足りない')
	expect(dictionary.intentsOf('お金が足りない')).toHaveLength(1)
	expect(dictionary.intentsOf('お金がない')).toHaveLength(1)
})

test.each([
	['そうぞく放棄', 'そうぞく', '相続'],
	['相ぞく税いくら', '相ぞく税', '相続税'],
	['残ぎょう代', '残ぎょう代', '残業代'],
	['かいこされた', 'かいこ', '解雇'],
	['けいひ', 'けいひ', '経費'],
])('%s has %s, which is %s', (text, typed, word) => {
	expect(dictionary.readingsOf(text)).toContainEqual({ typed, words: expect.arrayContaining([word]) })
})

test('grammar is not a reading', () => {
	for (const text of ['どうすればいいですか', '払いかいこむ', 'したい']) expect(dictionary.readingsOf(text)).toEqual([])
})
