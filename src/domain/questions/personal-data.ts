/**
 * Warns before posting about what does not belong in a public question: telephone numbers, mail addresses, names of
 * companies. Only a warning: an office's number or a well-known company may be meant. Pure, for the page's script
 * as for the server.
 */
export type PersonalDataKind = 'phone' | 'email' | 'company' | 'my-number'

export type PersonalDataFinding = {
	kind: PersonalDataKind
	/** As written in the text. */
	text: string
	/** Place in the text, in UTF-16 units. */
	index: number
}

export const personalDataLabels: Readonly<Record<PersonalDataKind, string>> = {
	phone: '電話番号',
	email: 'メールアドレス',
	company: '会社名',
	'my-number': 'マイナンバーなどの12桁の番号',
}

const dash = '[-－‐‑–—−ー()（）\\s]'
const digit = '[0-9０-９]'
const patterns: readonly { kind: PersonalDataKind; pattern: RegExp }[] = [
	{ kind: 'email', pattern: /[\w.+%-]{1,64}[@＠][\w-]{1,63}(?:[.．][\w-]{1,63}){1,4}/gu },
	{
		kind: 'phone',
		pattern: new RegExp(
			`(?<!${digit}|[-－.])(?:(?:\\+|＋)81${dash}{0,2}|[0０])${digit}{1,4}${dash}{1,2}${digit}{1,4}${dash}{1,2}${digit}{3,4}(?!${digit})|(?<!${digit})[0０][5-9５-９][0０]${digit}{8}(?!${digit})|(?<!${digit})[0０][1-9１-９]${digit}{8}(?!${digit})`,
			'gu',
		),
	},
	{ kind: 'my-number', pattern: new RegExp(`(?<!${digit})${digit}{4}[-－ 　]?${digit}{4}[-－ 　]?${digit}{4}(?!${digit}|[-－])`, 'gu') },
	{
		kind: 'company',
		pattern:
			/(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|医療法人)[\p{Script=Katakana}ー\p{Script=Han}A-Za-zＡ-Ｚａ-ｚ0-9０-９&＆・]{2,20}|[\p{Script=Katakana}ー\p{Script=Han}A-Za-zＡ-Ｚａ-ｚ&＆・]{2,20}(?:株式会社|有限会社|合同会社)|[(（](?:株|有|合)[)）][\p{Script=Katakana}ー\p{Script=Han}A-Za-z]{2,20}/gu,
	},
]

/** General terms for companies that are not names: 株式会社設立, 中小株式会社. */
const generic =
	/^(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|医療法人)(?:の|を|が|は|に|で|と|化|設立|成立|形態|法人|登記|組織|変更|移行|解散|清算|制度|法|等|など|以外|代表|役員|社員|同士|側|経営)|^(?:特例|中小|既存|通常|普通|一般|上場|非上場|同族|小規模|新設|外国|一人|１人|1人|親子|子会社|親会社|自社|他社|個人|持株|非公開|公開)(?:の)?(?:株式会社|有限会社|合同会社)/u

/** Every finding in the order of the text; none overlaps another. */
export function findPersonalData(text: string): PersonalDataFinding[] {
	const findings: PersonalDataFinding[] = []
	for (const { kind, pattern } of patterns)
		for (const match of text.matchAll(pattern)) {
			const index = match.index
			const found = match[0]
			if (kind === 'company' && generic.test(found)) continue
			if (!findings.some((other) => index < other.index + other.text.length && other.index < index + found.length))
				findings.push({ kind, text: found, index })
		}
	return findings.sort((a, b) => a.index - b.index)
}
