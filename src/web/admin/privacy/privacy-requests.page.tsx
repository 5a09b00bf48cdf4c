import { redirect } from 'react-router'
import { claimants } from '../../../domain/support/support-input.ts'
import { privacyIntakeSchema } from '../../../domain/support/privacy-schemas.ts'
import {
	PRIVACY_LONGEST_DAYS,
	privacyChannels,
	privacyKindNames,
	privacyKinds,
	privacyLengths,
	privacyOutcomeLabel,
} from '../../../domain/support/privacy-input.ts'
import { listPrivacyRequests, takeInPrivacyRequest } from '../../../domain/support/privacy-requests.ts'
import { dateText, daysBetween, isoDay } from '../../../domain/shared/japan-time.ts'
import { privacyRequestPath, privacyRequestsPath } from '../../../domain/shared/links.ts'
import { Choices } from '../../forms/choices.tsx'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/privacy-requests.page'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

/** Requests under the Act on the Protection of Personal Information: the open ones by deadline, or what was decided. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const isOpen = search.get('state') !== 'closed'
	const { items, page } = await listPrivacyRequests(ctx, { isOpen, cursor: search.get('page') })
	const today = isoDay(ctx.now())
	return {
		isOpen,
		page,
		today,
		items: items.map(({ id, kind, receivedOn, dueOn, isChecked, outcome }) => {
			const left = daysBetween(today, dueOn)
			return {
				id,
				label: privacyKinds[kind].label,
				isChecked,
				outcome: outcome && privacyOutcomeLabel(outcome),
				received: dateText(receivedOn),
				due:
					left < 0
						? `期限を${-left}日過ぎています（${dateText(dueOn)}）`
						: left === 0
							? '今日が期限'
							: `あと${left}日（${dateText(dueOn)}）`,
				isLate: left <= 0,
			}
		}),
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['support'], 'personal-data', {
	'take-in': {
		input: privacyIntakeSchema,
		async run(ctx, input) {
			return redirect(privacyRequestPath(await takeInPrivacyRequest(ctx, input), { done: 'privacy-taken-in' }), 303)
		},
	},
})

export default function PrivacyRequestsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { isOpen, page, items } = loaderData
	const pathAt = (cursor: string | null) => privacyRequestsPath({ state: isOpen ? '' : 'closed', page: cursor })
	return (
		<div className={styles.body}>
			<Head title="個人情報の請求" description="開示・訂正・利用停止などの請求です。" path={privacyRequestsPath()} noindex />
			<h1>個人情報の請求</h1>
			<p className={styles.quiet}>
				{`個人情報保護法の請求（開示、訂正、利用の停止・消去など）です。法律は「遅滞なく」と定め、プライバシーポリシーは、届いた日の翌日から14日以内に結果か見通しを知らせると約束しています。見通しを知らせたときも、届いた日から${PRIVACY_LONGEST_DAYS}日以内に終えます。`}
			</p>
			<FilterTabs
				label="請求の状態"
				tabs={[
					{ to: privacyRequestsPath(), label: '対応中', isCurrent: isOpen },
					{ to: privacyRequestsPath({ state: 'closed' }), label: '終了', isCurrent: !isOpen },
				]}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>{isOpen ? '対応中の請求はありません。' : '終了した請求はありません。'}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ id, label, isChecked, outcome, received, due, isLate }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link className={styles.tab} to={privacyRequestPath(id)}>{`個人情報${id}`}</Link>
								<strong>{label}</strong>
								{outcome === null ? <span className={isLate ? styles.late : undefined}>{due}</span> : <Tag>{outcome}</Tag>}
								{outcome === null && <Tag tone={isChecked ? 'good' : 'plain'}>{isChecked ? '本人確認済み' : '本人確認がまだ'}</Tag>}
							</div>
							<p className={styles.quiet}>{`${received}に受付`}</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="請求のページ"
				number={page.number}
				previous={page.previous && pathAt(page.previous.cursor)}
				next={page.next && pathAt(page.next.cursor)}
			/>
			{isOpen && <TakeIn data={loaderData} formState={formState} />}
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

/** Somebody need not have an account, nor use the form of the site. */
function TakeIn({ data: { today, clientKey, csrfToken }, formState }: { data: Data; formState: FormState | undefined }) {
	return (
		<details open={formState !== undefined}>
			<summary>書面やメールで届いた請求を記録する</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="take-in" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
				<Choice id="kind" legend="請求の種類" options={kinds} formState={formState} />
				<Choice id="channel" legend="届いた方法" options={channels} formState={formState} />
				<Choice id="claimant" legend="申し出る方の立場" options={claimants} formState={formState} />
				<Person today={today} formState={formState} />
				<TextArea
					id="body"
					name="body"
					label="請求の内容"
					hint={`${privacyLengths.body.max.toLocaleString('ja-JP')}文字まで。書面のとおりに書き写します。`}
					rows={5}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						請求を記録する
					</button>
				</div>
			</form>
		</details>
	)
}

const kinds = privacyKindNames.map((value) => ({ value, label: privacyKinds[value].label }))
const channels = privacyChannels.filter(({ value }) => value !== 'contact')

function Choice({
	id,
	legend,
	options,
	formState,
}: {
	id: string
	legend: string
	options: readonly { value: string; label: string }[]
	formState: FormState | undefined
}) {
	return (
		<FieldGroup id={id} legend={legend} error={formState?.fields[id]}>
			<Choices type="radio" name={id} options={options} chosen={textsIn(formState?.values, id)} />
		</FieldGroup>
	)
}

/** Who asks, and since when. */
function Person({ today, formState }: { today: string; formState: FormState | undefined }) {
	const errors = formState?.fields ?? {}
	const typed = (name: string) => textIn(formState?.values, name)
	return (
		<>
			<InputField
				id="requesterName"
				label="お名前"
				maxLength={privacyLengths.requesterName.max}
				error={errors['requesterName']}
				defaultValue={typed('requesterName')}
				autoComplete="off"
			/>
			<InputField
				id="email"
				label="返事を送るメールアドレス"
				hint="書くと、見通しと結果がメールで届きます。書面で返事をするときは空のままにします。"
				optional
				error={errors['email']}
				defaultValue={typed('email')}
				autoComplete="off"
				inputMode="email"
			/>
			<InputField
				id="account"
				label="会員のIDまたは登録のメールアドレス"
				hint="分かるときだけ。本人確認のときに入力することもできます。"
				optional
				error={errors['account']}
				defaultValue={typed('account')}
				autoComplete="off"
			/>
			<InputField
				id="receivedOn"
				label="届いた日"
				hint="期限は、この日の翌日から数えます。"
				type="date"
				max={today}
				error={errors['receivedOn']}
				defaultValue={typed('receivedOn') ?? today}
			/>
		</>
	)
}
