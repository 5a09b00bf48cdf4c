import { redirect } from 'react-router'
import { dunningSchema, refundTargetSchema } from '../../../domain/billing/billing-schemas.ts'
import { dunningWords } from '../../../domain/billing/billing-labels.ts'
import { type DunningStep, listDunningSteps, removeDunningStep, saveDunningStep } from '../../../domain/billing/dunning.ts'
import { staffDunningPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import formStyles from '../../forms/form.module.css'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/dunning.page'
import { BillingTabs } from './billing-tabs.tsx'

export const loader = staffLoader(['accounting'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => ({
	steps: await listDunningSteps(ctx),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

export const action = staffAction(['accounting'], 'verdict', {
	save: {
		input: dunningSchema,
		async run(ctx, input) {
			await saveDunningStep(ctx, input)
			return redirect(staffDunningPath({ done: 'billing-saved' }), 303)
		},
	},
	remove: {
		input: refundTargetSchema,
		async run(ctx, { targetId }) {
			await removeDunningStep(ctx, targetId)
			return redirect(staffDunningPath({ done: 'billing-removed' }), 303)
		},
	},
})

const dayWords = (days: number): string => (days < 0 ? `期限の${-days}日前` : days === 0 ? '期限の日' : `期限の${days}日後`)

export default function DunningPage({ loaderData: { steps, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="督促のメール" description="支払いをお願いするメールの文面です。" path={staffDunningPath()} noindex />
			<h1>督促のメール</h1>
			<BillingTabs current={staffDunningPath()} />
			{!formState && <DoneNote done={done} />}
			<p className={styles.quiet}>
				{`未入金の請求書に、段階ごとに1回ずつ送ります。期限の14日後に有料プランは終わります。文中では ${dunningWords.map((word) => `{${word}}`).join(' ')} が使えます。`}
			</p>
			{[...steps, null].map((step) => (
				<StepForm key={step?.id ?? 0} step={step} csrfToken={csrfToken} formState={formState} />
			))}
		</>
	)
}

function StepForm({ step, csrfToken, formState }: { step: DunningStep | null; csrfToken: string; formState: FormState | undefined }) {
	const id = step?.id ?? 0
	const own = formStateFor(formState, 'save', id)
	const typed = (name: string) => textIn(own?.values, name)
	return (
		<section className={styles.section} aria-labelledby={`step-${id}`}>
			<h2 id={`step-${id}`}>{step === null ? 'メールを加える' : dayWords(step.daysAfterDue)}</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={own} />
				<HiddenFields csrfToken={csrfToken} intent="save" targetId={id} />
				<InputField
					id={`days-${id}`}
					name="daysAfterDue"
					label="期限から何日後（前はマイナス）"
					inputMode="numeric"
					error={own?.fields['daysAfterDue']}
					defaultValue={typed('daysAfterDue') ?? (step === null ? '' : `${step.daysAfterDue}`)}
				/>
				<InputField
					id={`subject-${id}`}
					name="subject"
					label="件名"
					error={own?.fields['subject']}
					defaultValue={typed('subject') ?? step?.subject}
				/>
				<TextArea id={`body-${id}`} name="body" label="本文" rows={6} formState={own} defaultValue={step?.body} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						{step === null ? '加える' : '保存する'}
					</button>
				</div>
			</form>
			{step !== null && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="remove" targetId={id} />
					<button type="submit" className={styles.small}>
						このメールをやめる
					</button>
				</form>
			)}
		</section>
	)
}
