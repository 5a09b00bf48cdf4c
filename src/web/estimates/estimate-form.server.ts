import { z } from 'zod'
import type { Ctx } from '../../domain/shared/context.ts'
import { TASK_MISSING } from '../../domain/cases/inquiry-quotes.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { areaName } from '../../domain/geography/areas.ts'
import { getMunicipality } from '../../domain/geography/municipalities.ts'
import { prefectures } from '../../domain/geography/prefectures.ts'
import { type QuoteInput, quoteSchema } from '../../domain/estimates/estimate-schemas.ts'
import { MAX_LINES, quoteTotals } from '../../domain/estimates/estimate-quote.ts'
import { answerField } from './task-question-fields.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { textOf, typedValues } from '../forms/read-form.ts'

/** Reads the forms of estimates as their schemas parse them. */
const numberOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
const numbersOf = (form: FormData, name: string): number[] =>
	form.getAll(name).flatMap((value) => (typeof value === 'string' ? (numberOf(value) ?? []) : []))

export const readTask = (form: FormData) => ({ taskId: numberOf(textOf(form, 'taskId')), place: textOf(form, 'place') })

export const readOffices = (form: FormData) => ({ officeIds: numbersOf(form, 'officeId') })

export const readStart = (form: FormData) => ({
	...readTask(form),
	...readOffices(form),
	clientKey: textOf(form, 'clientKey'),
})

export const readFacts = (form: FormData) => ({
	entity: textOf(form, 'entity'),
	industry: textOf(form, 'industry'),
	size: textOf(form, 'size') || null,
	facts: textOf(form, 'facts'),
	answers: Object.fromEntries(
		[...form].flatMap(([name, value]) =>
			name.startsWith(answerField('')) && typeof value === 'string' ? [[name.slice(answerField('').length), value]] : [],
		),
	),
	opponent: textOf(form, 'opponent'),
})

export const readWishes = (form: FormData) => ({
	budgetMax: textOf(form, 'budgetMax'),
	desiredOn: textOf(form, 'desiredOn'),
	wishes: textOf(form, 'wishes'),
})

/** A member's form has no field for the address: the account's is used. */
export const readContact = (form: FormData, accountEmail: string | null) => ({
	consent: form.getAll('consent'),
	contactName: textOf(form, 'contactName'),
	email: accountEmail ?? textOf(form, 'email'),
	phone: textOf(form, 'phone'),
})

/** Parses the lines of a quote's form that hold anything. An error is at the row of the form that it is about (`unitPrice-3`). */
export const quoteFormSchema = (now: Date) =>
	z.instanceof(FormData).transform((form, check): QuoteInput => {
		const rows = Array.from({ length: MAX_LINES }, (_, row) => row).filter((row) =>
			['name', 'unitPrice'].some((field) => textOf(form, `${field}-${row}`).trim() !== ''),
		)
		const parsed = quoteSchema(now).safeParse({
			lines: rows.map((row) => ({
				name: textOf(form, `name-${row}`),
				quantity: textOf(form, `quantity-${row}`),
				unit: textOf(form, `unit-${row}`),
				unitPrice: textOf(form, `unitPrice-${row}`),
				taxRate: textOf(form, `taxRate-${row}`),
			})),
			expenses: textOf(form, 'expenses'),
			validUntil: textOf(form, 'validUntil'),
			message: textOf(form, 'message'),
			clientKey: textOf(form, 'clientKey'),
		})
		if (parsed.success) return parsed.data
		for (const { path, message } of parsed.error.issues) {
			const [list, place, field] = path
			const row = list === 'lines' && field !== undefined ? rows[Number(place)] : undefined
			check.addIssue(
				row === undefined
					? // A quote without a line lacks its first one.
						{ code: 'custom', path: list === 'lines' ? ['name-0'] : path, message }
					: { code: 'custom', path: [`${String(field)}-${row}`], message: `${row + 1}行目：${message}` },
			)
		}
		return z.NEVER
	})

/** The same with the task that the quote is for, which an inquiry does not name. All errors at once. */
export const inquiryQuoteFormSchema = (now: Date) =>
	z.instanceof(FormData).transform((form, check): { taskId: number; quote: QuoteInput } => {
		const taskId = parseId(textOf(form, 'taskId'))
		if (taskId === 0) check.addIssue({ code: 'custom', path: ['taskId'], message: TASK_MISSING })
		const parsed = quoteFormSchema(now).safeParse(form)
		for (const { path, message } of parsed.error?.issues ?? []) check.addIssue({ code: 'custom', path, message })
		return parsed.success && taskId !== 0 ? { taskId, quote: parsed.data } : z.NEVER
	})

/** What a form of a quote shows again when it is looked at before it is sent. */
export const previewOf = (quote: QuoteInput, form: FormData) => ({
	targetId: '',
	fields: {},
	values: typedValues(form),
	preview: {
		lines: quote.lines,
		totals: quoteTotals(quote.lines, quote.expenses),
		message: quote.message,
		validUntil: dateText(quote.validUntil),
	},
})

export type TaskChoice = { id: number; name: string; categoryId: number; categoryName: string }

export const taskChoices = async (ctx: Ctx): Promise<TaskChoice[]> =>
	(await listTasks(ctx)).map(({ id, name, taskCategoryId, taskCategoryName }) => ({
		id,
		name,
		categoryId: taskCategoryId,
		categoryName: taskCategoryName,
	}))

/** A place by its codes, as far as there is one, with its name. */
export async function placeFrom(
	ctx: Ctx,
	codes: { prefectureId: number | null; municipalityId: number | null },
): Promise<{ prefectureId: number | null; municipalityId: number | null; name: string }> {
	const prefecture = prefectures.find(({ id }) => id === codes.prefectureId)
	if (!prefecture) return { prefectureId: null, municipalityId: null, name: '' }
	const found = codes.municipalityId ? await getMunicipality(ctx, codes.municipalityId).catch(() => null) : null
	const municipality = found?.prefectureId === prefecture.id ? found : null
	return {
		prefectureId: prefecture.id,
		municipalityId: municipality?.id ?? null,
		name: `${areaName(prefecture)}${municipality?.name ?? ''}`,
	}
}
