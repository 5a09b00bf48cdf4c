import { expect, test } from 'vitest'
import { eventOf } from './notice-words.ts'

const facts = [
	{ label: '業務', value: '確定申告' },
	{ label: '地域', value: '東京都' },
	{ label: '届けた事務所', value: '3か所' },
	{ label: '予算', value: '80,000円まで' },
	{ label: '回答の期限', value: '2026年11月26日 18:00' },
]

test('mails of one case are headed by what happened, with what, where, how much and until when', () => {
	expect(eventOf('新しい見積もりの依頼が届きました。期限までに回答してください。', facts)).toBe(
		'新しい見積もりの依頼が届きました（確定申告・東京都・予算80,000円まで・11月26日 18:00まで）',
	)
	expect(eventOf('見積もりが選ばれ、依頼先に決まりました。依頼者に連絡してください。', [])).toBe('見積もりが選ばれ、依頼先に決まりました')
	expect(eventOf('「確定申告」に返信が届きました。', facts)).toBe(
		'「確定申告」に返信が届きました（東京都・予算80,000円まで・11月26日 18:00まで）',
	)
})

test('a long subject is cut', () => {
	expect(eventOf(`「${'長'.repeat(90)}」に返信が届きました。`, [])).toBe(`「${'長'.repeat(58)}…`)
})
