import { describe, expect, test } from 'vitest'
import { toShiftJis } from '../../platform/shift-jis.ts'
import { isDomainError } from '../shared/errors.ts'
import { readBankFile } from './bank-file.ts'
import { likeness, numbersIn, plainPayer } from './payer-name.ts'
import { propose } from './bank-transfers.ts'

const custom = { day: '', deposit: '', payer: '' }
const utf8 = (text: string) => new TextEncoder().encode(text)
const refusalOf = (handler: () => unknown): string => {
	try {
		handler()
		return 'none'
	} catch (error) {
		return isDomainError(error) ? (error.fields['file'] ?? '') : String(error)
	}
}

describe('files of banks', () => {
	test('住信SBI in Shift_JIS, with withdrawals left out', () => {
		const file = toShiftJis(
			'"日付","内容","出金金額(円)","入金金額(円)","残高(円)","メモ"\r\n"2026/06/15","振込＊ヤマダ　ハナコ","","9,800","109,800","-"\r\n"2026/06/14","口座振替","3,300","","100,000","-"\r\n',
		)
		const lines = [{ bookedOn: '2026-06-15', amount: 9_800, payer: '振込＊ヤマダ　ハナコ' }]
		expect(readBankFile(file, 'sbi', custom)).toEqual(lines)
		expect(readBankFile(file, 'auto', custom)).toEqual(lines)
	})

	test('BizSTATION below its lines about the account', () => {
		const file = toShiftJis(
			'照会口座,三鷹支店 普通 1234567\r\n期間,2026年6月1日〜2026年6月30日\r\n"番号","勘定日","出金金額(円)","入金金額(円)","残高(円)","取引区分","摘要"\r\n"1","2026年6月15日","","29,800","39,800","振込","ｶ)ﾔﾏﾀﾞｼﾖｳﾃﾝ"\r\n',
		)
		expect(readBankFile(file, 'bizstation', custom)).toEqual([{ bookedOn: '2026-06-15', amount: 29_800, payer: 'ｶ)ﾔﾏﾀﾞｼﾖｳﾃﾝ' }])
	})

	test('columns found by title, and an error that names a missing one', () => {
		const file = utf8('\uFEFF取引の日,お入り,だれ\n2026-6-5,¥９，８００,ﾔﾏﾀﾞ\n')
		expect(readBankFile(file, 'custom', { day: '取引の日', deposit: 'お入り', payer: 'だれ' })).toEqual([
			{ bookedOn: '2026-06-05', amount: 9_800, payer: 'ﾔﾏﾀﾞ' },
		])
		expect(refusalOf(() => readBankFile(file, 'auto', custom))).toContain('列の名前が見つかりません')
		expect(refusalOf(() => readBankFile(new Uint8Array(), 'auto', custom))).toBe('ファイルを選んでください。')
		expect(refusalOf(() => readBankFile(utf8('"a\n"b"c'), 'auto', custom))).not.toBe('none')
	})

	test('全銀 transfer notices, with and without line breaks, cancelled ones left out', () => {
		const record = (amount: number, cancelled = ' ') =>
			[
				'2',
				'000001',
				'080615',
				'080615',
				`${amount}`.padStart(10, '0'),
				'0'.padStart(10, '0'),
				''.padEnd(10),
				'202600001 ﾐﾀｶｱｵｲ'.padEnd(48),
				''.padEnd(15),
				''.padEnd(15),
				cancelled,
				''.padEnd(20),
				''.padEnd(52),
			].join('')
		const records = [`101${''.padEnd(197)}`, record(9_800), record(5_000, '1'), `8${''.padEnd(199)}`, `9${''.padEnd(199)}`]
		expect(records.map((one) => one.length)).toEqual([200, 200, 200, 200, 200])
		const lines = [{ bookedOn: '2026-06-15', amount: 9_800, payer: '202600001 ﾐﾀｶｱｵｲ' }]
		for (const file of [records.join('\r\n'), records.join('')])
			for (const format of ['auto', 'zengin'] as const) expect(readBankFile(toShiftJis(file), format, custom)).toEqual(lines)
		expect(refusalOf(() => readBankFile(utf8('日付,入金\n'), 'zengin', custom))).toContain('全銀')
	})
})

describe('names of payers', () => {
	test('are alike in the letters of banks, with and without the form of the company', () => {
		expect(plainPayer('ｶ)ﾔﾏﾀﾞｼﾖｳﾃﾝ')).toBe(plainPayer('カブシキガイシャ ヤマダショウテン'))
		expect(plainPayer('ゼイ）ミタカ')).toBe(plainPayer('ぜいりしほうじん みたか'))
		expect(plainPayer('スーパーミタカ')).toBe(plainPayer('ｽ-ﾊﾟ-ﾐﾀｶ'))
		expect(likeness(plainPayer('ミタカアオイ'), plainPayer('ﾐﾀｶｱｵｲ'))).toBe(1)
		expect(likeness('ミタカアオイ', 'コクブンジ')).toBe(0)
		expect(numbersIn('2026-000012 ﾐﾀｶ')).toEqual(['2026000012'])
	})

	test('a number outweighs a name and an amount, and strangers are not proposed', () => {
		const one = { addressee: '三鷹', open: 9_800, dueOn: '2026-06-25' }
		const candidates = [
			{ ...one, id: 1, number: '2026-000001', compact: '2026000001', payer: 'ミタカアオイ' },
			{ ...one, id: 2, number: '2026-000002', compact: '2026000002', payer: 'コクブンジ' },
			{ ...one, id: 3, number: '2026-000003', compact: '2026000003', payer: 'クニタチ', open: 5_000 },
		]
		const found = propose({ bookedOn: '2026-06-15', amount: 9_800, payer: '2026000002 ﾐﾀｶｱｵｲ' }, candidates)
		expect(found.map(({ invoiceId }) => invoiceId)).toEqual([2, 1])
		expect(propose({ bookedOn: '2026-06-15', amount: 7, payer: 'ﾀﾆﾝ' }, candidates)).toEqual([])
	})
})

test('Shift_JIS encodes the characters of Windows and replaces all others', () => {
	const text = '請求 2026-000001 髙﨑①㈱ｱ'
	expect(new TextDecoder('shift_jis').decode(toShiftJis(text))).toBe(text)
	expect(new TextDecoder('shift_jis').decode(toShiftJis('𠮷野家'))).toBe('〓野家')
})
