import { redirect } from 'react-router'
import { cancelSchema } from '../../domain/billing/billing-schemas.ts'
import { readOwnPlan } from '../../domain/billing/plan-overview.ts'
import { cancelSubscription } from '../../domain/billing/subscriptions.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { managePlanPath, planCancelPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/cancel.page'
import { choiceText } from './plan-words.ts'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const own = await readOwnPlan(ctx)
	if (!own || own.subscription.state === 'ended') throw redirect(plansPath())
	const { subscription } = own
	if (subscription.isCancelled) throw redirect(managePlanPath())
	const end = subscription.state === 'trial' ? subscription.trialEndsOn : subscription.state === 'paused' ? null : subscription.periodTo
	return { choice: { plan: subscription.plan, interval: subscription.interval }, end, csrfToken: formToken(context, request) }
})

export const action = formAction({
	input: cancelSchema,
	async run(ctx, { reason }) {
		await cancelSubscription(ctx, reason)
		return redirect(managePlanPath({ done: 'cancelled' }), 303)
	},
})

export default function CancelPage({ loaderData: { choice, end, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="有料プランの解約" description="有料プランを解約します。" path={planCancelPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '契約の管理', path: managePlanPath() },
					{ label: '解約', path: planCancelPath() },
				]}
			/>
			<div className={formStyles.page}>
				<h1>有料プランの解約</h1>
				<p>
					{end === null
						? `休止中の${choiceText(choice)}を終わりにします。`
						: `${choiceText(choice)}は、${dateText(end)}の前の日まで使えます。そのあとの料金はかからず、フリープランになります。`}
				</p>
				<p>数を超えた写真などは休眠するだけで、消えません。いつでも戻れます。</p>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} />
					<TextArea
						id="reason"
						name="reason"
						label="やめる理由"
						optional
						hint="500文字まで。改善のために読みます。書かなくても解約できます。"
						rows={3}
						formState={formState}
					/>
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="danger">
							解約する
						</button>
						<Link to={managePlanPath()}>解約しないで戻る</Link>
					</div>
				</form>
			</div>
		</>
	)
}
