import { expect, test } from 'vitest'
import { dueOf, momentOf } from './moment.ts'

const at = (text: string) => new Date(`${text}+09:00`)
const now = at('2026-11-25T14:49')

test('says how long ago something was, and its exact time beside it', () => {
	const textOf = (moment: string) => momentOf(at(moment), now).text
	expect(textOf('2026-11-25T09:05')).toBe('今日 9:05')
	expect(textOf('2026-11-24T23:59')).toBe('昨日 23:59')
	expect(textOf('2026-11-22T00:00')).toBe('3日前')
	expect(textOf('2026-11-18T14:49')).toBe('11月18日')
	expect(textOf('2025-11-18T14:49')).toBe('2025年11月18日')
	expect(textOf('2026-11-26T10:00')).toBe('明日 10:00')
	expect(momentOf(at('2026-11-22T00:00'), now)).toMatchObject({ exact: '2026年11月22日 0:00', iso: '2026-11-21T15:00:00.000Z' })
})

test('a deadline is given in working time', () => {
	const leftOf = (due: string, from = now) => dueOf(at(due), from).left
	expect(leftOf('2026-11-27T14:49')).toBe('あと2営業日')
	// A weekend and a holiday do not count.
	expect(leftOf('2026-11-25T18:00', at('2026-11-20T17:00'))).toBe('あと3営業日')
	expect(leftOf('2026-11-26T10:00')).toBe('あと4時間')
	expect(leftOf('2026-11-25T15:19')).toBe('あと30分')
	// After closing time, and before it opens again.
	expect(leftOf('2026-11-26T08:30', at('2026-11-25T18:07'))).toBe('まもなく')
	expect(dueOf(at('2026-11-25T15:19'), now).tone).toBe('now')
	expect(dueOf(at('2026-11-26T10:00'), now).tone).toBe('soon')
	expect(dueOf(at('2026-11-27T14:49'), now).tone).toBe('plain')
	expect(dueOf(at('2026-11-25T14:00'), now)).toMatchObject({ left: '期限を過ぎました', tone: 'now' })
})
