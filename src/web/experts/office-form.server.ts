import type { Ctx } from '../../domain/shared/context.ts'
import type { OwnOffice } from '../../domain/experts/registration-office.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { feeText } from '../format/fee-text.ts'
import type { Values } from '../forms/form-state.ts'

export type FeeField = { taskId: number; name: string; unit: '円' | '%'; usual: string }

const amount = (typed: FormDataEntryValue | null): string =>
	(typeof typed === 'string' ? typed : '').normalize('NFKC').replaceAll(/[,\s円%]/g, '')

/** The tasks of the profile, each with a field for what it costs. */
export async function feeFields(ctx: Ctx, taskIds: readonly number[]): Promise<FeeField[]> {
	return (await listTasks(ctx))
		.filter(({ id }) => taskIds.includes(id))
		.map(({ id, name, fee }) => ({ taskId: id, name, unit: fee.basis === 'percentage' ? '%' : '円', usual: feeText(fee) }))
}

/** The office's form as `officeSchema` parses it. */
export function readOffice(form: FormData) {
	const text = (name: string) => form.get(name) ?? ''
	const fees = [...form.entries()].flatMap(([name, value]) => {
		const taskId = /^fee-(\d{3,4})$/.exec(name)?.[1]
		return taskId === undefined || amount(value) === '' ? [] : [{ taskId: Number(taskId), min: Number(amount(value)) }]
	})
	return {
		kind: text('kind'),
		name: text('name'),
		kana: text('kana'),
		postalCode: text('postalCode'),
		municipalityId: text('municipalityId'),
		addressLine: text('addressLine'),
		stationId: text('stationId') || '0',
		walkMinutes: text('walkMinutes'),
		phone: text('phone'),
		phonePublic: form.has('phonePublic'),
		corporateNumber: text('corporateNumber'),
		invoiceNumber: text('invoiceNumber'),
		fees,
	}
}

export const officeValues = (office: OwnOffice): Values => ({
	kind: office.kind,
	name: office.name,
	kana: office.kana,
	municipalityId: `${office.municipalityId}`,
	addressLine: office.addressLine,
	stationId: `${office.stationId}`,
	walkMinutes: `${office.walkMinutes}`,
	phone: office.phone,
	...(office.phonePublic ? { phonePublic: '1' } : {}),
	corporateNumber: office.corporateNumber ?? '',
	invoiceNumber: office.invoiceNumber ?? '',
	...Object.fromEntries(Object.entries(office.fees).map(([taskId, min]) => [`fee-${taskId}`, `${min}`])),
})
