/** The shape of the taxonomy's source texts. One file per category holds one `CategorySeed`. */

export type ProfessionSlug =
	| 'zeirishi' // 税理士
	| 'sharoushi' // 社会保険労務士
	| 'gyoseishoshi' // 行政書士
	| 'shihoshoshi' // 司法書士
	| 'bengoshi' // 弁護士
	| 'benrishi' // 弁理士
	| 'shindanshi' // 中小企業診断士
	| 'kaikeishi' // 公認会計士
	| 'it-coordinator' // ITコーディネータ

export type FeeBasis = 'per_case' | 'monthly' | 'hourly' | 'percentage'

export type UseCaseSeed = {
	title: string
	/** Who: trade, size, region in a few words. */
	persona: string
	/** The situation before, one to three sentences. */
	before: string
	/** What was done and what came of it, one to three sentences. */
	after: string
	days: number
	/** Yen, tax included. */
	cost: number
}

export type ToolSeed = {
	/** Unique over the whole taxonomy; the same slug in two tasks means the same tool. */
	slug: string
	name: string
	/** https URL of the official page, or null for a calculation or template that Shirube itself explains. */
	url: string | null
	kind: 'public' | 'saas' | 'calculator' | 'template'
	priceNote: string
	/** One or two sentences: what it does for this task. */
	summary: string
	/** Two or three paragraphs: how to use it, what to have ready, what it does not do. */
	body: string[]
	/** ISO date on which we last looked at it. */
	checkedOn: string
}

export type TaskSeed = {
	/** category id × 100 + running number, e.g. 501. */
	id: number
	slug: string
	name: string
	/** Hiragana reading of the name. */
	kana: string
	/** Three to six words a business owner would type instead. */
	synonyms: string[]
	/** One or two sentences, 60–120 characters. */
	summary: string
	/** Three to five paragraphs of 120–260 characters each. */
	body: string[]
	/** Who may lawfully do it, most usual first. */
	professions: ProfessionSlug[]
	/** Where a law reserves the work (taxonomy.md's `*`): its name and article in Japanese, else null. */
	exclusiveLaw: string | null
	/** Usual fee band in yen, tax included, or percent for `percentage`. */
	fee: { basis: FeeBasis; min: number; max: number; note: string }
	/** Usual lead time in Japanese, e.g. 「依頼から2〜4週間」. */
	leadTime: string
	documents: string[]
	faq: { question: string; answer: string }[]
	/** ISO date for programmes that change yearly, else null. */
	validUntil: string | null
	useCases: UseCaseSeed[]
	tools: ToolSeed[]
}

export type CategorySeed = {
	id: number
	slug: string
	name: string
	kana: string
	/** One sentence for cards, 40–70 characters. */
	summary: string
	/** Two or three paragraphs for the category page. */
	body: string[]
	synonyms: string[]
	tasks: TaskSeed[]
}
