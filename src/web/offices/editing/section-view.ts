import type { OfficeSection, SectionValues } from '../../../domain/offices/office-sections.ts'
import type { Moment } from '../../format/moment.ts'
import type { Outcome } from '../../forms/form-outcome.ts'

/** A section of the page that is edited, as its form shows it. */
export type SectionView = {
	section: OfficeSection
	values: SectionValues
	edition: string
	isDraft: boolean
	/** When the draft was saved. */
	saved: Moment | null
	faults: Readonly<Record<string, string>>
}

/** What saving a section returns where the page is not revalidated. */
export type SectionOutcome = Outcome<
	| { kind: 'saved'; section: OfficeSection; edition: string; at: string; faults: number }
	/** Another person saved a newer version meanwhile: that version, and what was typed. */
	| {
			kind: 'overtaken'
			section: OfficeSection
			edition: string
			current: { name: string; label: string; text: string }[]
			values: SectionValues
	  }
>

export const valueOf = (view: Pick<SectionView, 'values'>, name: string): string => {
	const value = view.values[name]
	return typeof value === 'string' ? value : (value?.[0] ?? '')
}

export const valuesOf = (view: Pick<SectionView, 'values'>, name: string): readonly string[] => {
	const value = view.values[name]
	return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
