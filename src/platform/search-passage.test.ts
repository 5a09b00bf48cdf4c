import { expect, test } from 'vitest'
import { bestPassage } from './search-passage.ts'

const shown = (text: string, ...words: string[]) =>
	bestPassage(text, words)
		.parts.map((part) => (part.marked ? `[${part.text}]` : part.text))
		.join('')

test('marks words whatever their width and kana, in the text as it is', () => {
	expect(shown('ｲﾝﾎﾞｲｽの登録', 'インボイス')).toBe('[ｲﾝﾎﾞｲｽ]の登録')
	expect(shown('サーバーを替える', 'サーバ')).toBe('[サーバ]ーを替える')
	expect(shown('<b>定款</b>', '定款')).toBe('<b>[定款]</b>')
})

test('is the section with most of the words', () => {
	const text = `${'前置きです。'.repeat(30)}確定申告の話。${'間の文です。'.repeat(30)}確定申告の費用の話。`
	const passage = shown(text, '確定申告', '費用')
	expect(passage).toContain('[確定申告]の[費用]の話。')
	expect(passage.startsWith('…')).toBe(true)
	expect(passage.length).toBeLessThan(140)
})

test('is the beginning when no word occurs', () => {
	expect(bestPassage('会社の設立について', ['遺言'])).toEqual({ parts: [{ text: '会社の設立について', marked: false }], words: 0 })
})
