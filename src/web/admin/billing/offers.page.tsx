import { yen } from '../../../domain/shared/yen.ts'
import { redirect } from 'react-router'
import { addCoupon, addPrice, readOffers } from '../../../domain/billing/billing-admin.ts'
import { couponSchema, priceSchema } from '../../../domain/billing/billing-schemas.ts'
import { intervalLabels, intervals } from '../../../domain/billing/billing-days.ts'
import { paidPlans, planLabels } from '../../../domain/plans/entitlements.ts'
import { dateText, isoDay } from '../../../domain/shared/japan-time.ts'
import { staffOffersPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { controlProps, Field, InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { WideTable } from '../../ui/wide-table.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/offers.page'
import { BillingTabs } from './billing-tabs.tsx'

export const loader = staffLoader(['accounting'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { prices, coupons, firstDay } = await readOffers(ctx)
	return {
		prices: prices.map(({ announced_at, ...price }) => ({ ...price, isAnnounced: announced_at !== null })),
		coupons: coupons.map(({ code, percent_off, period_count, valid_until, use_limit, use_count, note }) => ({
			code,
			note,
			text: `${percent_off}%引き・${period_count}回`,
			until: dateText(valid_until),
			uses: `${use_count}／${use_limit}`,
		})),
		firstDay,
		today: isoDay(ctx.now()),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const saved = () => redirect(staffOffersPath({ done: 'billing-saved' }), 303)

export const action = staffAction(['accounting'], 'verdict', {
	price: {
		input: priceSchema,
		async run(ctx, input) {
			await addPrice(ctx, input)
			return saved()
		},
	},
	coupon: {
		input: couponSchema,
		async run(ctx, input) {
			await addCoupon(ctx, input)
			return saved()
		},
	},
})

export default function OffersPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { prices, coupons, today, done } = loaderData
	return (
		<>
			<Head title="料金とクーポン" description="有料プランの料金とクーポンです。" path={staffOffersPath()} noindex />
			<h1>料金とクーポン</h1>
			<BillingTabs current={staffOffersPath()} />
			{!formState && <DoneNote done={done} />}
			<section className={styles.section} aria-labelledby="prices">
				<h2 id="prices">料金の版</h2>
				<WideTable label="料金の版">
					<thead>
						<tr>
							<th scope="col">プラン</th>
							<th scope="col">料金（税込）</th>
							<th scope="col">適用を始める日</th>
						</tr>
					</thead>
					<tbody>
						{prices.map((price) => (
							<tr key={price.id}>
								<td>{`${planLabels[price.plan]}・${intervalLabels[price.interval]}`}</td>
								<td>{yen(price.amount)}</td>
								<td>{`${dateText(price.effective_on)}${price.effective_on <= today ? '' : price.isAnnounced ? '（お知らせ済み）' : '（これからお知らせ）'}`}</td>
							</tr>
						))}
					</tbody>
				</WideTable>
				<PriceForm {...loaderData} formState={formStateFor(formState, 'price')} />
			</section>
			<section className={styles.section} aria-labelledby="coupons">
				<h2 id="coupons">クーポン</h2>
				<CouponTable coupons={coupons} />
				<CouponForm {...loaderData} formState={formStateFor(formState, 'coupon')} />
			</section>
		</>
	)
}

function CouponTable({ coupons }: Pick<Route.ComponentProps['loaderData'], 'coupons'>) {
	if (coupons.length === 0) return <p className={styles.quiet}>クーポンはまだありません。</p>
	return (
		<WideTable label="クーポン">
			<thead>
				<tr>
					<th scope="col">コード</th>
					<th scope="col">内容</th>
					<th scope="col">期限</th>
					<th scope="col">使った人数</th>
					<th scope="col">メモ</th>
				</tr>
			</thead>
			<tbody>
				{coupons.map((coupon) => (
					<tr key={coupon.code}>
						<th scope="row">{coupon.code}</th>
						<td>{coupon.text}</td>
						<td>{coupon.until}</td>
						<td>{coupon.uses}</td>
						<td>{coupon.note}</td>
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}

type FormProps = Route.ComponentProps['loaderData'] & { formState: FormState | undefined }

function PriceForm({ firstDay, csrfToken, formState }: FormProps) {
	const typed = (name: string) => textIn(formState?.values, name)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="price" />
			<div className={formStyles.row}>
				<Field id="plan" label="プラン" error={formState?.fields['plan']}>
					<select {...controlProps('plan', {})} name="plan" defaultValue={typed('plan')}>
						{paidPlans.map((plan) => (
							<option key={plan} value={plan}>
								{planLabels[plan]}
							</option>
						))}
					</select>
				</Field>
				<Field id="interval" label="間隔" error={formState?.fields['interval']}>
					<select {...controlProps('interval', {})} name="interval" defaultValue={typed('interval')}>
						{intervals.map((interval) => (
							<option key={interval} value={interval}>
								{intervalLabels[interval]}
							</option>
						))}
					</select>
				</Field>
				<InputField
					id="amount"
					label="料金（税込・円）"
					inputMode="numeric"
					error={formState?.fields['amount']}
					defaultValue={typed('amount')}
				/>
				<InputField
					id="effectiveOn"
					label="適用を始める日"
					hint={`${dateText(firstDay)}以後`}
					type="date"
					error={formState?.fields['effectiveOn']}
					defaultValue={typed('effectiveOn') ?? firstDay}
				/>
			</div>
			<p className={styles.quiet}>
				値上げは、1時間以内に契約中の方へメールでお知らせし、同意をお願いします。同意のない契約は、期間の終わりに終わります。
			</p>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					料金の版を加える
				</button>
			</div>
		</form>
	)
}

const couponFields = [
	{ name: 'couponCode', label: 'コード', hint: '英字と数字の4〜20文字' },
	{ name: 'percentOff', label: '値引き率（%）', hint: '' },
	{ name: 'periodCount', label: '値引きする回数', hint: '月払いなら月、年払いなら年の数' },
	{ name: 'useLimit', label: '使える人数', hint: '' },
	{ name: 'note', label: 'メモ', hint: '' },
] as const

function CouponForm({ csrfToken, formState }: FormProps) {
	const typed = (name: string) => textIn(formState?.values, name)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="coupon" />
			<div className={formStyles.row}>
				{couponFields.map(({ name, label, hint }) => (
					<InputField
						key={name}
						id={`coupon-${name}`}
						name={name}
						label={label}
						hint={hint}
						optional={name === 'note'}
						error={formState?.fields[name]}
						autoComplete="off"
						defaultValue={typed(name)}
					/>
				))}
				<InputField
					id="coupon-validUntil"
					name="validUntil"
					label="使える期限"
					type="date"
					error={formState?.fields['validUntil']}
					defaultValue={typed('validUntil')}
				/>
			</div>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					クーポンを加える
				</button>
			</div>
		</form>
	)
}
