import { z } from 'zod'
import { text } from '../../questions/schemas.ts'
import { betweenFields } from '../../shared/parse-input.ts'
import { isCalendarDay } from '../../shared/japan-time.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { statesOf, switchNames, type SwitchName, type SwitchState, switchStates } from '../../shared/switch-names.ts'

const states = switchStates.map(({ value }) => value) as [SwitchState, ...SwitchState[]]

/** A switch as its form sends it. */
export const switchSchema = z
	.object({
		name: z.enum(switchNames as [SwitchName, ...SwitchName[]], { error: 'スイッチを選び直してください。' }),
		state: z.enum(states, { error: '状態を選んでください。' }),
		percent: z
			.string()
			.default('')
			.transform((typed) => Number(typed.normalize('NFKC').replace('%', '').trim() || '0'))
			.refine((percent) => Number.isInteger(percent) && percent >= 0 && percent <= 100, '割合は0から100の整数で入力してください。'),
		uids: z
			.string()
			.default('')
			.transform((typed) => [...new Set(typed.split(/[\s,、]+/u).filter((uid) => uid !== ''))])
			.refine((uids) => uids.length <= 200, '会員は200人までです。')
			.refine((uids) => uids.every((uid) => /^[\w-]{1,64}$/.test(uid)), '会員のIDを、1行に1つずつ入力してください。'),
		owner: text('責任者', { min: 1, max: 60 }, cleanLine),
		reason: text('理由', { min: 2, max: 300 }),
		expiresOn: z
			.string()
			.trim()
			.refine((typed) => typed === '' || isCalendarDay(typed), '期限の日付を確認してください。')
			.transform((typed) => (typed === '' ? null : typed)),
		version: z.coerce.number().int().min(0),
	})
	.check(
		betweenFields(['name', 'state'], ({ name, state }, report) => {
			if (!statesOf(name).some(({ value }) => value === state)) report('state', 'このスイッチは「使える」か「止める」だけです。')
		}),
		betweenFields(['state', 'uids'], ({ state, uids }, report) => {
			if (state === 'list' && uids.length === 0) report('uids', '使える会員のIDを入力してください。')
		}),
		betweenFields(['state', 'percent'], ({ state, percent }, report) => {
			if (state === 'percent' && percent === 0) report('percent', '割合を1以上で入力してください。')
		}),
	)
export type SwitchInput = z.output<typeof switchSchema>
