import { comparePlans, entitlementsOf, type PaidPlan, paidPlans, type Plan, planLabels, plans } from '../../domain/plans/entitlements.ts'
import { readPlanOverview } from '../../domain/billing/plan-overview.ts'
import { isLive } from '../../domain/billing/subscription.ts'
import { TRIAL_DAYS } from '../../domain/billing/billing-days.ts'
import { contactPath, managePlanPath, planConfirmPath, plansPath, registrationPath, statsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/plans.page'
import { contentsOf, priceText } from './plan-words.ts'
import styles from './billing.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const { isOpen, isVerifiedExpert, subscription, prices, usage } = await readPlanOverview(ctx)
	const live = subscription !== null && isLive(subscription) ? subscription : null
	const current: Plan = live?.plan ?? 'free'
	return {
		isOpen,
		takesCards: ctx.cards !== null,
		isVerifiedExpert,
		hasContract: subscription !== null,
		isRunning: live !== null,
		mayTry: subscription === null,
		current,
		prices,
		usage,
	}
})

type Data = Route.ComponentProps['loaderData']

export default function PlansPage({ loaderData }: Route.ComponentProps) {
	const { isOpen, takesCards, isVerifiedExpert, hasContract } = loaderData
	return (
		<>
			<Head title="有料プラン" description="プランの内容と料金です。" path={plansPath()} noindex />
			<Breadcrumbs crumbs={[{ label: '有料プラン', path: plansPath() }]} />
			<div className={`content ${stack.column}`}>
				<div className={formStyles.title}>
					<h1>有料プラン</h1>
					<p className={stack.lead}>
						事務所のページに載せられる量と、統計などの道具が増えるプランです。料金は定額で、依頼の件数や成約の金額では変わりません。
					</p>
				</div>
				{!isOpen && (
					<p className={styles.warn} role="note">
						いまは、有料プランのお申し込みを受け付けていません。フリープランの内容は、これまでどおり使えます。
					</p>
				)}
				{!isVerifiedExpert && (
					<p className={styles.warn} role="note">
						有料プランを契約できるのは、資格の確認が済んだ専門家の方です。<Link to={registrationPath()}>専門家の登録</Link>
						は無料でできます。
					</p>
				)}
				{hasContract && (
					<p>
						<Link className="button" data-kind="quiet" to={managePlanPath()}>
							契約の管理・請求書を見る
						</Link>
					</p>
				)}
				<ul className={styles.plans}>
					{plans.map((plan) => (
						<PlanCard key={plan} plan={plan} {...loaderData} />
					))}
				</ul>
				{isVerifiedExpert && <OwnFigures {...loaderData} />}
				<section className={styles.promise} aria-labelledby="promise">
					<h2 id="promise">料金を払っても変わらないこと</h2>
					<ul>
						<li>一覧と検索の並び順、おすすめの順番</li>
						<li>届く見積もり依頼と問い合わせの数、選ばれる条件</li>
						<li>口コミの表示、資格の審査、回答できる質問の範囲</li>
					</ul>
					<p className={styles.quiet}>
						プランを下げたり解約したりしたときは、数を超えた写真や人数の枠が休眠するだけで、消えません。戻すと、そのまま戻ります。
					</p>
				</section>
				<p className={styles.quiet}>
					{`お支払いは、${takesCards ? 'カード、または' : ''}請求書による銀行振込です。`}ご不明な点は
					<Link to={contactPath('account')}>お問い合わせ</Link>からお尋ねください。
				</p>
			</div>
		</>
	)
}

function PlanCard({ plan, current, prices, isOpen, isVerifiedExpert, isRunning, mayTry }: Data & { plan: Plan }) {
	const isCurrent = plan === current
	const paid = paidPlans.find((one) => one === plan)
	return (
		<li className={styles.plan} data-current={isCurrent ? '' : undefined}>
			<div className={stack.line}>
				<h2>{planLabels[plan]}</h2>
				{isCurrent && <Tag tone="accent">いまのプラン</Tag>}
			</div>
			{paid === undefined ? (
				<p className={styles.price}>無料</p>
			) : (
				<div>
					<p className={styles.price}>{priceText(prices[paid].month, 'month')}</p>
					<p className={styles.quiet}>{`年払いは${priceText(prices[paid].year, 'year')}。2か月分お得です。`}</p>
				</div>
			)}
			<ul>
				{contentsOf(entitlementsOf(plan)).map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			{paid !== undefined && isOpen && isVerifiedExpert && <Acts plan={paid} {...{ current, isRunning, mayTry }} />}
		</li>
	)
}

function Acts({ plan, current, isRunning, mayTry }: Pick<Data, 'current' | 'isRunning' | 'mayTry'> & { plan: PaidPlan }) {
	const verb = !isRunning
		? mayTry
			? `${TRIAL_DAYS}日間無料で試す`
			: 'もう一度始める'
		: comparePlans(plan, current) < 0
			? 'このプランに下げる'
			: 'このプランに上げる'
	if (isRunning && plan === current) return <Link to={managePlanPath()}>契約の内容を見る</Link>
	return (
		<div className={stack.line}>
			<Link className="button" to={planConfirmPath({ plan, interval: 'month' })}>
				{verb}
			</Link>
			<Link to={planConfirmPath({ plan, interval: 'year' })}>年払いで申し込む</Link>
		</div>
	)
}

function OwnFigures({ usage, current }: Data) {
	const held = entitlementsOf(current)
	const of = (used: number, most: number, counter: string) => `${used}${counter}（いまのプランでは${most}${counter}まで）`
	return (
		<section className={stack.close} aria-labelledby="own">
			<h2 id="own">いまお使いの量</h2>
			<FactList
				rows={[
					{ label: '写真（いちばん多い事務所）', value: of(usage.photos, held.photos, '枚') },
					{ label: '編集できる人（同上）', value: of(usage.seats, held.seats, '人') },
					{ label: '事務所', value: of(usage.offices, held.offices, '件') },
					{ label: '統計', value: <Link to={statsPath()}>{`${held.statsDays}日間まで見られます`}</Link> },
				]}
			/>
		</section>
	)
}
