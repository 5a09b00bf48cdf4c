/**
 * What a list can be narrowed by, packed in one integer per office: bits 0–4 the flags, bit 4 + n profession n.
 * The same integer keys `listing_counts`, so that facet counts are sums over a handful of rows.
 */

/** The professions in the order of their ids, 1 to 9. The table `professions` holds their long texts. */
export const professions = [
	{ id: 1, slug: 'zeirishi', name: '税理士', shortName: '税理士' },
	{ id: 2, slug: 'sharoushi', name: '社会保険労務士', shortName: '社労士' },
	{ id: 3, slug: 'gyoseishoshi', name: '行政書士', shortName: '行政書士' },
	{ id: 4, slug: 'shihoshoshi', name: '司法書士', shortName: '司法書士' },
	{ id: 5, slug: 'bengoshi', name: '弁護士', shortName: '弁護士' },
	{ id: 6, slug: 'benrishi', name: '弁理士', shortName: '弁理士' },
	{ id: 7, slug: 'shindanshi', name: '中小企業診断士', shortName: '診断士' },
	{ id: 8, slug: 'kaikeishi', name: '公認会計士', shortName: '会計士' },
	{ id: 9, slug: 'it-coordinator', name: 'ITコーディネータ', shortName: 'ITコーディネータ' },
] as const

export type ProfessionSlug = (typeof professions)[number]['slug']
export type ProfessionName = (typeof professions)[number]

/** The flags in the order of their bits; `param` is also the name in a list's URL. */
export const flags = [
	{ param: 'first-free', label: '初回相談無料' },
	{ param: 'online', label: 'オンライン対応' },
	{ param: 'weekend', label: '土日祝も対応' },
	{ param: 'evening', label: '夜間も対応' },
	{ param: 'accepting', label: '新規受付中' },
] as const

export type Flag = (typeof flags)[number]['param']

export const FLAG_BITS = flags.length

export const flagBit = (flag: Flag): number => 1 << flags.findIndex((one) => one.param === flag)

/** Bit of a profession id (1–9). */
export const professionBit = (professionId: number): number => 1 << (FLAG_BITS - 1 + professionId)

export function findProfession(slug: string): ProfessionName | null {
	return professions.find((profession) => profession.slug === slug) ?? null
}

/** Throws on an id that the constant does not know: ids come from our own data. */
export function getProfession(id: number): ProfessionName {
	const profession = professions[id - 1]
	if (!profession) throw new RangeError(`No profession has the id ${id}`)
	return profession
}

/** What is asked for: every flag, and any one of the professions. */
export type FacetSelection = { flags: readonly Flag[]; professions: readonly ProfessionSlug[] }

export const requiredBits = (selection: FacetSelection): number => selection.flags.reduce((sum, flag) => sum | flagBit(flag), 0)

export function anyOfBits(selection: FacetSelection): number {
	return professions.reduce((sum, { id, slug }) => (selection.professions.includes(slug) ? sum | professionBit(id) : sum), 0)
}

/** Whether an office with given attributes belongs into a list narrowed like this; made once for many offices. */
export function selectionTest(selection: FacetSelection): (attributes: number) => boolean {
	const required = requiredBits(selection)
	const anyOf = anyOfBits(selection)
	return (attributes) => (attributes & required) === required && (anyOf === 0 || (attributes & anyOf) !== 0)
}
