/**
 * The facets of a list, packed in one integer per office: bits 0–4 the first five flags, bit 4 + n profession n, from bit 14 on
 * later flags, bit 19 + n sub-qualification n.
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

/**
 * Sub-qualifications of a profession besides its registration, in the order of their ids, 1 to 8. `holder` is the title of a
 * person who has it; where that is no complete name, the profession follows. One that is `renewed` ends with a last day;
 * `limit` is printed wherever it is shown.
 */
export const subQualifications = [
	{
		id: 1,
		slug: 'tokutei-sharoushi',
		name: '特定社会保険労務士',
		shortName: '特定社労士',
		holder: '特定社会保険労務士',
		renewed: false,
		limit: '民間のあっせん機関で争う額が120万円を超えるときは、弁護士との共同受任が必要です。',
	},
	{
		id: 2,
		slug: 'nintei-shihoshoshi',
		name: '認定司法書士',
		shortName: '認定司法書士',
		holder: '認定司法書士',
		renewed: false,
		limit: '争う額が140万円以下の事件に限ります。',
	},
	{
		id: 3,
		slug: 'shinsei-toritsugi',
		name: '申請取次者（届出済み）',
		shortName: '申請取次',
		holder: '申請取次の届出をした',
		renewed: true,
		limit: null,
	},
	{
		id: 4,
		slug: 'fuki-benrishi',
		name: '付記弁理士',
		shortName: '付記弁理士',
		holder: '付記弁理士',
		renewed: false,
		limit: '弁護士が同じ依頼者から受任している事件に限ります。',
	},
	{
		id: 5,
		slug: 'tsuchi-bengoshi',
		name: '通知弁護士',
		shortName: '通知弁護士',
		holder: '通知弁護士',
		renewed: false,
		limit: '通知をした国税局の管轄区域に限ります。',
	},
	{
		id: 6,
		slug: 'zeirishi-registration',
		name: '税理士登録',
		shortName: '税理士登録',
		holder: '税理士登録のある',
		renewed: false,
		limit: null,
	},
	{
		id: 7,
		slug: 'nintei-shien',
		name: '認定経営革新等支援機関',
		shortName: '認定支援機関',
		holder: '認定経営革新等支援機関の',
		renewed: true,
		limit: null,
	},
	{
		id: 8,
		slug: 'ma-shien',
		name: 'M&A支援機関登録',
		shortName: 'M&A支援機関',
		holder: 'M&A支援機関に登録した',
		renewed: true,
		limit: null,
	},
] as const

export type SubQualificationSlug = (typeof subQualifications)[number]['slug']

export type SubQualificationName = (typeof subQualifications)[number]

/** 弁護士 and 司法書士: the site recommends none of them by name (弁護士法72条 and their rules on fees for introductions). */
export const counselIds: readonly number[] = professions
	.filter(({ slug }) => slug === 'bengoshi' || slug === 'shihoshoshi')
	.map(({ id }) => id)

/** Throws on an id that the constant does not know: ids come from our own data. */
export function getSubQualification(id: number): SubQualificationName {
	const found = subQualifications[id - 1]
	if (!found) throw new RangeError(`No sub-qualification has the id ${id}`)
	return found
}

/** The name of a credential: of the sub-qualification where it is one, else of the profession. */
export const credentialName = (professionId: number, subQualificationId: number | null): string =>
	subQualificationId === null ? getProfession(professionId).name : getSubQualification(subQualificationId).name

/** Title of a holder: 「特定社会保険労務士」「税理士登録のある公認会計士」. */
export function holderName(subQualificationId: number, professionId: number): string {
	const { holder, name } = getSubQualification(subQualificationId)
	return holder === name ? name : `${holder}${getProfession(professionId).name}`
}

/** The flags in the order of their bits; `param` is also the name in a list's URL. */
export const flags = [
	{ param: 'first-free', label: '初回相談無料' },
	{ param: 'online', label: 'オンライン対応' },
	{ param: 'weekend', label: '土日祝も対応' },
	{ param: 'evening', label: '夜間も対応' },
	{ param: 'accepting', label: '新規受付中' },
	{ param: 'english', label: '英語対応' },
	/** Something can be booked within seven days (appointments). */
	{ param: 'soon', label: '今週相談できる' },
] as const

export type Flag = (typeof flags)[number]['param']

/** Flags below the professions. Later ones take higher bits, so that the bits of stored rows keep their meaning. */
export const FLAG_BITS = 5

/** Bit of a flag: 0–4, then from 14 on. */
export function flagBit(flag: Flag): number {
	const place = flags.findIndex((one) => one.param === flag)
	return 1 << (place < FLAG_BITS ? place : place + professions.length)
}

/** Bit of a profession id (1–9). */
export const professionBit = (professionId: number): number => 1 << (FLAG_BITS - 1 + professionId)

/** Bit of a sub-qualification id (1–8). */
export const subQualificationBit = (id: number): number => 1 << (19 + id)

export function findProfession(slug: string): ProfessionName | null {
	return professions.find((profession) => profession.slug === slug) ?? null
}

/** Throws on an id that the constant does not know: ids come from our own data. */
export function getProfession(id: number): ProfessionName {
	const profession = professions[id - 1]
	if (!profession) throw new RangeError(`No profession has the id ${id}`)
	return profession
}

/** A selection: every flag and sub-qualification, and any one of the professions. */
export type FacetSelection = {
	flags: readonly Flag[]
	professions: readonly ProfessionSlug[]
	subQualifications: readonly SubQualificationSlug[]
}

export const requiredBits = (selection: FacetSelection): number =>
	subQualifications.reduce(
		(sum, { id, slug }) => (selection.subQualifications.includes(slug) ? sum | subQualificationBit(id) : sum),
		selection.flags.reduce((sum, flag) => sum | flagBit(flag), 0),
	)

export function anyOfBits(selection: FacetSelection): number {
	return professions.reduce((sum, { id, slug }) => (selection.professions.includes(slug) ? sum | professionBit(id) : sum), 0)
}

/** Returns a predicate for offices with given attributes; created once for many offices. */
export function selectionTest(selection: FacetSelection): (attributes: number) => boolean {
	const required = requiredBits(selection)
	const anyOf = anyOfBits(selection)
	return (attributes) => (attributes & required) === required && (anyOf === 0 || (attributes & anyOf) !== 0)
}
