import { expect, test } from 'vitest'
import { addressKey, hasBlockNumber } from './address-line.ts'

test('one address has one key, however it is typed', () => {
	const spellings = [
		'下連雀3-1-1 青葉ビル2F',
		'下連雀３丁目１番１号　青葉ビル２階',
		'下連雀三丁目1-1青葉ビル２Ｆ',
		'下連雀3−1ー1、青葉ビル二階',
	]
	expect(new Set(spellings.map(addressKey))).toEqual(new Set(['下連雀3-1-1青葉ビル2f']))
	expect(addressKey('大字中央十五番地の2')).toBe(addressKey('大字中央15-2'))
})

test('another room, block or town is another address, and long vowels of a building stay', () => {
	const keys = [
		'下連雀3-1-1',
		'下連雀3-1-11',
		'下連雀3-11-1',
		'上連雀3-1-1',
		'下連雀3-1-1 201号室',
		'下連雀3-1-1 202号室',
		'下連雀3-1-1 タワー',
	]
	expect(new Set(keys.map(addressKey)).size).toBe(keys.length)
	expect(addressKey('下連雀3-1-1 タワー')).toContain('タワー')
})

test('a line without a number is incomplete', () => {
	expect(hasBlockNumber('下連雀三丁目')).toBe(true)
	expect(hasBlockNumber('下連雀')).toBe(false)
})
