import { z } from 'zod'
import { dayField } from '../billing/billing-schemas.ts'
import { prefectures } from '../geography/prefectures.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { betweenFields } from '../shared/parse-input.ts'
import { cleanLine } from '../shared/text-input.ts'
import { pickupLengths as lengths } from './pickup-input.ts'

const fields = {
	reason: text('選んだ理由', lengths.reason, cleanLine),
	position: z.coerce
		.number('順番は、数字で入力してください。')
		.int('順番は、整数で入力してください。')
		.min(lengths.position.min, `順番は、${lengths.position.min}から${lengths.position.max}までです。`)
		.max(lengths.position.max, `順番は、${lengths.position.min}から${lengths.position.max}までです。`),
	startsOn: dayField('始まり'),
	endsOn: z.union([z.literal('').transform(() => null), dayField('終わり')], '終わりの日付を確認してください。').default(null),
	isPr: z
		.literal('1')
		.optional()
		.transform((typed) => typed === '1'),
}

type Days = { startsOn: string; endsOn: string | null; isPr: boolean }

const requireDays = betweenFields<Days>(['startsOn', 'endsOn', 'isPr'], ({ startsOn, endsOn, isPr }, report) => {
	if (endsOn !== null && endsOn < startsOn) report('endsOn', '終わりは、始まりの日以後にしてください。')
	if (isPr && endsOn === null) report('endsOn', 'PRには、終わりの日が要ります。')
})

/** What the form of a pick-up sends. */
export const pickupSchema = z
	.object({ ...fields, expertId: z.coerce.number().int().min(1).max(2_147_483_647), clientKey: clientKeySchema })
	.check(requireDays)
export type PickupInput = z.output<typeof pickupSchema>

/** The same for one that exists, with the version that its form showed. */
export const pickupEditSchema = z.object({ ...fields, version: z.coerce.number().int().min(1) }).check(requireDays)
export type PickupEdit = z.output<typeof pickupEditSchema>

const number = (most: number) => z.coerce.number().int().min(0).max(most).catch(0)

/** A place as an address names it; what is unknown reads as all. */
export const placeSchema = z
	.object({ scope: number(32_767), prefecture: number(prefectures.length) })
	.transform(({ scope, prefecture }) => ({
		scopeId: scope,
		prefectureId: prefecture,
	}))

export const endSchema = z.object({ reason: text('理由', { min: 2, max: 300 }) })
