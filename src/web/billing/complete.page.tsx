import { redirect } from 'react-router'
import { readOwnPlan } from '../../domain/billing/plan-overview.ts'
import { isLive } from '../../domain/billing/subscription.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { invoicesPath, managePlanPath, ownOfficesPath, planCompletePath, plansPath, statsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import formStyles from '../forms/form.module.css'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/complete.page'
import { choiceText } from './plan-words.ts'
import { yen } from '../../domain/shared/yen.ts'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const own = await readOwnPlan(ctx)
	if (!own || !isLive(own.subscription)) throw redirect(plansPath())
	const { subscription, nextAmount } = own
	return { choice: { plan: subscription.plan, interval: subscription.interval }, trialEndsOn: subscription.trialEndsOn, nextAmount }
})

export default function CompletePage({ loaderData: { choice, trialEndsOn, nextAmount } }: Route.ComponentProps) {
	return (
		<>
			<Head title="お申し込みありがとうございます" description="有料プランのお申し込みが終わりました。" path={planCompletePath()} noindex />
			<div className={formStyles.page}>
				<h1>お申し込みありがとうございます</h1>
				<output className={notice.saved}>{`${choiceText(choice)}を使えるようになりました。`}</output>
				{trialEndsOn === null ? (
					<p>
						請求書を発行しました。メールと<Link to={invoicesPath()}>請求書の一覧</Link>でお届けしています。
					</p>
				) : (
					<p>
						{`${dateText(trialEndsOn)}までは無料のお試しです。そのあと${nextAmount === null ? '' : `${yen(nextAmount)}（税込）の`}契約に切り替わります。7日前にメールでお知らせします。`}
					</p>
				)}
				<h2>次にできること</h2>
				<ul>
					<li>
						<Link to={ownOfficesPath()}>事務所のページに写真を足す</Link>
					</li>
					<li>
						<Link to={statsPath({ days: 90 })}>90日間の統計を見る</Link>
					</li>
					<li>
						<Link to={managePlanPath()}>契約の内容を見る・解約する</Link>
					</li>
				</ul>
			</div>
		</>
	)
}
