import { redirect } from 'react-router'
import { changeSwitch, listSwitches, type Switch } from '../../../domain/operations/settings/switch-admin.ts'
import { switchSchema } from '../../../domain/operations/settings/switch-schemas.ts'
import { dateText, momentText } from '../../../domain/shared/japan-time.ts'
import { staffSwitchesPath } from '../../../domain/shared/links.ts'
import { statesOf, switches, switchStates } from '../../../domain/shared/switch-names.ts'
import { Choices } from '../../forms/choices.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/switches.page'

const labelOf = ({ state, percent, uids, isExpired }: Switch) =>
	isExpired
		? '使える（期限が過ぎました）'
		: `${switchStates.find(({ value }) => value === state)?.label ?? state}${state === 'percent' ? ` ${percent}%` : state === 'list' ? ` ${uids.length}人` : ''}`

/** Every switch with its state and the form that changes it. */
export const loader = staffLoader(['admin'], 'routine', async (ctx, { context, request }: Route.LoaderArgs) => ({
	switches: (await listSwitches(ctx)).map((one) => ({
		...one,
		changedAt: one.changedAt && momentText(one.changedAt),
		until: one.expiresOn && dateText(one.expiresOn),
		stateText: labelOf(one),
		isOff: !one.isExpired && one.state !== 'on',
	})),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

export const action = staffAction(['admin'], 'grant', {
	change: {
		input: switchSchema,
		async run(ctx, input) {
			await changeSwitch(ctx, input)
			return redirect(staffSwitchesPath({ done: 'switch-changed' }), 303)
		},
	},
})

export default function SwitchesPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="機能の切り替え" description="機能を止めたり、一部の方だけに出したりします。" path={staffSwitchesPath()} noindex />
			<h1>機能の切り替え</h1>
			<p className={styles.quiet}>
				変えると、次の操作からすぐに効きます。止めた機能を使おうとした方には、下の文をその場で表示します。期限を過ぎると「使える」に戻ります。
			</p>
			{!formState && <DoneNote done={loaderData.done} />}
			{loaderData.switches.map((one) => (
				<SwitchSection
					key={one.name}
					one={one}
					csrfToken={loaderData.csrfToken}
					formState={textIn(formState?.values, 'name') === one.name ? formState : undefined}
				/>
			))}
		</>
	)
}

type Shown = Route.ComponentProps['loaderData']['switches'][number]

function SwitchSection({ one, csrfToken, formState }: { one: Shown; csrfToken: string; formState: FormState | undefined }) {
	const { label, effect, sentence, kind } = switches[one.name]
	return (
		<section className={styles.section} aria-labelledby={`switch-${one.name}`}>
			<h2 id={`switch-${one.name}`}>{label}</h2>
			<p>
				<strong className={one.isOff ? styles.late : undefined}>{one.stateText}</strong>
			</p>
			{one.changedAt !== null && (
				<p className={styles.quiet}>
					{[`${one.changedAt}に${one.changedBy ?? 'スタッフ'}が変更`, `責任者 ${one.owner}`, one.until && `期限 ${one.until}`, one.reason]
						.filter(Boolean)
						.join('・')}
				</p>
			)}
			<p>{effect}</p>
			<p className={styles.quote}>{sentence}</p>
			<details open={formState !== undefined}>
				<summary>{kind === 'kill' ? '止める・再開する' : '状態を変える'}</summary>
				<SwitchForm one={one} csrfToken={csrfToken} formState={formState} />
			</details>
		</section>
	)
}

function SwitchForm({ one, csrfToken, formState }: { one: Shown; csrfToken: string; formState: FormState | undefined }) {
	const typed = (name: string, kept: string) => textIn(formState?.values, name) ?? kept
	const error = (name: string) => formState?.fields[name]
	const id = (name: string) => `${one.name}-${name}`
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="change" version={one.version} />
			<input type="hidden" name="name" value={one.name} />
			<FieldGroup id={id('state')} legend="状態" error={error('state')}>
				<Choices type="radio" name="state" options={statesOf(one.name)} chosen={[typed('state', one.state)]} />
			</FieldGroup>
			{switches[one.name].kind === 'feature' && <Whom one={one} formState={formState} />}
			<InputField
				id={id('owner')}
				name="owner"
				label="責任者"
				error={error('owner')}
				defaultValue={typed('owner', one.owner)}
				autoComplete="off"
			/>
			<TextArea id={id('reason')} name="reason" label="理由" hint="操作の記録に残ります。" rows={2} formState={formState} defaultValue="" />
			<InputField
				id={id('expiresOn')}
				name="expiresOn"
				label="期限（任意）"
				hint="この日まで続けます。"
				type="date"
				error={error('expiresOn')}
				defaultValue={typed('expiresOn', one.isExpired ? '' : (one.expiresOn ?? ''))}
			/>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					{`「${switches[one.name].label}」を変える`}
				</button>
			</div>
		</form>
	)
}

/** For whom a feature is on. */
function Whom({ one, formState }: { one: Shown; formState: FormState | undefined }) {
	return (
		<>
			<InputField
				id={`${one.name}-percent`}
				name="percent"
				label="割合（%）"
				hint="「会員の一部」のとき。ログインしていない方は含みません。"
				inputMode="numeric"
				error={formState?.fields['percent']}
				defaultValue={textIn(formState?.values, 'percent') ?? (one.percent === 0 ? '' : `${one.percent}`)}
				autoComplete="off"
			/>
			<TextArea
				id={`${one.name}-uids`}
				name="uids"
				label="使える会員のID"
				hint="「選んだ会員だけ」のとき。「人と事務所を探す」で開いた会員のIDを、1行に1つずつ。"
				rows={3}
				formState={formState}
				defaultValue={one.uids.join('\n')}
			/>
		</>
	)
}
