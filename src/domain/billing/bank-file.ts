import type { BankFormat } from './billing-labels.ts'
import { decodeJapaneseText, parseCsvRows } from '../../platform/csv-reading.ts'
import { DomainError } from '../shared/errors.ts'
import { isCalendarDay } from '../shared/japan-time.ts'

/** A transfer to the operator's account as listed in a bank's file. */
export type BankLine = { bookedOn: string; amount: number; payer: string }

/** Columns of a bank's CSV, by their titles. */
type Columns = { day: readonly string[]; deposit: readonly string[]; payer: readonly string[] }

/**
 * Columns of the formats that are CSV. Titles are compared without blanks, brackets and units. 全銀 is the fixed-length record
 * of transfer notices (振込入金通知, 200 bytes) that every Japanese bank offers.
 */
const formatColumns: Partial<Record<BankFormat, Columns>> = {
	sbi: { day: ['日付'], deposit: ['入金金額'], payer: ['内容'] },
	bizstation: { day: ['勘定日', '日付'], deposit: ['入金金額', '入金'], payer: ['摘要', '振込依頼人名', '明細内容'] },
}

const general: Columns = {
	day: ['日付', '勘定日', '取引日', '入出金日', '年月日', '取扱日付', '起算日'],
	deposit: ['入金金額', 'お預入れ', '入金額', '入金', 'お預け入れ金額', '預入金額', '受入金額'],
	payer: ['振込依頼人名', '内容', '摘要内容', '摘要', 'お取り扱い内容', '取引内容', '明細内容', '備考'],
}

export const MAX_BANK_LINES = 5_000

const refused = (sentence: string) => new DomainError('invalid', 'not a file of a bank', { fields: { file: sentence } })

/** The deposits of a bank's file in its order. Throws `invalid` (field file) for any other file. */
export function readBankFile(bytes: Uint8Array, format: BankFormat, custom: { day: string; deposit: string; payer: string }): BankLine[] {
	if (bytes.length === 0) throw refused('ファイルを選んでください。')
	const text = decodeJapaneseText(bytes)
	const lines =
		format === 'zengin' || (format === 'auto' && isZengin(text))
			? readZengin(text)
			: readCsv(
					text,
					format === 'custom'
						? { day: [custom.day], deposit: [custom.deposit], payer: [custom.payer] }
						: (formatColumns[format] ?? general),
				)
	if (lines.length > MAX_BANK_LINES)
		throw refused(`一度に取り込めるのは${MAX_BANK_LINES.toLocaleString('ja-JP')}件までです。期間を分けてください。`)
	return lines
}

const recordsOf = (text: string): string[] => {
	const lines = text
		// Files of old systems end with a control character.
		.replaceAll('\u001A', '')
		.split(/\r?\n/)
		.filter((line) => line !== '')
	// Some banks put no line breaks between the records.
	return lines.length === 1 && (lines[0]?.length ?? 0) > 200 ? (lines[0]?.match(/.{1,200}/gs) ?? []) : lines
}

const isZengin = (text: string): boolean => /^1(?:01|03)/.test(text) && recordsOf(text).every((line) => /^[1289]/.test(line))

/** Records of transfer notices: 1 header, 2 data, 8 trailer, 9 end. All characters are single-byte, so offsets are character positions. */
function readZengin(text: string): BankLine[] {
	const records = recordsOf(text)
	if (!records[0]?.startsWith('1')) throw refused('全銀の振込入金通知のファイルではないようです。')
	const data = records.filter((line) => line.startsWith('2'))
	return data.flatMap((line): BankLine[] => {
		// The 128th character says that the notice was cancelled.
		if (line.slice(127, 128) === '1') return []
		const bookedOn = dayOfEra(line.slice(7, 13))
		const amount = Number(line.slice(19, 29))
		if (bookedOn === null || !Number.isSafeInteger(amount) || amount < 1)
			throw refused('全銀のファイルに、日付か金額を読めない行があります。')
		return [{ bookedOn, amount, payer: line.slice(49, 97).trim() }]
	})
}

/** 「080615」: the 8th year of 令和. Some banks write the last digits of the Western year. */
function dayOfEra(text: string): string | null {
	const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
	const count = Number(year)
	const written = `${count < 19 ? 2018 + count : 2000 + count}-${month}-${day}`
	return isCalendarDay(written) ? written : null
}

const plainTitle = (title: string): string => title.normalize('NFKC').replaceAll(/[\s"'()（）円]|\(円\)/g, '')

function readCsv(text: string, columns: Columns): BankLine[] {
	let rows: string[][]
	try {
		rows = parseCsvRows(text)
	} catch {
		throw refused('CSVとして読めないファイルです。銀行の明細のCSVを選んでください。')
	}
	const placeOf = (row: readonly string[], titles: readonly string[]) =>
		titles.map((title) => row.findIndex((cell) => plainTitle(cell) === plainTitle(title))).find((place) => place >= 0) ?? -1
	// Banks write the account and the period above the titles.
	const head = rows.findIndex((row) => [columns.day, columns.deposit, columns.payer].every((titles) => placeOf(row, titles) >= 0))
	if (head < 0)
		throw refused(
			`列の名前が見つかりません（日付：${columns.day.join('・')}、入金：${columns.deposit.join('・')}、振込人：${columns.payer.join('・')}）。`,
		)
	const titles = rows[head] ?? []
	const [day, deposit, payer] = [placeOf(titles, columns.day), placeOf(titles, columns.deposit), placeOf(titles, columns.payer)]
	return rows.slice(head + 1).flatMap((row): BankLine[] => {
		const amount = Number((row[deposit] ?? '').normalize('NFKC').replaceAll(/[,\s円¥\\]/g, '') || '0')
		const bookedOn = dayOf(row[day] ?? '')
		// Withdrawals, and sums below the table.
		if (!Number.isSafeInteger(amount) || amount < 1 || amount > 100_000_000 || bookedOn === null) return []
		return [{ bookedOn, amount, payer: (row[payer] ?? '').slice(0, 80) }]
	})
}

function dayOf(text: string): string | null {
	const [, year = '', month = '', day = ''] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})\D?$/.exec(text.normalize('NFKC').trim()) ?? []
	const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
	return isCalendarDay(written) ? written : null
}
