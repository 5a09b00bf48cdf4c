import { expect, test } from 'vitest'
import { quoteTotals } from './estimate-quote.ts'
import { lineOfFee } from './fee-lines.ts'

test('a quote begins with the published fee, which has tax, as a line without it', () => {
	const line = lineOfFee('確定申告', { basis: 'per_case', min: 88_000 })
	expect(line).toEqual({ name: '確定申告', quantity: 1, unit: '式', unitPrice: 80_000, taxRate: 10 })
	expect(line && quoteTotals([line], 0).total).toBe(88_000)
	expect(lineOfFee('記帳代行', { basis: 'monthly', min: 11_000 })).toMatchObject({ unit: 'か月', unitPrice: 10_000 })
})

test('a share of an amount is no line, and neither is a fee of nothing', () => {
	expect(lineOfFee('助成金の申請', { basis: 'percentage', min: 15 })).toBeNull()
	expect(lineOfFee('初回相談', { basis: 'hourly', min: 0 })).toBeNull()
})
