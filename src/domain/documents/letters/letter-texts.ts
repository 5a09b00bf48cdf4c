import type { ProfessionSlug } from '../../taxonomy/attributes.ts'

/** The built-in letters and what is filled into them. Pure: the editor shows the same placeholders. */

export const letterKinds = ['mandate', 'service'] as const
export type LetterKind = (typeof letterKinds)[number]
export const letterTitles: Readonly<Record<LetterKind, string>> = { mandate: '委任契約書', service: '業務委託契約書' }

export const BODY_LENGTH = { min: 100, max: 20_000 } as const
export const REASON_LENGTH = { min: 5, max: 400 } as const

/** Where the office has to write something itself. */
export const BLANK = '＿＿＿＿'

export const letterPlaceholders = ['依頼者', '事務所', '代表者', '所在地', '業務', '報酬', '内訳', '実費', '見積書'] as const
export type LetterPlaceholder = (typeof letterPlaceholders)[number]
export type LetterValues = Readonly<Record<LetterPlaceholder, string>>

const inBraces = /[{｛]([^{}｛｝\n]{1,20})[}｝]/g
const isPlaceholder = (name: string): name is LetterPlaceholder => letterPlaceholders.some((known) => known === name)

/** The first name in braces that is no placeholder; null for none. */
export function findUnknown(body: string): string | null {
	for (const [, name = ''] of body.matchAll(inBraces)) if (!isPlaceholder(name.trim())) return name.trim()
	return null
}

export const fillLetter = (body: string, values: LetterValues): string =>
	body.replaceAll(inBraces, (typed: string, name: string) => {
		const known = name.trim()
		return isPlaceholder(known) ? values[known] : typed
	})

type Profession = {
	kind: LetterKind
	/** The law that binds the profession to secrecy; null where none does. */
	secrecy: string | null
}

const professions: Readonly<Record<ProfessionSlug, Profession>> = {
	zeirishi: { kind: 'mandate', secrecy: '税理士法第38条' },
	sharoushi: { kind: 'service', secrecy: '社会保険労務士法第21条' },
	gyoseishoshi: { kind: 'mandate', secrecy: '行政書士法第12条' },
	shihoshoshi: { kind: 'mandate', secrecy: '司法書士法第24条' },
	bengoshi: { kind: 'mandate', secrecy: '弁護士法第23条' },
	benrishi: { kind: 'mandate', secrecy: '弁理士法第30条' },
	shindanshi: { kind: 'service', secrecy: null },
	kaikeishi: { kind: 'mandate', secrecy: '公認会計士法第27条' },
	'it-coordinator': { kind: 'service', secrecy: null },
}

/** Clauses that both kinds have, after those about the work. */
const shared = ({ secrecy }: Profession) => [
	[
		'報酬および費用',
		'甲は乙に対し、本業務の報酬として{報酬}を支払う。内訳は次のとおりとし、見積書（{見積書}）による。\n{内訳}\n2　登録免許税、収入印紙代、交通費その他の実費は{実費}とし、これを超える見込みとなったときは、乙はあらかじめ甲に説明し、承諾を得る。\n3　支払期限および支払方法は、次のとおりとする。\n　請求書の発行日の翌月末日までに、乙の指定する口座へ振り込む。振込手数料は甲の負担とする。',
	],
	[
		'資料の提供',
		'甲は、本業務に必要な資料および情報を、乙の求めに応じて遅滞なく、かつ正確に提供する。\n2　甲の提供した資料または情報に誤りまたは漏れがあったことにより生じた結果について、乙は責任を負わない。ただし、乙が誤りまたは漏れを知りながら甲に告げなかったときは、この限りでない。\n3　乙は、預かった資料を善良な管理者の注意をもって保管し、本業務の終了後、甲の求めに応じて返還する。',
	],
	[
		'秘密保持',
		`乙は、本業務に関して知り得た甲の秘密を、正当な理由なく第三者に漏らし、または本業務以外の目的に用いてはならない${secrecy === null ? '' : `（${secrecy}）`}。本契約の終了後も同様とする。`,
	],
	['個人情報の取扱い', '乙は、本業務に関して取り扱う個人情報を、個人情報の保護に関する法律その他の法令に従い、適切に管理する。'],
	[
		'契約の終了',
		'甲および乙は、いつでも、相手方に通知して本契約を解除することができる。\n2　本業務の途中で本契約が終了したときは、甲は、すでに行われた業務の割合に応じた報酬および支出済みの実費を支払う。\n3　当事者の一方が相手方に不利な時期に解除したときは、やむを得ない事由がある場合を除き、相手方の損害を賠償する。',
	],
	[
		'反社会的勢力の排除',
		'甲および乙は、自己またはその役員が、暴力団、暴力団員その他の反社会的勢力に該当しないこと、および反社会的勢力と関係を有しないことを表明し、保証する。\n2　相手方がこれに反したときは、何らの催告を要せず、直ちに本契約を解除することができる。',
	],
	[
		'協議および管轄',
		'本契約に定めのない事項または本契約の解釈に疑義が生じた事項は、甲乙が誠実に協議して解決する。\n2　本契約に関する紛争については、乙の所在地を管轄する地方裁判所または簡易裁判所を第一審の管轄裁判所とする。ただし、甲が消費者（消費者契約法第2条第1項）であるときは、この限りでない。',
	],
]

const begins: Readonly<Record<LetterKind, readonly (readonly [string, string])[]>> = {
	mandate: [
		[
			'委任の範囲',
			'甲は、乙に対し、次の業務（以下「本業務」という。）を委任し、乙はこれを受任する。\n　{業務}\n2　前項に定めのない業務を乙が行うときは、その範囲および報酬を別に合意する。',
		],
		[
			'乙の義務',
			'乙は、委任の本旨に従い、善良な管理者の注意をもって本業務を処理する。\n2　乙は、甲の求めがあるときは、本業務の処理の状況を報告し、本業務が終了したときは、遅滞なくその結果を報告する。\n3　乙は、甲の承諾を得た場合またはやむを得ない事由がある場合を除き、本業務を第三者に委任しない。',
		],
	],
	service: [
		[
			'委託する業務',
			'甲は、乙に対し、次の業務（以下「本業務」という。）を委託し、乙はこれを受託する。\n　{業務}\n2　前項に定めのない業務を乙が行うときは、その範囲および報酬を別に合意する。',
		],
		[
			'業務の遂行',
			'乙は、善良な管理者の注意をもって本業務を遂行し、甲の求めがあるときは、その状況を報告する。\n2　乙は、あらかじめ甲の承諾を得た場合を除き、本業務を第三者に再委託しない。\n3　法令により資格を要する業務が含まれることが分かったときは、乙は甲に告げ、その業務を行わない。ただし、乙がその資格を有するときは、この限りでない。',
		],
	],
}

/** The letter for a profession, with placeholders. `kind` overrides the usual one. */
export function builtInLetter(slug: ProfessionSlug | null, chosen: LetterKind | null = null): { kind: LetterKind; body: string } {
	const profession = slug === null ? { kind: 'service' as const, secrecy: null } : professions[slug]
	const kind = chosen ?? profession.kind
	const clauses = [...begins[kind], ...shared(profession)]
	const preamble = `{依頼者}（以下「甲」という。）と{事務所}（以下「乙」という。）は、次のとおり${letterTitles[kind].replace('書', '')}（以下「本契約」という。）を締結する。`
	const text = clauses.map(([title = '', body = ''], index) => `第${index + 1}条（${title}）\n${body}`).join('\n\n')
	const end = '甲　{依頼者}\n乙　{事務所}　{代表者}\n　　{所在地}'
	return { kind, body: `${preamble}\n\n${text}\n\n${end}` }
}
