import { expect, test } from 'vitest'
import { businessTimeText, clockTimeText } from './lengths-of-time.ts'

test('a time is said in the largest unit that it fills', () => {
	expect([0, 40, 60, 150, 300, 540, 1_080, 2_700].map(businessTimeText)).toEqual([
		'1分未満',
		'40分',
		'1時間',
		'2.5時間',
		'5時間',
		'1営業日',
		'2営業日',
		'5営業日',
	])
	expect([59, 90, 600, 1_440, 2_160, 10_080].map(clockTimeText)).toEqual(['59分', '1.5時間', '10時間', '1日', '1.5日', '7日'])
})
