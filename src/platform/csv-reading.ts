import { parse } from 'csv-parse/sync'

/** Decodes a file: UTF-8 if valid, otherwise Shift_JIS, which spreadsheets and banks in Japan write. */
export function decodeJapaneseText(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('shift_jis').decode(bytes)
	}
}

/** Returns the rows of a CSV file as people write it by hand; an empty line is a row of one empty cell. Throws on malformed CSV. */
export const parseCsvRows = (text: string): string[][] =>
	parse(text.replace(/^\uFEFF/, ''), { relax_column_count: true, trim: true, relax_quotes: true })
