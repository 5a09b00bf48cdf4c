/** Patterns of broken Japanese: doubled copulas, doubled particles, wrong particles of verbs. */
const faults = [
	/(?:でした|ました|ません|です|ます)です/u,
	/(?:でした|ました)ですが/u,
	/ましたます|ましたました|ますました/u,
	/する(?:ます|ました|です)/u,
	/たいつもり/u,
	/ながら[^、。]{0,6}ながら/u,
	/(?<!の)検索で(?:知|見つけ)/u,
	/ますが、という|ませんが、という|ですが、という/u,
	/をを|はは、|(?<!ま)でで(?!き)|、がが|まとめにして/u,
	/。[、。]|、[、。]|「」|（）|[､｡]/u,
	/undefined|NaN|[{}|$#]/u,
]

/** What is wrong with a sentence of Japanese, each with the beginning of the sentence; empty for sound ones. */
export const languageFaults = (text: string): string[] =>
	faults.filter((fault) => fault.test(text)).map((fault) => `${String(fault)}: ${text.slice(0, 80)}`)

/** Words that only a text about one of these tasks has in its title. */
export const tellingWords: readonly (readonly [RegExp, readonly string[]])[] = [
	[/税務調査/u, ['tax-audit']],
	[/年末調整/u, ['year-end-adjustment']],
	[/在留資格|留学生/u, ['residence-status']],
	[/36協定/u, ['overtime-agreement', 'work-rules', 'labor-dispute']],
	[/商標/u, ['trademark-application', 'overseas-filing']],
	[/特許/u, ['patent-application', 'design-application']],
	[/遺言/u, ['will', 'family-trust']],
	[/給与計算/u, ['payroll']],
	[/産廃/u, ['industrial-waste']],
	[/建設業許可/u, ['construction-license']],
	// Buying wages is lending, and a loan against receivables is no purchase.
	[/(?<!給与)ファクタリング/u, ['factoring']],
	[/公庫の面談/u, ['business-plan', 'jfc-application', 'loan-interview', 'own-funds']],
	[/売掛金(?!担保)|工事代金/u, ['debt-collection']],
]
