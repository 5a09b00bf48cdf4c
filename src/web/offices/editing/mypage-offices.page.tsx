import { z } from 'zod'
import { redirect } from 'react-router'
import { idField } from '../../forms/form-fields.server.ts'
import { listDeletedOffices, restoreOffice } from '../../../domain/offices/office-deletion.ts'
import { createOffice } from '../../../domain/offices/office-editing.ts'
import { answerJoinRequest, listJoinRequests } from '../../../domain/experts/office-joining.ts'
import { roleLabels, stateLabels } from '../../../domain/memberships/office-policy.ts'
import { listOwnOfficeCards } from '../../../domain/operations/offices/own-office-cards.ts'
import { WISHES } from '../../../domain/operations/offices/office-measures.ts'
import { RESTORABLE_DAYS } from '../../../domain/offices/office-sections.ts'
import { officeKinds } from '../../../domain/experts/registration-input.ts'
import { findRegistration } from '../../../domain/experts/registration.ts'
import { forVerifiedExperts } from '../../../domain/shared/errors.ts'
import { inboxPath, officeEditPath, officeMembersPath, officePath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { dayText } from '../../../domain/shared/japan-time.ts'
import { withCtx } from '../../context.ts'
import { momentOf } from '../../format/moment.ts'
import { Head } from '../../layout/head.tsx'
import { pageAction } from '../../forms/page-action.server.ts'
import { typedValues } from '../../forms/read-form.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import { formToken } from '../../session/form-token.server.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { OfficePicture } from '../../listings/office-picture.tsx'
import type { Route } from './+types/mypage-offices.page'
import { JoinRequests } from '../../memberships/join-requests.tsx'
import { Line, Select } from './section-form.tsx'

import formStyles from '../../forms/form.module.css'
import styles from './offices.module.css'

/** For verified experts; everybody else is redirected to the application. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	if ((await findRegistration(ctx))?.state !== 'verified') throw forVerifiedExperts()
	const [offices, deleted, requests] = await Promise.all([listOwnOfficeCards(ctx), listDeletedOffices(ctx), listJoinRequests(ctx)])
	return {
		offices,
		deleted: deleted.map(({ restorableUntil, ...one }) => ({ ...one, until: dayText(restorableUntil.getTime()) })),
		requests: requests.map(({ requestedAt, ...one }) => ({ ...one, requested: momentOf(requestedAt, ctx.now()) })),
		done: new URL(request.url).searchParams.get('done') ?? '',
		csrfToken: formToken(context, request),
	}
})

const idFields = z.object({ id: idField })

export const action = pageAction({
	create: {
		// The domain parses them as it parses the sections of an office.
		input: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
		read: typedValues,
		async run(ctx, typed) {
			return redirect(officeEditPath(await createOffice(ctx, typed)), 303)
		},
	},
	restore: {
		input: idFields,
		async run(ctx, { id }) {
			await restoreOffice(ctx, id)
			return redirect(`${ownOfficesPath()}?done=restored`, 303)
		},
	},
	accept: {
		input: idFields,
		async run(ctx, { id }) {
			await answerJoinRequest(ctx, id, true)
			return redirect(ownOfficesPath(), 303)
		},
	},
	decline: {
		input: idFields,
		async run(ctx, { id }) {
			await answerJoinRequest(ctx, id, false)
			return redirect(ownOfficesPath(), 303)
		},
	},
})

const doneSentences: Readonly<Record<string, string>> = {
	deleted: `事務所を削除しました。${RESTORABLE_DAYS}日以内なら、下の「削除した事務所」から元に戻せます。`,
	restored: '事務所を元に戻しました。削除する前と同じ状態です。',
	left: '事務所から抜けました。',
}

export default function MypageOfficesPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { offices, deleted, requests, done, csrfToken } = loaderData
	const news = formState ? undefined : doneSentences[done]
	return (
		<div className={stack.column}>
			<Head title="事務所" description="所属する事務所を管理します。" path={ownOfficesPath()} noindex />
			<h2>事務所</h2>
			{news !== undefined && <output className={notice.saved}>{news}</output>}
			{formState?.intent !== 'create' && <ErrorSummary formState={formState} />}
			{offices.length === 0 && <p>所属する事務所はまだありません。下の欄から作るか、事務所の代表者に招待してもらってください。</p>}
			<ul className={styles.cards}>
				{offices.map((office) => (
					<li key={office.id} className={stack.card}>
						<OfficeCard office={office} />
					</li>
				))}
			</ul>
			{requests.length > 0 && (
				<section className={styles.section} aria-labelledby="requests">
					<h3 id="requests">参加の申請</h3>
					<JoinRequests requests={requests} csrfToken={csrfToken} />
				</section>
			)}
			{deleted.length > 0 && (
				<section className={styles.section} aria-labelledby="deleted">
					<h3 id="deleted">削除した事務所</h3>
					<ul className={styles.list}>
						{deleted.map((office) => (
							<li key={office.id}>
								<p>{`${office.name}（${office.until}まで元に戻せます）`}</p>
								<form method="post">
									<HiddenFields csrfToken={csrfToken} />
									<input type="hidden" name="id" value={office.id} />
									<button
										type="submit"
										name="intent"
										value="restore"
										className="button"
										data-kind="quiet"
										aria-label={`${office.name}を元に戻す`}
									>
										元に戻す
									</button>
								</form>
							</li>
						))}
					</ul>
				</section>
			)}
			<NewOffice isFirst={offices.length === 0} formState={formStateFor(formState, 'create')} csrfToken={csrfToken} />
		</div>
	)
}

type OfficeRow = Route.ComponentProps['loaderData']['offices'][number]

function OfficeCard({ office }: { office: OfficeRow }) {
	const { id, name, state, role, members, due, stars, reviews, wishesMet } = office
	return (
		<>
			<div className={styles.head}>
				<OfficePicture office={office} sizes="96px" width={96} height={72} loading="lazy" />
				<div className={stack.text}>
					<h3>{name}</h3>
					<div className={stack.line}>
						<Tag tone={state === 'published' ? 'good' : state === 'suspended' ? 'warn' : 'plain'}>{stateLabels[state]}</Tag>
						{office.hasDraft && <Tag tone="accent">未反映の下書き</Tag>}
						{office.isWaiting && <Tag tone="accent">変更を確認中</Tag>}
					</div>
				</div>
			</div>
			<p className={stack.quietLine}>
				<span>{stars === null ? '口コミはまだありません' : `評価 ${stars.toFixed(1)}（口コミ${reviews.toLocaleString('ja-JP')}件）`}</span>
				<span>{`${roleLabels[role]}として参加・メンバー${members}人`}</span>
			</p>
			<p className={stack.quietLine}>
				<span>{`ページの充実度 ${WISHES}項目のうち${wishesMet}項目`}</span>
				<progress max={WISHES} value={wishesMet} aria-hidden="true" />
			</p>
			{due > 0 && (
				<p>
					<Link to={inboxPath({ office: `${id}` })}>{`対応を待つもの ${due}件`}</Link>
				</p>
			)}
			<div className={`${stack.line} ${styles.line}`}>
				{role !== 'responder' && (
					<Link to={officeEditPath(id)} aria-label={`${name}を編集する`}>
						編集する
					</Link>
				)}
				<Link to={officeMembersPath(id)} aria-label={`${name}のメンバー`}>
					メンバー
				</Link>
				{state === 'published' && (
					<Link to={officePath(id)} aria-label={`${name}の公開ページ`}>
						公開ページ
					</Link>
				)}
			</div>
		</>
	)
}

/** Behind a button, but for who has none yet or has typed something wrong. */
function NewOffice({ isFirst, formState, csrfToken }: { isFirst: boolean; formState: FormState | undefined; csrfToken: string }) {
	const view = { values: formState?.values ?? { kind: 'sole' }, faults: formState?.fields ?? {} }
	return (
		<details className={`${styles.section} ${styles.add}`} open={isFirst || formState !== undefined}>
			<summary>
				<h3>事務所を追加する</h3>
			</summary>
			<p className={styles.quiet}>
				まず名前と場所を登録します。料金や営業時間は、次の画面で入力できます。公開するまで、ほかの方には見えません。
			</p>
			<form method="post" className={formStyles.form} noValidate aria-label="事務所を追加する">
				<HiddenFields csrfToken={csrfToken} />
				<ErrorSummary formState={formState} />
				<Line view={view} name="name" label="事務所の名前" />
				<Line view={view} name="kana" label="ふりがな" />
				<Select view={view} name="kind" label="種類" choices={officeKinds} />
				<Line view={view} name="corporateNumber" label="法人番号" hint="法人の場合は13桁の数字" optional inputMode="numeric" />
				<Line
					view={view}
					name="postalCode"
					label="郵便番号"
					hint="例：181-0013。都道府県と市区町村は、この番号から決まります。"
					inputMode="numeric"
					autoComplete="postal-code"
				/>
				<Line view={view} name="addressLine" label="町名・番地・建物" />
				<div>
					<button type="submit" name="intent" value="create" className="button">
						追加して編集する
					</button>
				</div>
			</form>
		</details>
	)
}
