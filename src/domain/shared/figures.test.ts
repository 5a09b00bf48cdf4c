import { expect, test } from 'vitest'
import { containsFigures } from './figures.ts'

test.each([
	'期限は10日です',
	'基礎控除は１０４万円です',
	'80%を控除できます',
	'2割特例',
	'51人以上の会社',
	'会社法27条',
	'3分の1まで',
	'1.35 %',
])('「%s」 states a figure', (text) => expect(containsFigures(text)).toBe(true))

test.each([
	'まず窓口に相談してください',
	'1. 通帳\n2. 請求書',
	'e-Taxを使います',
	'[手引き](https://example.jp/2026年/10日)',
	'第一に、契約書です',
])('「%s」 states none', (text) => expect(containsFigures(text)).toBe(false))
