/** Limits and rules of an expert's application. Pure: forms show them, the server checks them. */
export const registrationLengths = {
	displayName: { min: 1, max: 40 },
	kana: { min: 1, max: 80 },
	headline: { min: 10, max: 80 },
	biography: { min: 50, max: 2_000 },
	association: { min: 1, max: 60 },
	registrationNumber: { min: 1, max: 30 },
	officeName: { min: 1, max: 80 },
	officeKana: { min: 1, max: 120 },
	addressLine: { min: 1, max: 120 },
	reason: { min: 10, max: 1_000 },
} as const

export const MAX_CREDENTIALS = 5
export const MAX_PROOFS = 3
export const MAX_EXPERT_TASKS = 40
export const MAX_LINKS = 3

export const languageChoices = [
	'日本語',
	'英語',
	'中国語',
	'韓国語',
	'ベトナム語',
	'ネパール語',
	'ポルトガル語',
	'スペイン語',
	'タガログ語',
	'インドネシア語',
] as const

export const officeKinds = [
	{ value: 'sole', label: '個人事務所' },
	{ value: 'corporation', label: '士業法人（税理士法人など）' },
	{ value: 'company', label: '会社（株式会社など）' },
	{ value: 'joint', label: '合同事務所' },
] as const

/** As pages name them, without the examples that help in a form. */
export const officeKindNames = { sole: '個人事務所', corporation: '士業法人', company: '会社', joint: '合同事務所' } as const

/** Whether a number looks like those of its register. Wide on purpose, and only a hint: staff look it up. */
export function hasUsualForm(registrationNumber: string, pattern: string): boolean {
	return new RegExp(pattern, 'u').test(registrationNumber.normalize('NFKC').trim())
}

/** A corporate number's first digit checks the other twelve (法人番号の指定等に関する省令 第2条). */
export function isCorporateNumber(digits: string): boolean {
	if (!/^[1-9]\d{12}$/.test(digits)) return false
	const sum = Array.from(digits.slice(1))
		.toReversed()
		.reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 2), 0)
	return Number(digits[0]) === 9 - (sum % 9)
}

/** The steps of an application, in their order. */
export const registrationSteps = [
	{ step: 'credentials', label: '資格', hint: '登録番号と、資格を確かめられる書類' },
	{ step: 'profile', label: 'プロフィール', hint: '名前、経歴、得意な業務と地域' },
	{ step: 'office', label: '事務所', hint: '新しく登録するか、登録済みの事務所に参加' },
	{ step: 'consents', label: '同意事項', hint: '内容の正確さ、広告の決まりなど' },
] as const

export type RegistrationStep = (typeof registrationSteps)[number]['step']

/** Length of what a reviewer writes down about a recheck. */
export const RECHECK_NOTE = { min: 5, max: 300 } as const
