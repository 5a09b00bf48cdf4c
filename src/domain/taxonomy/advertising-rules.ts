import { findProfession, type ProfessionSlug } from './attributes.ts'

/**
 * Words that the advertising rules of 弁護士 and 司法書士 forbid, as of 2026-11-23. 弁護士: 弁護士等の業務広告に関する規程 (日本弁護士連合会会規第44号,
 * https://www.nichibenren.or.jp/) article 3 (誇大、比較) and article 4 (勝訴率), and its 指針 on naming a field as one's 専門.
 * 司法書士: 司法書士行為規範 (日本司法書士会連合会, https://www.shiho-shoshi.or.jp/), whose rule on advertising asks for truth and dignity.
 * Only what is wrong in any context: staff decide on the rest.
 */
type Rule = { found: RegExp; why: string; lawyers: string; scriveners: string }

const CONDUCT = '司法書士行為規範（広告の定め）'

const rules: readonly Rule[] = [
	{
		found: /勝訴率|(?:勝率|成功率|解決率|回収率)[^。]{0,8}\d/u,
		why: '訴訟や事件の結果の割合は表示できません',
		lawyers: '弁護士等の業務広告に関する規程第4条',
		scriveners: CONDUCT,
	},
	{
		found:
			/超一流|一流の|日本一|世界一|業界一|地域一番|(?:no\.?|ナンバー|ナンバー・?)(?:1|一|ワン)(?!\d)|最高の|最高峰|最高水準|最高レベル|最強|最大級|最多の|トップクラス|トップレベル|随一|唯一無二|カリスマ|無敵|敏腕|凄腕|辣腕/u,
		why: 'ほかより優れているという最上級の言い方はできません',
		lawyers: '弁護士等の業務広告に関する規程第3条第3号',
		scriveners: CONDUCT,
	},
	{
		found: /(?:必ず|絶対に?|確実に|100%|百パーセント)(?:勝|成功|解決|回収|取り戻|減額|認めさせ)|負けません|完全勝利|全面勝訴/u,
		why: '結果を約束する言い方はできません',
		lawyers: '弁護士等の業務広告に関する規程第3条第3号',
		scriveners: CONDUCT,
	},
	{
		found: /(?:他|ほか)の?(?:弁護士|司法書士|法律事務所|事務所)(?:より|と比べ|に比べ)|どこよりも|他所より|他社より/u,
		why: '特定の弁護士や事務所と比べる言い方はできません',
		lawyers: '弁護士等の業務広告に関する規程第3条第5号',
		scriveners: CONDUCT,
	},
	{
		// 専門家, 専門用語 and what is said of others pass, and a sentence that names who certified it.
		found:
			/(?<!認定[^。\n]{0,20})(?:専門(?:の?(?:弁護士|司法書士|事務所)|に(?:扱|取り扱|し|特化)|と(?:し|する)|です|分野[はをが])|[一-龠ァ-ヶー]専門(?![一-龠])|専門特化|スペシャリスト|エキスパート|プロフェッショナル)(?![^。\n]{0,20}認定)/u,
		why: '客観的な根拠のない「専門」の表示はできません。「取り扱っています」「力を入れています」などと書いてください',
		lawyers: '弁護士等の業務広告に関する指針（専門分野の表示）',
		scriveners: CONDUCT,
	},
]

const bound: readonly ProfessionSlug[] = ['bengoshi', 'shihoshoshi']

/** Whether the rules bind holders of one of these professions. */
export const isBoundByAdvertisingRules = (professionIds: readonly number[]): boolean =>
	bound.some((slug) => professionIds.includes(findProfession(slug)?.id ?? 0))

/**
 * Why a text may not advertise these professions: the word, the rule's name and what to do instead. Null for a text that
 * passes, and for professions that the rules do not bind.
 */
export function advertisingFault(typed: string, professionIds: readonly number[]): string | null {
	if (!isBoundByAdvertisingRules(professionIds)) return null
	const text = typed
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[ \t]+/g, '')
	for (const { found, why, lawyers, scriveners } of rules) {
		const word = found.exec(text)?.[0]
		if (word === undefined) continue
		const isLawyer = professionIds.includes(findProfession('bengoshi')?.id ?? 0)
		return `「${word}」は使えません。${why}（${isLawyer ? lawyers : scriveners}）。`
	}
	return null
}
