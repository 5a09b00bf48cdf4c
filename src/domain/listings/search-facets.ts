import { type Flag, flags } from '../taxonomy/attributes.ts'

/** Words of a search that ask for a facet of the lists: 「夜間」「土日やってる」「無料相談」. */

const TAIL =
	'(?:対応|営業|相談|面談|受付|ok|可能|可|でき(?:る|ます)?|やって(?:い)?る|あいて(?:い)?る|空いて(?:い)?る|話せる|で|も|に|の|が)*'

const facetWords: readonly { flag: Flag; pattern: RegExp }[] = [
	{
		flag: 'evening',
		pattern: new RegExp(`(?:夜間(?!瀬)|(?<!深|今|前)夜(?!間瀬|逃)|仕事(?:帰り|終わり|のあと|の後)|24時間)(?:遅く)?${TAIL}`, 'iu'),
	},
	{
		flag: 'weekend',
		pattern: new RegExp(`(?:土日祝?日?|土・日|土曜日?|日曜日?|週末|祝日|休日(?!労働|手当|出勤|割増))${TAIL}`, 'iu'),
	},
	{
		flag: 'online',
		pattern: new RegExp(
			`(?:オンライン(?!ショップ|ストア|販売|講座|決済)|ズーム|zoom|リモート|テレビ電話|ビデオ通話|web(?:会議|面談|相談)|来所不要)${TAIL}`,
			'iu',
		),
	},
	{
		flag: 'first-free',
		pattern:
			/(?:初回)?無料(?:で|の)?(?:相談|面談)?(?:できる|の|で)?|相談(?:料)?無料|ただ(?:で|の)(?=相談|聞|話)|タダ(?:で|の)?|お金をかけず(?:に)?/iu,
	},
	{ flag: 'soon', pattern: new RegExp(`今週(?:中に)?(?:相談|予約|面談)${TAIL}`, 'u') },
	{ flag: 'english', pattern: new RegExp(`(?:英語|英会話|english|イングリッシュ)${TAIL}`, 'iu') },
	{ flag: 'accepting', pattern: /(?:今すぐ|すぐに?|即日)(?=.{0,4}(?:相談|頼|依頼|対応|会))|(?:新規)?受付中/iu },
]

/** Requests in a search that no facet supports. */
const unknownWords: readonly { label: string; pattern: RegExp; note: string }[] = [
	{
		label: '女性',
		pattern: /女性(?:の|が|に|スタッフ)*|女の(?=先生|人|税理士|弁護士|社労士)|レディース/iu,
		note: '性別は登録していないため、絞り込めません。専門家のページの名前と紹介文でお確かめください。',
	},
]

export type FoundFacet = {
	/** Null for an unsupported request; then `note` explains it. */
	flag: Flag | null
	label: string
	note: string | null
	/** The piece of the text that asks for it. */
	typed: string
}

/** The facets that a text asks for, and the text without them. */
export function facetsOfText(text: string): { facets: FoundFacet[]; rest: string } {
	const facets: FoundFacet[] = []
	let rest = text.normalize('NFKC')
	const take = (pattern: RegExp, facet: Omit<FoundFacet, 'typed'>) => {
		const typed = pattern.exec(rest)?.[0] ?? ''
		if (typed === '') return
		facets.push({ ...facet, typed })
		rest = rest.replace(typed, ' ')
	}
	for (const { flag, pattern } of facetWords)
		take(pattern, { flag, label: flags.find(({ param }) => param === flag)?.label ?? flag, note: null })
	for (const { label, pattern, note } of unknownWords) take(pattern, { flag: null, label, note })
	return { facets, rest: rest.replaceAll(/\s+/gu, ' ').trim() }
}
