import { inflateSync } from 'node:zlib'
import { isDict, nameOf, type PdfDict, type PdfValue, RefusedPdf } from './pdf-syntax.ts'

/** Streams of objects and of cross-references are small; more is made to exhaust memory. */
const MAX_UNPACKED = 64 * 1_048_576

const only = (value: PdfValue | undefined): PdfValue | undefined => (Array.isArray(value) && value.length < 2 ? value[0] : value)

/**
 * The content of a stream that holds objects or cross-references. Only what producers use there is read: nothing or
 * FlateDecode, with or without a predictor.
 */
export function unpackStream(dict: PdfDict, packed: Buffer): Buffer {
	const filter = only(dict.get('Filter'))
	if (filter === undefined || filter === null) return packed
	if (nameOf(filter) !== 'FlateDecode') throw new RefusedPdf('broken', 'a stream of objects has an unusual filter')
	const unpacked = inflate(packed)
	const parameters = only(dict.get('DecodeParms'))
	if (parameters === undefined || parameters === null) return unpacked
	if (!isDict(parameters)) throw new RefusedPdf('broken', 'the parameters of a filter are no dictionary')
	return removePredictor(unpacked, parameters)
}

function inflate(packed: Buffer): Buffer {
	try {
		return inflateSync(packed, { maxOutputLength: MAX_UNPACKED })
	} catch {
		throw new RefusedPdf('broken', 'a stream cannot be unpacked')
	}
}

function removePredictor(content: Buffer, parameters: PdfDict): Buffer {
	const numberOf = (key: string, otherwise: number): number => {
		const value = parameters.get(key) ?? otherwise
		if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 10_000)
			throw new RefusedPdf('broken', 'a predictor is odd')
		return value
	}
	const predictor = numberOf('Predictor', 1)
	if (predictor === 1) return content
	if (predictor < 10 || numberOf('BitsPerComponent', 8) !== 8) throw new RefusedPdf('broken', 'an unusual predictor')
	const step = numberOf('Colors', 1)
	const width = step * numberOf('Columns', 1)
	const rows = Math.floor(content.length / (width + 1))
	const result = Buffer.alloc(rows * width)
	for (let row = 0; row < rows; row++) {
		const kind = content[row * (width + 1)] ?? 0
		for (let column = 0; column < width; column++) {
			const at = row * width + column
			const left = column < step ? 0 : (result[at - step] ?? 0)
			const above = row === 0 ? 0 : (result[at - width] ?? 0)
			const corner = row === 0 || column < step ? 0 : (result[at - width - step] ?? 0)
			result[at] = (content[row * (width + 1) + 1 + column] ?? 0) + predicted(kind, { left, above, corner })
		}
	}
	return result
}

/** The filters of PNG (ISO/IEC 15948, section 9). */
function predicted(kind: number, { left, above, corner }: { left: number; above: number; corner: number }): number {
	if (kind === 0) return 0
	if (kind === 1) return left
	if (kind === 2) return above
	if (kind === 3) return (left + above) >> 1
	if (kind !== 4) throw new RefusedPdf('broken', 'an unknown predictor')
	const estimate = left + above - corner
	const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)]
	if (a <= b && a <= c) return left
	return b <= c ? above : corner
}
