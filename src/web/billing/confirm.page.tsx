import { redirect } from 'react-router'
import { choiceSchema, startSchema } from '../../domain/billing/billing-schemas.ts'
import { intervals, type Interval } from '../../domain/billing/billing-days.ts'
import { type Preview, previewChoice, readOwnPlan, readPlanOverview } from '../../domain/billing/plan-overview.ts'
import { changeSubscription, startSubscription } from '../../domain/billing/subscriptions.ts'
import { isPaidPlan } from '../../domain/plans/entitlements.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { managePlanPath, planCompletePath, planConfirmPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { AgreementNote } from '../ui/agreement-note.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/confirm.page'
import { orderTerms } from './order-terms.ts'
import { choiceText } from './plan-words.ts'
import { yen } from '../../domain/shared/yen.ts'
import { ProfileFields } from './profile-fields.tsx'
import { InputField } from '../forms/field.tsx'
import styles from './billing.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const plan = search.get('plan')
	if (!isPaidPlan(plan)) throw redirect(plansPath())
	const interval: Interval = intervals.find((one) => one === search.get('interval')) ?? 'month'
	const overview = await readPlanOverview(ctx)
	// Says on the page of the plans why nothing can be ordered.
	if (!overview.isOpen || !overview.isVerifiedExpert) throw redirect(plansPath())
	if (overview.subscription?.state === 'paused') throw redirect(managePlanPath())
	const own = await readOwnPlan(ctx)
	return {
		takesCards: ctx.cards !== null,
		choice: { plan, interval },
		preview: await previewChoice(ctx, { plan, interval }),
		addressee: own?.addressee ?? '',
		payerKana: own?.payerKana ?? '',
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = pageAction({
	start: {
		input: startSchema,
		async run(ctx, input) {
			await startSubscription(ctx, input)
			return redirect(planCompletePath(), 303)
		},
	},
	change: {
		input: choiceSchema,
		async run(ctx, choice) {
			await changeSubscription(ctx, choice)
			return redirect(managePlanPath({ done: 'changed' }), 303)
		},
	},
})

const headings: Record<Preview['way'], string> = {
	trial: 'お試しの申し込みの確認',
	paid: '申し込みの確認',
	'in-trial': 'プランの変更の確認',
	now: 'プランの変更の確認',
	later: 'プランの変更の確認',
	same: 'いまのプランです',
}

const buttons: Record<Preview['way'], string> = {
	trial: '無料のお試しを始める',
	paid: '申し込みを確定する',
	'in-trial': 'このプランに変える',
	now: '変更を確定する',
	later: '次の期間からの変更を確定する',
	same: '',
}

export default function ConfirmPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { choice, preview } = loaderData
	const heading = headings[preview.way]
	const isNew = preview.way === 'trial' || preview.way === 'paid'
	return (
		<>
			<Head title={heading} description="申し込みの内容を確かめます。" path={planConfirmPath(choice)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '有料プラン', path: plansPath() },
					{ label: heading, path: planConfirmPath(choice) },
				]}
			/>
			<div className={formStyles.page}>
				<h1>{heading}</h1>
				<ErrorSummary formState={formState} />
				{preview.way === 'same' ? (
					<p>
						{`${choiceText(choice)}は、いまの契約と同じです。`}
						<Link to={managePlanPath()}>契約の管理へ</Link>
					</p>
				) : (
					<>
						<FactList rows={orderTerms(choice, preview, loaderData)} />
						{preview.way === 'now' && <ChargeToday {...preview} />}
						<OrderForm {...loaderData} isNew={isNew} formState={formState} />
					</>
				)}
			</div>
		</>
	)
}

/** What of an invoice of today is new, and what is given back of the old plan. */
function ChargeToday({ lines, today }: Pick<Preview, 'lines' | 'today'>) {
	return (
		<section className={styles.part} aria-labelledby="today">
			<h2 id="today">今日の請求の内訳</h2>
			<FactList
				rows={[
					...lines.map((line) => ({
						label: line.kind === 'credit' ? '使わない日数の返還' : '変更後の料金（日割り）',
						value: <span className={styles.amount}>{`${yen(line.amount)}（${choiceText(line)}）`}</span>,
					})),
					{ label: '今日の請求額（税込）', value: <strong className={styles.amount}>{yen(today)}</strong> },
				]}
			/>
		</section>
	)
}

type OrderProps = Route.ComponentProps['loaderData'] & { isNew: boolean; formState: FormState | undefined }

function OrderForm({ choice, preview, addressee, payerKana, csrfToken, clientKey, isNew, formState }: OrderProps) {
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields
				csrfToken={csrfToken}
				intent={isNew ? 'start' : 'change'}
				clientKey={textIn(formState?.values, 'clientKey') ?? clientKey}
			/>
			<input type="hidden" name="plan" value={choice.plan} />
			<input type="hidden" name="interval" value={choice.interval} />
			{isNew && (
				<>
					<ProfileFields formState={formState} addressee={addressee} payerKana={payerKana} />
					<InputField
						id="coupon"
						label="クーポン"
						optional
						hint="英字と数字。お持ちのときだけ入力してください。"
						error={formState?.fields['coupon']}
						autoComplete="off"
						spellCheck={false}
						defaultValue={textIn(formState?.values, 'coupon')}
					/>
				</>
			)}
			{preview.way === 'trial' && (
				<p className={formStyles.note}>
					{`ボタンを押すと、お試しが今日から始まります。${dateText(preview.firstChargeOn)}に自動で${choiceText(choice)}（${yen(preview.price)}・税込）の契約に切り替わり、請求書を発行します。それまでに解約すれば、料金はかかりません。`}
				</p>
			)}
			<AgreementNote action="申し込む" room="premium" />
			<div className={formStyles.buttons}>
				<button type="submit" className="button">
					{buttons[preview.way]}
				</button>
				<Link to={plansPath()}>プランを選び直す</Link>
			</div>
		</form>
	)
}
