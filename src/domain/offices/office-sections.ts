/** The sections of an office's page as its members edit them, and their limits. Pure: forms show them, the server checks them. */
export const officeSections = [
	{ section: 'basics', label: '基本情報', hint: '名前、種類、代表者、法人番号など' },
	{ section: 'place', label: '所在地と最寄り駅', hint: '住所、地図の位置、駅からの徒歩' },
	{ section: 'contact', label: '連絡先', hint: '電話番号とウェブサイト' },
	{ section: 'hours', label: '営業時間', hint: '曜日ごとの時間、年末年始などの特別な日' },
	{ section: 'consultation', label: '初回相談', hint: '無料かどうか、オンライン対応' },
	{ section: 'about', label: '紹介と対応', hint: 'ひとこと、特徴、業種、ソフト、地域' },
	{ section: 'fees', label: '業務と料金', hint: '扱う業務ごとの料金（税込）' },
	{ section: 'cases', label: '事例', hint: 'お客様の同意を得た対応例' },
] as const

export type OfficeSection = (typeof officeSections)[number]['section']

export const isOfficeSection = (name: string): name is OfficeSection => officeSections.some(({ section }) => section === name)

export const sectionLabel = (section: OfficeSection): string => officeSections.find((one) => one.section === section)?.label ?? section

/** What was typed into a section's form, by the names of its fields. */
export type SectionValues = Readonly<Record<string, string | readonly string[]>>

export const MAX_CASES = 10
export const MAX_STATIONS = 3
export const PHOTO_BYTES = 10 * 1_048_576
export const ALT_LENGTH = 120
/** Limit of every plan. */
export const MAX_OFFICES = 10
/** How long a deleted office can be restored. */
export const RESTORABLE_DAYS = 30
export const officeLengths = {
	representative: { min: 1, max: 40 },
	headline: { min: 0, max: 80 },
	description: { min: 0, max: 3_000 },
	firstConsultation: { min: 0, max: 120 },
	includes: { min: 0, max: 120 },
	caseTitle: { min: 5, max: 60 },
	caseClient: { min: 1, max: 40 },
	caseBody: { min: 20, max: 1_000 },
} as const

export const feeBases = [
	{ value: 'per_case', label: '1件あたり', unit: '円' },
	{ value: 'monthly', label: '月額', unit: '円' },
	{ value: 'hourly', label: '1時間あたり', unit: '円' },
	{ value: 'percentage', label: '割合', unit: '%' },
] as const

/** Monday first, public holidays last. */
export const weekdays = [
	{ day: 1, label: '月曜日' },
	{ day: 2, label: '火曜日' },
	{ day: 3, label: '水曜日' },
	{ day: 4, label: '木曜日' },
	{ day: 5, label: '金曜日' },
	{ day: 6, label: '土曜日' },
	{ day: 0, label: '日曜日' },
	{ day: 7, label: '祝日' },
] as const

export const acceptingChoices = [
	{ value: 'open', label: '受付中' },
	{ value: 'limited', label: '条件つきで受付' },
	{ value: 'paused', label: '休止中' },
] as const
