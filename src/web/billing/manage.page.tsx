import { redirect } from 'react-router'
import { z } from 'zod'
import { profileSchema } from '../../domain/billing/billing-schemas.ts'
import { type OwnPlan, readOwnPlan } from '../../domain/billing/plan-overview.ts'
import {
	acceptNewPrice,
	convertTrial,
	keepSubscription,
	pauseSubscription,
	resumeSubscription,
	saveProfile,
} from '../../domain/billing/subscriptions.ts'
import { beginCardSetup, openCardPortal, type OwnCard, readOwnCard, setCardUse } from '../../domain/billing/cards/card-customers.ts'
import { clientKeySchema } from '../../domain/questions/schemas.ts'
import { addDays, dateText } from '../../domain/shared/japan-time.ts'
import { invoicePath, invoicesPath, managePlanPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { noFields } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/manage.page'
import { CardPart } from './card-part.tsx'
import { PlanActs } from './plan-acts.tsx'
import { choiceText } from './plan-words.ts'
import { yen } from '../../domain/shared/yen.ts'
import { ProfileFields } from './profile-fields.tsx'
import styles from './billing.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => ({
	own: await readOwnPlan(ctx),
	cards: await readOwnCard(ctx),
	clientKey: newClientKey(),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

const back = (done: string) => redirect(managePlanPath({ done }), 303)

export const action = pageAction({
	convert: {
		input: noFields,
		async run(ctx) {
			await convertTrial(ctx)
			return back('converted')
		},
	},
	keep: {
		input: noFields,
		async run(ctx) {
			await keepSubscription(ctx)
			return back('kept')
		},
	},
	pause: {
		input: noFields,
		async run(ctx) {
			await pauseSubscription(ctx)
			return back('paused')
		},
	},
	resume: {
		input: noFields,
		async run(ctx) {
			await resumeSubscription(ctx)
			return back('resumed')
		},
	},
	accept: {
		input: z.object({ amount: z.coerce.number().int().min(1).max(10_000_000).catch(0) }),
		async run(ctx, { amount }) {
			await acceptNewPrice(ctx, amount)
			return back('accepted')
		},
	},
	'card-add': {
		input: z.object({ clientKey: clientKeySchema }),
		run: async (ctx, { clientKey }) => redirect(await beginCardSetup(ctx, clientKey), 303),
	},
	'card-change': {
		input: noFields,
		run: async (ctx) => redirect(await openCardPortal(ctx), 303),
	},
	'card-stop': {
		input: noFields,
		async run(ctx) {
			await setCardUse(ctx, false)
			return back('card-stopped')
		},
	},
	'card-use': {
		input: noFields,
		async run(ctx) {
			await setCardUse(ctx, true)
			return back('card-used')
		},
	},
	profile: {
		input: profileSchema,
		async run(ctx, input) {
			await saveProfile(ctx, input)
			return back('saved')
		},
	},
})

const doneSentences: Readonly<Record<string, string>> = {
	changed: 'プランの変更を受け付けました。',
	converted: '契約が始まりました。請求書を発行しました。',
	cancelled: '解約を受け付けました。確認のメールをお送りしました。',
	kept: '予定を取り消しました。いまの契約が続きます。',
	paused: '休止を受け付けました。期間の終わりから休止します。',
	resumed: '契約を再開しました。請求書を発行しました。',
	accepted: '新しい料金への同意を受け付けました。',
	card: 'カードの手続きから戻りました。この画面に反映するまで、1分ほどかかることがあります。',
	'card-stopped': 'カードでの自動の支払いをやめました。これからは請求書による銀行振込です。',
	'card-used': '登録されているカードでの支払いに戻しました。',
	saved: '宛名と名義を保存しました。次の請求書から使います。',
}

export default function ManagePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { own, done, csrfToken } = loaderData
	const sentence = done === null || formState ? undefined : doneSentences[done]
	const profileState = formStateFor(formState, 'profile')
	return (
		<>
			<Head title="契約の管理" description="有料プランの契約を管理します。" path={managePlanPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '有料プラン', path: plansPath() },
					{ label: '契約の管理', path: managePlanPath() },
				]}
			/>
			<div className={formStyles.page}>
				<h1>契約の管理</h1>
				{sentence !== undefined && <output className={notice.saved}>{sentence}</output>}
				{!profileState && <ErrorSummary formState={formState} />}
				{own === null ? (
					<p>
						有料プランの契約はありません。<Link to={plansPath()}>プランの内容と料金を見る</Link>
					</p>
				) : (
					<Contract {...loaderData} own={own} csrfToken={csrfToken} profileState={profileState} />
				)}
			</div>
		</>
	)
}

type ContractProps = {
	own: OwnPlan
	cards: { isOffered: boolean; card: OwnCard | null }
	clientKey: string
	csrfToken: string
	profileState: FormState | undefined
}

function Contract({ own, cards, clientKey, csrfToken, profileState }: ContractProps) {
	const { subscription, overdue, newPrice, addressee, payerKana } = own
	return (
		<>
			{overdue && (
				<div className={styles.warn} role="alert">
					<p>{`請求書 ${overdue.number}（残り${yen(overdue.open)}）のお支払期限（${dateText(overdue.dueOn)}）を過ぎています。`}</p>
					{subscription.pastDueOn !== null && (
						<p>{`${dateText(addDays(subscription.pastDueOn, 14))}までにお支払いを確認できないときは、有料プランを終了します。`}</p>
					)}
					<Link to={invoicePath(overdue.id)}>お振込先を見る</Link>
				</div>
			)}
			{newPrice !== null && (
				<form method="post" className={styles.warn}>
					<HiddenFields csrfToken={csrfToken} intent="accept" />
					<input type="hidden" name="amount" value={newPrice} />
					<p>{`次の期間から、料金が${yen(newPrice)}（税込）に変わります。いまの料金は${yen(subscription.agreedAmount)}です。同意がない場合は、いまの期間の終わりに有料プランが終わります。`}</p>
					<button type="submit" className="button">
						新しい料金に同意する
					</button>
				</form>
			)}
			<FactList rows={factsOf(own)} />
			<PlanActs subscription={subscription} csrfToken={csrfToken} />
			<section className={styles.part} aria-labelledby="payment">
				<h2 id="payment">お支払いと請求書</h2>
				<p>
					{cards.card === null || cards.card.isStopped ? 'お支払いの方法は、請求書による銀行振込です。' : 'お支払いの方法は、カードです。'}
					<Link to={invoicesPath()}>請求書の一覧を見る</Link>
				</p>
				{cards.isOffered && <CardPart card={cards.card} clientKey={clientKey} csrfToken={csrfToken} />}
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={profileState} />
					<HiddenFields csrfToken={csrfToken} intent="profile" />
					<ProfileFields formState={profileState} addressee={addressee} payerKana={payerKana} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							宛名と名義を保存する
						</button>
					</div>
				</form>
			</section>
		</>
	)
}

const stateTexts = { trial: 'お試し中', active: '契約中', past_due: 'お支払い待ち（期限切れ）', paused: '休止中', ended: '終了' }

function factsOf({ subscription, nextAmount, credit }: OwnPlan): { label: string; value: string }[] {
	const { state, trialEndsOn, periodFrom, periodTo, next, isCancelled, isPausing, endedOn, coupon } = subscription
	const isRunning = state === 'active' || state === 'past_due'
	const end = state === 'trial' ? trialEndsOn : periodTo
	const upcoming = isCancelled
		? `${dateText(end ?? '')}に終わります`
		: isPausing
			? `${dateText(end ?? '')}から休止します`
			: nextAmount !== null && end !== null
				? `${dateText(end)}に${next ? `${choiceText(next)}として` : ''}${yen(nextAmount)}（税込）${coupon.left > 0 ? `から、クーポンで${coupon.percent}%引き` : ''}`
				: 'ありません'
	return [
		{ label: 'プラン', value: choiceText(subscription) },
		{ label: '状態', value: stateTexts[state] },
		...(state === 'trial' && trialEndsOn !== null ? [{ label: 'お試しの終わり', value: `${dateText(trialEndsOn)}の前の日まで` }] : []),
		...(isRunning && periodFrom !== null && periodTo !== null
			? [{ label: 'いまの期間', value: `${dateText(periodFrom)}〜${dateText(addDays(periodTo, -1))}` }]
			: []),
		...(endedOn === null ? [] : [{ label: '終わった日', value: dateText(endedOn) }]),
		{ label: '次の請求', value: upcoming },
		...(credit > 0 ? [{ label: 'お預かりしている金額', value: `${yen(credit)}（次の請求書に充てます）` }] : []),
	]
}
