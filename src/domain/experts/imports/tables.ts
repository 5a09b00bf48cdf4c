import type { ShapesOf } from '../../shared/tables.ts'

/** What a file says of an expert and the office, until the person answers or the invitation expires. */
export type ImportedFacts = {
	displayName: string
	kana: string
	professionId: number
	registrationNumber: string
	association: string
	kind: 'sole' | 'corporation' | 'company' | 'joint'
	officeName: string
	officeKana: string
	postalCode: string
	municipalityId: number
	addressLine: string
	phone: string
	corporateNumber: string | null
	invoiceNumber: string | null
}

/** What is wrong with a row: the title of the column, '' for the whole row, and a sentence. */
export type ImportFault = { column: string; sentence: string }

declare module '../../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'import_rows.facts': ImportedFacts
		'import_rows.faults': ImportFault[]
	}> {}
}
