import { pickupLengths } from '../../../domain/pickups/pickup-input.ts'
import { Choices } from '../../forms/choices.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { TextArea } from '../../forms/text-area.tsx'

export type PickupValues = { reason: string; position: number; startsOn: string; endsOn: string; isPr: boolean }

/** The fields of a pick-up with what was typed, or `values`. */
export function PickupFields({ formState, values }: { formState: FormState | undefined; values: PickupValues }) {
	const error = (name: keyof PickupValues) => formState?.fields[name]
	const isPr = formState ? textsIn(formState.values, 'isPr') : values.isPr ? ['1'] : []
	return (
		<>
			<TextArea
				id="pickup-reason"
				name="reason"
				label="選んだ理由"
				hint={`${pickupLengths.reason.min}〜${pickupLengths.reason.max}文字。専門家の紹介に、そのまま載ります。`}
				rows={3}
				formState={formState}
				defaultValue={values.reason}
			/>
			<div className={formStyles.row}>
				<InputField
					id="startsOn"
					label="始まりの日"
					type="date"
					error={error('startsOn')}
					defaultValue={textIn(formState?.values, 'startsOn') ?? values.startsOn}
				/>
				<InputField
					id="endsOn"
					label="終わりの日"
					type="date"
					optional
					hint="この日まで。入れないと、終えるまで続きます。"
					error={error('endsOn')}
					defaultValue={textIn(formState?.values, 'endsOn') ?? values.endsOn}
				/>
			</div>
			<InputField
				id="position"
				label="順番"
				hint="小さい数が先です。PRは、いつもほかの人の後になります。"
				inputMode="numeric"
				autoComplete="off"
				error={error('position')}
				defaultValue={textIn(formState?.values, 'position') ?? `${values.position}`}
			/>
			<FieldGroup id="isPr" legend="掲載料" error={error('isPr')}>
				<Choices
					type="checkbox"
					name="isPr"
					options={[{ value: '1', label: '掲載料をいただいている（「PR（広告）」と表示する）' }]}
					chosen={isPr}
				/>
			</FieldGroup>
		</>
	)
}
