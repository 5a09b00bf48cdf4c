import { expect, test } from 'vitest'
import { holidayName } from './holidays.ts'
import { days } from './japan-time.ts'

function holidaysOf(year: number): string[] {
	const found: string[] = []
	for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += days(1)) {
		const iso = new Date(time).toISOString().slice(0, 10)
		if (holidayName(iso)) found.push(iso.slice(5))
	}
	return found
}

test.each([
	[2020, '01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23'],
	[2021, '01-01 01-11 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-22 07-23 08-08 08-09 09-20 09-23 11-03 11-23'],
	[2024, '01-01 01-08 02-11 02-12 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-22 09-23 10-14 11-03 11-04 11-23'],
	[2025, '01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-23 11-24'],
	[2026, '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23'],
])('%i has the holidays of the Cabinet Office', (year, expected) => {
	expect(holidaysOf(year)).toEqual(expected.split(' '))
})

test('a day between two holidays is a holiday of the people', () => {
	expect(holidayName('2026-09-22')).toBe('国民の休日')
	expect(holidayName('2032-09-21')).toBe('国民の休日')
})

test('the substitute of a Sunday in Golden Week comes after the other holidays', () => {
	expect(holidayName('2026-05-06')).toBe('振替休日')
	expect(holidayName('2025-05-06')).toBe('振替休日')
})

test('the equinoxes are those of the almanac up to 2035', () => {
	const spring = [20, 20, 21, 21, 20, 20, 20, 21, 20, 20, 20, 21, 20, 20, 20, 21]
	const autumn = [22, 23, 23, 23, 22, 23, 23, 23, 22, 23, 23, 23, 22, 23, 23, 23]
	for (const [index, day] of spring.entries()) expect(holidayName(`${2020 + index}-03-${day}`)).toBe('春分の日')
	for (const [index, day] of autumn.entries()) expect(holidayName(`${2020 + index}-09-${day}`)).toBe('秋分の日')
})
