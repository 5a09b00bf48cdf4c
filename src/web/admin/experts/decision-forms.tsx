import type { SuspensionEffects } from '../../../domain/experts/suspension-effects.ts'
import type { DecidedState } from '../../../domain/experts/tables.ts'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { controlProps, Field } from '../../forms/field.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import styles from '../admin.module.css'

const forms: Record<DecidedState, { heading: string; hint: string; button: string; needsReason: boolean }> = {
	verified: {
		heading: '確認済みにする',
		hint: '登録番号を名簿で確かめ、書類と氏名が合うことを確認してから押してください。専門家と事務所のページがすぐに公開されます。',
		button: '確認済みにして公開する',
		needsReason: false,
	},
	needs_fix: {
		heading: '修正を依頼する',
		hint: '何をどう直せばよいかを書いてください。そのまま申請者に届きます。',
		button: '修正を依頼する',
		needsReason: true,
	},
	rejected: {
		heading: '登録を見送る',
		hint: '理由はそのまま申請者に届きます。書類は30日後に削除されます。',
		button: '登録を見送る',
		needsReason: true,
	},
	suspended: {
		heading: '公開を停止する',
		hint: '理由はそのまま本人に届きます。ほかに確認済みの専門家がいない事務所も公開が止まり、ほかの事務所では、この専門家の資格でだけ行える業務が停止の間は載りません。',
		button: '公開を停止する',
		needsReason: true,
	},
}

/** Of a suspended expert, who was verified before. */
const lifting: (typeof forms)[DecidedState] = {
	heading: '停止を解く',
	hint: '専門家のページと、停止の間は載せていなかった事務所・業務が、すぐに公開に戻ります。',
	button: '停止を解いて公開する',
	needsReason: false,
}

/** One form for each decision that can be made now; the version tells what the reviewer has seen. */
export function DecisionForms({
	possible,
	effects,
	version,
	csrfToken,
	formState,
}: {
	possible: readonly DecidedState[]
	/** Of a suspension; null where there can be none. */
	effects: SuspensionEffects | null
	version: number
	csrfToken: string
	formState: FormState | undefined
}) {
	return possible.map((state) => {
		const { heading, hint, button, needsReason } = state === 'verified' && possible.length === 1 ? lifting : forms[state]
		const fault = formStateFor(formState, state)
		const error = fault?.fields['reason']
		return (
			<section key={state} className={styles.section} aria-labelledby={`decide-${state}`}>
				<h2 id={`decide-${state}`}>{heading}</h2>
				<form method="post" className={styles.body} noValidate>
					<HiddenFields csrfToken={csrfToken} version={version} />
					<ErrorSummary formState={fault} />
					{state === 'suspended' && effects && <Effects effects={effects} />}
					{needsReason ? (
						<Field id={`reason-${state}`} label="理由" hint={hint} error={error}>
							<textarea
								{...controlProps(`reason-${state}`, { hint: true, error })}
								name="reason"
								rows={3}
								defaultValue={textIn(fault?.values, 'reason')}
							/>
						</Field>
					) : (
						<p className={styles.quiet}>{hint}</p>
					)}
					<div>
						<button type="submit" name="intent" value={state} className="button" data-kind={state === 'verified' ? undefined : 'quiet'}>
							{button}
						</button>
					</div>
				</form>
			</section>
		)
	})
}

/** What follows from a suspension, before it is decided. */
export function Effects({ effects: { offices, requests, inquiries, answers, followers } }: { effects: SuspensionEffects }) {
	const count = (n: number, unit = '件') => `${n.toLocaleString('ja-JP')}${unit}`
	return (
		<FactList
			rows={[
				{ label: '公開が止まる事務所', value: offices.length === 0 ? 'なし' : offices.join('、') },
				{ label: 'その事務所の進行中の見積もり依頼', value: count(requests) },
				{ label: 'その事務所の進行中の問い合わせ', value: count(inquiries) },
				{ label: '公開中の回答（残り、プロフィールへのリンクが消えます）', value: count(answers) },
				{ label: 'フォローしている人', value: count(followers, '人') },
			]}
		/>
	)
}
