import { expect, test } from 'vitest'
import { accessText, distanceText } from './place-text.ts'

test('a distance is given in tens of metres, then in kilometres', () => {
	expect(distanceText(3)).toBe('約10m')
	expect(distanceText(324)).toBe('約320m')
	expect(distanceText(949)).toBe('約950m')
	expect(distanceText(996)).toBe('約1.0km')
	expect(distanceText(1_449)).toBe('約1.4km')
})

test('a walk of more than half an hour is given as a distance', () => {
	expect(accessText({ name: '三鷹', walkMinutes: 5, distanceMetres: 320 })).toBe('三鷹駅 徒歩5分')
	expect(accessText({ name: '稚内', walkMinutes: 61, distanceMetres: 4_812 })).toBe('稚内駅から約4.8km')
})
