import type { Ctx } from '../../domain/shared/context.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { DomainError, isDomainError } from '../../domain/shared/errors.ts'
import { areaName } from '../../domain/geography/areas.ts'
import { getMunicipality } from '../../domain/geography/municipalities.ts'
import { prefectures } from '../../domain/geography/prefectures.ts'
import {
	areaSchema,
	changeSchema,
	contactSchema,
	declineSchema,
	factsSchema,
	officesSchema,
	quoteSchema,
	type QuoteInput,
	startSchema,
	taskSchema,
	wishesSchema,
} from '../../domain/estimates/estimate-schemas.ts'
import { MAX_LINES } from '../../domain/estimates/estimate-quote.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { textOf } from '../forms/read-form.ts'

/** Reads the forms of estimates; what is wrong is thrown with a sentence for each field. */
const numberOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
const numbersOf = (form: FormData, name: string): number[] =>
	form.getAll(name).flatMap((value) => (typeof value === 'string' ? (numberOf(value) ?? []) : []))

export const startFrom = (form: FormData) =>
	parseInput(startSchema, {
		taskId: numberOf(textOf(form, 'taskId')),
		prefectureId: numberOf(textOf(form, 'prefectureId')) ?? null,
		municipalityId: numberOf(textOf(form, 'municipalityId')) ?? null,
		officeIds: numbersOf(form, 'officeId'),
		clientKey: textOf(form, 'clientKey'),
	})

export const taskFrom = (form: FormData) => parseInput(taskSchema, { taskId: numberOf(textOf(form, 'taskId')) })

export const areaFrom = (form: FormData) =>
	parseInput(areaSchema, {
		prefectureId: numberOf(textOf(form, 'prefectureId')),
		municipalityId: numberOf(textOf(form, 'municipalityId')) ?? null,
	})

export const factsFrom = (form: FormData) =>
	parseInput(factsSchema, {
		entity: textOf(form, 'entity'),
		industry: textOf(form, 'industry'),
		size: textOf(form, 'size') || null,
		facts: textOf(form, 'facts'),
	})

export const wishesFrom = (form: FormData, now: Date) =>
	parseInput(wishesSchema(now), {
		budgetMax: textOf(form, 'budgetMax'),
		desiredOn: textOf(form, 'desiredOn'),
		wishes: textOf(form, 'wishes'),
	})

export const officesFrom = (form: FormData) => parseInput(officesSchema, { officeIds: numbersOf(form, 'officeId') })

/** A member's form has no field for the address: the account's stands for it. */
export const contactFrom = (form: FormData, accountEmail: string | null) =>
	parseInput(contactSchema, {
		contactName: textOf(form, 'contactName'),
		email: accountEmail ?? textOf(form, 'email'),
		phone: textOf(form, 'phone'),
	})

export const reasonFrom = (form: FormData): string => parseInput(declineSchema, { reason: textOf(form, 'reason') }).reason
export const changeFrom = (form: FormData): string => parseInput(changeSchema, { change: textOf(form, 'change') }).change

/** The lines of the form that hold anything. Faults come back at the row that they stand in (`unitPrice-3`). */
export function quoteFrom(form: FormData, now: Date): QuoteInput {
	const rows = Array.from({ length: MAX_LINES }, (_, row) => row).filter((row) =>
		['name', 'unitPrice'].some((field) => textOf(form, `${field}-${row}`).trim() !== ''),
	)
	try {
		return parseInput(quoteSchema(now), {
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
	} catch (error) {
		if (!isDomainError(error)) throw error
		const fields = Object.entries(error.fields).map(([name, sentence]): [string, string] => {
			const [, place, field] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? []
			if (place === undefined) return [name, sentence]
			const row = rows[Number(place)] ?? 0
			return [`${field}-${row}`, `${row + 1}行目：${sentence}`]
		})
		throw new DomainError('invalid', error.detail, { fields: Object.fromEntries(fields) })
	}
}

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
