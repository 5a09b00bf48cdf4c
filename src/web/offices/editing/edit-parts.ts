import { officeSections } from '../../../domain/offices/office-sections.ts'

/** The pages of an office's editor, in the order in which they are filled in. */
export const editParts = [
	...officeSections,
	{ section: 'photos', label: '写真', hint: '人、相談する場所、外観' },
	{ section: 'visibility', label: '公開と受付', hint: '公開・非公開、新しい相談の受付' },
] as const

export type EditPart = (typeof editParts)[number]['section']

export const editPart = (name: string | undefined) => editParts.find(({ section }) => section === name)
