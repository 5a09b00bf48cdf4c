import { expect, test } from 'vitest'
import { factMarksOf } from './fact-marks.ts'

const credential = {
	professionId: 1,
	professionName: '税理士',
	registrationNumber: '123456',
	association: '東京税理士会',
	registered: null,
}

test('each typed fact has a text of the fix that names what was typed', () => {
	const marks = factMarksOf({
		name: '山田 花子',
		credentials: [{ ...credential, registered: '2020年4月1日' }],
		office: { name: '山田税理士事務所', place: '東京都三鷹市下連雀3-1-1' },
	})
	expect(marks.map(({ id }) => id)).toEqual(['name-1', 'number-1', 'association-1', 'date-1', 'office'])
	for (const { value, text } of marks) for (const part of value.split('・')) expect(text).toContain(part)
})

test('what was not typed has no mark', () => {
	expect(factMarksOf({ name: '山田 花子', credentials: [credential], office: null }).map(({ id }) => id)).toEqual([
		'name-1',
		'number-1',
		'association-1',
	])
})
