import { z } from 'zod'
import { parseId } from '../../domain/shared/ids.ts'

/** What forms consist of, for the schemas of a page's actions. A field that is missing or no text reads as ''. */
export const textField = z.string().catch('')

/** An id of a row; 0, which no row has, for anything else. */
export const idField = textField.transform(parseId)

/** All texts of a field that may come more than once. */
export const textsField = z
	.unknown()
	.optional()
	.transform((value) => [value].flat().filter((one) => typeof one === 'string'))

/** An uploaded file; null for none. */
export const fileField = z
	.unknown()
	.optional()
	.transform((value) => (value instanceof File ? value : null))

/** The content of a file; empty for none. */
export const bytesOf = async (file: File | null) => new Uint8Array(file ? await file.arrayBuffer() : [])

/** A form that sends only its intent. */
export const noFields = z.object({})

/** A form about one row. */
export const targetFields = z.object({ targetId: idField })
