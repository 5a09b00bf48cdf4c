import { z } from 'zod'
import { betweenFields } from '../shared/parse-input.ts'
import { DomainError } from '../shared/errors.ts'
import { cleanLine, cleanText } from '../shared/text-input.ts'
import { isCalendarDay, isoDay, startOfDay } from '../shared/japan-time.ts'
import { getSubQualification } from '../taxonomy/attributes.ts'
import { parsePostalCode } from '../geography/postal-codes.ts'
import {
	isCorporateNumber,
	languageChoices,
	MAX_EXPERT_TASKS,
	MAX_LINKS,
	officeKinds,
	registrationLengths as lengths,
	RECHECK_NOTE,
} from './registration-input.ts'

/** Schemas of an application's forms. Messages are shown beside the field. */
export function text(what: string, { min, max }: { min: number; max: number }, clean: (typed: string) => string = cleanLine) {
	return z
		.string({ error: `${what}を入力してください。` })
		.max(4 * max, `${what}は${max.toLocaleString('ja')}文字以内で入力してください。`)
		.transform((typed, check) => {
			const value = clean(typed)
			const count = Array.from(value).length
			if (count >= min && count <= max) return value
			const now = `（いま${count.toLocaleString('ja')}文字）`
			const message =
				count === 0
					? `${what}を入力してください。`
					: count < min
						? `${what}は${min}文字以上で入力してください${now}。`
						: `${what}は${max.toLocaleString('ja')}文字以内で入力してください${now}。`
			check.addIssue({ code: 'custom', message })
			return z.NEVER
		})
}

const toHiragana = (typed: string) =>
	cleanLine(typed)
		.normalize('NFKC')
		.replaceAll(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))

export const kana = (what: string, limits: { min: number; max: number }) =>
	text(what, limits, toHiragana).refine((typed) => /^[ぁ-ゖー・\s]+$/u.test(typed), `${what}は、ひらがなで入力してください。`)

export const url = z
	.string()
	.overwrite(cleanLine)
	.max(300, 'アドレスは300文字以内で入力してください。')
	.refine((typed) => typed === '' || (/^https?:\/\//.test(typed) && URL.canParse(typed)), 'https:// で始まるアドレスを入力してください。')

const ids = (least: number, most: number) =>
	z.array(z.coerce.number().int().min(least).max(most)).transform((all) => [...new Set(all)].toSorted((a, b) => a - b))

/** The day until which staff let a sub-qualification last, and why; a day that has passed ends it. */
export const subQualificationEndSchema = z.object({
	professionId: z.coerce.number().int().min(1).max(9),
	subQualificationId: z.coerce.number().int().min(1).max(8),
	validUntil: z
		.string({ error: '有効期間の最後の日を入力してください。' })
		.trim()
		.refine((typed) => isCalendarDay(typed) && typed >= '2000-01-01' && typed <= '2100-12-31', '有効期間の最後の日を入力してください。'),
	reason: text('理由', lengths.reason, cleanText),
})

/** A day of the calendar that has come, or '' for none. */
export const pastDay = (what: string) => (now: Date) =>
	z
		.string()
		.trim()
		.refine((typed) => typed === '' || isCalendarDay(typed), `${what}の日付を確認してください。`)
		.refine(
			(typed) => typed === '' || !isCalendarDay(typed) || (typed >= '1930-01-01' && startOfDay(typed) <= now),
			`${what}には、過ぎた日付を入力してください。`,
		)
		.transform((typed) => (typed === '' ? null : typed))

/** A day of the calendar that is not over, or '' for none. */
const comingDay = (now: Date) =>
	z
		.string()
		.trim()
		.default('')
		.refine((typed) => typed === '' || isCalendarDay(typed), '有効期間の日付を確認してください。')
		.refine(
			(typed) => typed === '' || !isCalendarDay(typed) || (typed >= isoDay(now) && typed <= '2100-12-31'),
			'有効期間が終わっていない証明書で申請してください。',
		)
		.transform((typed) => (typed === '' ? null : typed))

export const credentialSchema = (now: Date) =>
	z
		.object({
			professionId: z.coerce
				.number({ error: '資格を選んでください。' })
				.int()
				.min(1, '資格を選んでください。')
				.max(9, '資格を選んでください。'),
			/** Only where a verified expert adds one; 0 for the registration itself. */
			subQualificationId: z.coerce
				.number()
				.int()
				.min(0)
				.max(8)
				.default(0)
				.transform((id) => (id === 0 ? null : id)),
			registrationNumber: text('登録番号', lengths.registrationNumber, (typed) => cleanLine(typed).normalize('NFKC')),
			association: text('所属する会', lengths.association),
			registeredOn: pastDay('登録した日')(now),
			/** The last day of a sub-qualification that must be renewed. */
			validUntil: comingDay(now),
		})
		.check(
			betweenFields(['subQualificationId', 'validUntil'], ({ subQualificationId, validUntil }, report) => {
				if (subQualificationId !== null && getSubQualification(subQualificationId).renewed && validUntil === null)
					report('validUntil', '証明書にある有効期間の最後の日を入力してください。')
			}),
		)
		.transform((input) => ({
			...input,
			validUntil: input.subQualificationId !== null && getSubQualification(input.subQualificationId).renewed ? input.validUntil : null,
		}))
export type CredentialInput = z.output<ReturnType<typeof credentialSchema>>

export const profileSchema = (now: Date) =>
	z.object({
		displayName: text('表示する名前', lengths.displayName),
		kana: kana('ふりがな', lengths.kana),
		headline: text('ひとこと', lengths.headline),
		biography: text('経歴と仕事への考え', lengths.biography, (typed) => cleanText(typed).replaceAll(/\n{2,}/g, '\n')).transform((typed) =>
			typed
				.split('\n')
				.map((line) => line.trim())
				.filter((line) => line !== ''),
		),
		practisingSince: z
			.string()
			.trim()
			.transform((typed) => (/^\d{4}-\d{2}$/.test(typed) ? `${typed}-01` : typed))
			.pipe(pastDay('実務を始めた月')(now)),
		languages: z.array(z.enum(languageChoices)).transform((all) => languageChoices.filter((one) => all.includes(one))),
		taskIds: ids(101, 9_999)
			.refine((all) => all.length > 0, '相談を受ける業務を選んでください。')
			.refine((all) => all.length <= MAX_EXPERT_TASKS, `業務は${MAX_EXPERT_TASKS}個まで選べます。`),
		areaIds: ids(1, 47).refine((all) => all.length > 0, '対応する都道府県を選んでください。'),
		links: z
			.array(url)
			.transform((all) => [...new Set(all.filter((one) => one !== ''))])
			.refine((all) => all.length <= MAX_LINKS, `リンクは${MAX_LINKS}つまでです。`),
	})
export type ProfileInput = z.output<ReturnType<typeof profileSchema>>

export const corporateNumber = z
	.string()
	.transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, ''))
	.refine((typed) => typed === '' || isCorporateNumber(typed), '法人番号は13桁の数字です。打ち間違いがないか確認してください。')
	.transform((typed) => (typed === '' ? null : typed))

export const invoiceNumber = z
	.string()
	.transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase())
	.refine((typed) => typed === '' || /^T[1-9]\d{12}$/.test(typed), 'インボイスの登録番号は、Tと13桁の数字です。')
	.transform((typed) => (typed === '' ? null : typed))

export const phone = z
	.string()
	.transform((typed) =>
		typed
			.normalize('NFKC')
			.replaceAll(/[\s‐‑–—―−ー]/g, '-')
			.trim(),
	)
	.refine((typed) => /^0\d{9,10}$/.test(typed.replaceAll(/[-()]/g, '')), '電話番号を市外局番から入力してください。')

export const officeSchema = z
	.object({
		kind: z.enum(
			officeKinds.map(({ value }) => value),
			{ error: '事務所の種類を選んでください。' },
		),
		name: text('事務所の名前', lengths.officeName),
		kana: kana('事務所のふりがな', lengths.officeKana),
		postalCode: z.string().transform((typed, check) => {
			const digits = parsePostalCode(typed)
			if (digits !== null) return digits
			check.addIssue({ code: 'custom', message: '郵便番号は7桁の数字です。' })
			return z.NEVER
		}),
		municipalityId: z.coerce.number({ error: '市区町村を選んでください。' }).int().min(1_000, '市区町村を選んでください。').max(47_999),
		addressLine: text('町名・番地', lengths.addressLine),
		stationId: z.coerce.number().int().min(0).max(99_999_999),
		walkMinutes: z.coerce.number({ error: '徒歩の分数を入力してください。' }).int().min(1).max(60, '徒歩の分数は60分までです。').catch(10),
		phone,
		phonePublic: z.boolean(),
		corporateNumber,
		invoiceNumber,
		/** The minimum price of a task, tax included; tasks without a price are not offered. */
		fees: z
			.array(z.object({ taskId: z.int(), min: z.int('料金は整数で入力してください。').min(0).max(100_000_000) }))
			.refine((all) => all.length > 0, '少なくとも1つの業務に料金の目安を入力してください。'),
	})
	.check(
		betweenFields(['kind', 'corporateNumber'], ({ kind, corporateNumber }, report) => {
			if (kind === 'corporation' && corporateNumber === null) report('corporateNumber', '法人の場合は、法人番号を入力してください。')
		}),
		betweenFields(['corporateNumber', 'invoiceNumber'], ({ corporateNumber: corporate, invoiceNumber: invoice }, report) => {
			if (corporate !== null && invoice !== null && invoice !== `T${corporate}`)
				report('invoiceNumber', '法人のインボイスの登録番号は、Tと法人番号です。')
		}),
	)
export type OfficeInput = z.output<typeof officeSchema>

export const reasonSchema = text('理由', lengths.reason, cleanText)
/** `kana` and `displayName` as the profile has them. */
export const renameSchema = z.object({
	displayName: text('新しい氏名', lengths.displayName),
	kana: kana('新しいふりがな', lengths.kana),
	proofId: z
		.string()
		.regex(/^[\w-]{0,64}$/)
		.catch(''),
	reason: text('変更の理由', RECHECK_NOTE, cleanText),
	version: z.coerce.number().int().catch(0),
})
export const recheckSchema = z.object({ note: text('確かめた名簿と結果', RECHECK_NOTE, cleanText) })

/** The parsed input, or `invalid` with a sentence for each bad field. */
export function parseRegistration<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
	const parsed = schema.safeParse(given, { error: () => '入力内容を確認してください。' })
	if (parsed.success) return parsed.data
	const fields: Record<string, string> = {}
	for (const issue of parsed.error.issues) fields[String(issue.path[0] ?? 'form')] ??= issue.message
	throw new DomainError('invalid', 'The form has faults', { fields })
}
