import type { ReactNode } from 'react'
import { officePath, reviewFormPath } from '../../domain/shared/links.ts'
import { type FormState, formStateFor, textsIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/day.tsx'
import { DueText } from '../ui/due-text.tsx'
import { Tag } from '../ui/tag.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { isInformed, OwnConflictCheck } from './conflict-check.tsx'
import { OfficeOptions, type OfficeOption } from './estimate-offices.tsx'
import type { OwnEstimate } from './estimate-own.server.ts'
import { acceptId, QuoteComparison, QuoteVersions } from './estimate-quotes.tsx'
import { ProposedOffices } from './proposals/proposed-offices.tsx'
import type { DeliveryView } from './estimate-view.server.ts'
import stack from '../ui/stack.module.css'
import styles from './estimate.module.css'

type Props = {
	estimate: OwnEstimate
	csrfToken: string
	formState: FormState | undefined
	/** On the private page of a visitor's request. */
	isVisitors?: boolean
	/** How far it is, and the ways to its conversations. */
	work?: ReactNode
}

/** A request as who asked sees it: the quotes side by side, then each office with what can be done. */
export function OwnEstimateView({ estimate, csrfToken, formState, isVisitors = false, work }: Props) {
	const { head, contact, opponent, isReviewed, againPath, deliveries, proposed, replacements } = estimate
	// Below マイページ it is a section; a visitor's is a separate page.
	const [Title, Part] = isVisitors ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const)
	const accepted = deliveries.find(({ isAccepted }) => isAccepted)
	const informed = deliveries.find(isInformed) ?? null
	return (
		<div className={stack.column}>
			<Title>{head.isFromInquiry ? `「${head.task.name}」の見積もり` : `「${head.task.name}」の見積もり依頼`}</Title>
			<p className={`${stack.line} ${styles.line}`}>
				<Tag tone={head.isOpen ? 'accent' : head.state === 'accepted' ? 'good' : 'plain'}>{head.stateLabel}</Tag>
				<span className={styles.quiet}>
					<Moment moment={head.sent} />
					{head.isFromInquiry ? 'に、問い合わせへの返信として到着' : 'に依頼'}
				</span>
				{head.ended === null ? (
					<DueText label="依頼の期限" due={head.expires} />
				) : (
					<span className={styles.quiet}>
						<Moment moment={head.ended} />
						{head.state === 'accepted' ? 'に決定' : 'に終了'}
					</span>
				)}
			</p>
			{formState?.fields['form'] && <ErrorSummary formState={formState} />}
			{work}
			{accepted && (
				<div className={styles.good}>
					<p>
						<strong>{accepted.office.name}</strong>
						{accepted.contacted === null ? (
							'に依頼先を決めました。お名前とメールアドレスをお知らせしたので、事務所からの連絡をお待ちください。'
						) : (
							<>
								に依頼先を決めました。事務所は
								<Moment moment={accepted.contacted} />
								に連絡したと記録しています。連絡が見つからないときは、迷惑メールの中も確かめてください。
							</>
						)}
					</p>
					<AfterWork
						officeId={accepted.office.id}
						isDone={head.done !== null}
						isReviewed={isReviewed}
						csrfToken={csrfToken}
						isVisitors={isVisitors}
					/>
				</div>
			)}
			{againPath !== null && (
				<p>
					<Link className="button" data-kind="quiet" to={againPath}>
						同じ業務でもう一度頼む
					</Link>
				</p>
			)}
			<ProposedOffices offices={proposed} csrfToken={csrfToken} formState={formState} isVisitors={isVisitors} />
			<QuoteComparison deliveries={deliveries} mayAccept={(delivery) => head.isOpen && mayAccept(delivery, opponent)} />
			<Part>{`事務所ごとの状況（${deliveries.length}か所）`}</Part>
			{deliveries.map((delivery) => (
				<DeliveryCard
					key={delivery.id}
					delivery={delivery}
					isOpen={head.isOpen}
					opponent={head.mayHaveOpponents ? opponent : null}
					informed={informed}
					hasPhone={contact.phone !== null}
					replacements={replacements}
					form={{ csrfToken, formState, isVisitors }}
				/>
			))}
			<section className={styles.section} aria-labelledby="asked">
				<Part id="asked">{head.isFromInquiry ? '問い合わせた内容' : '依頼した内容'}</Part>
				<FactList
					rows={[
						...head.rows,
						{ label: 'お名前', value: contact.name ?? '消去済み' },
						{ label: '電話番号', value: contact.phone ?? '入力なし' },
						...(opponent === '' ? [] : [{ label: '相手方（事務所には一つずつ知らせます）', value: opponent }]),
					]}
				/>
			</section>
			{head.isOpen && (
				<section className={styles.section} aria-labelledby="cancel">
					<Part id="cancel">依頼の取り消し</Part>
					<details>
						<summary>依頼を取り消す</summary>
						<form method="post" className={styles.act}>
							<HiddenFields csrfToken={csrfToken} intent="cancel" />
							<p>すべての事務所への依頼を取り消します。元には戻せません。</p>
							<button type="submit" className="button" data-kind="quiet">
								取り消しを確定する
							</button>
						</form>
					</details>
				</section>
			)}
		</div>
	)
}

/** The work is reported done by either side; only then is there something to review. */
function AfterWork({
	officeId,
	isDone,
	isReviewed,
	csrfToken,
	isVisitors,
}: {
	officeId: number
	isDone: boolean
	isReviewed: boolean
	csrfToken: string
	isVisitors: boolean
}) {
	if (!isDone)
		return (
			<form method="post" className={styles.act}>
				<HiddenFields csrfToken={csrfToken} intent="done" />
				<p>
					{isVisitors
						? '依頼した仕事が終わったら、報告してください。'
						: '依頼した仕事が終わったら、報告してください。口コミを書けるようになります。'}
				</p>
				<button type="submit" className="button" data-kind="quiet">
					仕事が終わったと報告する
				</button>
			</form>
		)
	if (isVisitors) return <p>仕事が終わったと報告されました。</p>
	return (
		<p>
			{isReviewed ? '口コミをお寄せいただきました。' : '仕事が終わったと報告されました。'}
			<Link to={reviewFormPath(officeId)}>{isReviewed ? 'あなたの口コミを開く' : 'この事務所の口コミを書く'}</Link>
			{!isReviewed && 'ことができます。'}
		</p>
	)
}

type OwnForm = { csrfToken: string; formState: FormState | undefined; isVisitors: boolean }

function DeliveryCard({
	delivery,
	isOpen,
	opponent,
	informed,
	hasPhone,
	replacements,
	form,
}: {
	delivery: DeliveryView
	isOpen: boolean
	/** Names of opponents, '' for none; null where the task has none. */
	opponent: string | null
	/** The office that knows them now. */
	informed: DeliveryView | null
	hasPhone: boolean
	replacements: readonly OfficeOption[]
	form: OwnForm
}) {
	const { id, office, state } = delivery
	const isOver = state === 'declined' || state === 'timed_out'
	const Name = form.isVisitors ? 'h3' : 'h4'
	return (
		<section className={styles.section} aria-labelledby={`office-${id}`}>
			<Name id={`office-${id}`}>
				<Link to={officePath(office.id)}>{office.name}</Link>
			</Name>
			<DeliveryState delivery={delivery} isOpen={isOpen} />
			{delivery.declineReason !== null && <p className={styles.message}>{`辞退の理由：${delivery.declineReason}`}</p>}
			<QuoteVersions officeName={office.name} quotes={delivery.quotes} />
			{delivery.change !== null && (
				<p className={styles.notice}>
					変更を頼んでいます
					{delivery.changeAsked && (
						<>
							（<Moment moment={delivery.changeAsked} />）
						</>
					)}
					{`：${delivery.change}`}
				</p>
			)}
			{isOpen && !isOver && <OpenDelivery delivery={delivery} opponent={opponent} informed={informed} form={form} />}
			{(isOpen || delivery.isAccepted) && hasPhone && !isOver && !delivery.isPhoneOpen && (
				<PhoneForm delivery={delivery} csrfToken={form.csrfToken} />
			)}
			{isOpen && isOver && !delivery.isReplaced && <ReplaceForm delivery={delivery} offices={replacements} form={form} />}
			{delivery.isReplaced && <p className={styles.quiet}>代わりの事務所に依頼しました。</p>}
		</section>
	)
}

/** Where there are opponents, only an office without a conflict of interest is chosen. `opponent`: their names, '' or null for none. */
const mayAccept = ({ quotes, check }: DeliveryView, opponent: string | null) =>
	quotes[0]?.isValid === true && (!opponent || check === 'clear')

/** What can be done with an office that may still be chosen. */
function OpenDelivery({
	delivery,
	opponent,
	informed,
	form,
}: {
	delivery: DeliveryView
	opponent: string | null
	informed: DeliveryView | null
	form: OwnForm
}) {
	const [newest] = delivery.quotes
	return (
		<>
			{opponent !== null && (
				<OwnConflictCheck
					delivery={delivery}
					opponent={opponent}
					elsewhere={informed === null || informed.id === delivery.id ? null : informed.office.name}
					form={form}
				/>
			)}
			{newest && mayAccept(delivery, opponent) && <AcceptForm delivery={delivery} quote={newest} csrfToken={form.csrfToken} />}
			{delivery.state === 'quoted' && <ChangeForm delivery={delivery} form={form} />}
		</>
	)
}

function DeliveryState({ delivery, isOpen }: { delivery: DeliveryView; isOpen: boolean }) {
	const isOver = delivery.state === 'declined' || delivery.state === 'timed_out'
	const isWaiting = delivery.state === 'delivered' || delivery.state === 'viewed'
	const label = isWaiting && !isOpen ? '終了' : delivery.stateLabel
	return (
		<p className={`${stack.line} ${styles.line}`}>
			{delivery.isAccepted ? <Tag tone="good">依頼先</Tag> : <Tag tone={isOver ? 'warn' : 'plain'}>{label}</Tag>}
			{isWaiting && isOpen && <DueText label="回答の期限" due={delivery.due} />}
			{delivery.answered !== null && (
				<span className={styles.quiet}>
					<Moment moment={delivery.answered} />
					に回答
				</span>
			)}
			{delivery.isPhoneOpen && <span className={styles.quiet}>電話番号を公開中</span>}
		</p>
	)
}

function AcceptForm({ delivery, quote, csrfToken }: { delivery: DeliveryView; quote: DeliveryView['quotes'][number]; csrfToken: string }) {
	return (
		<details className={styles.accept} id={acceptId(delivery.id)}>
			<summary className="button">この事務所に依頼する</summary>
			<form method="post" className={styles.act}>
				<HiddenFields csrfToken={csrfToken} intent="accept" targetId={delivery.id} />
				<input type="hidden" name="quoteId" value={quote.id} />
				<p>
					{`${delivery.office.name}の第${quote.version}版（合計${quote.totals.total.toLocaleString('ja-JP')}円、税込）を選びます。お名前とメールアドレスを知らせ、ほかの事務所には終了を伝えます。`}
				</p>
				<button type="submit" className="button">
					依頼先に決める
				</button>
			</form>
		</details>
	)
}

function PhoneForm({ delivery, csrfToken }: { delivery: DeliveryView; csrfToken: string }) {
	return (
		<form method="post">
			<HiddenFields csrfToken={csrfToken} intent="phone" targetId={delivery.id} />
			<button type="submit" className="button" data-kind="quiet">
				電話番号をこの事務所に公開する
				<span className="visually-hidden">{`（${delivery.office.name}）`}</span>
			</button>
		</form>
	)
}

function ChangeForm({ delivery, form: { csrfToken, formState } }: { delivery: DeliveryView; form: OwnForm }) {
	const own = formStateFor(formState, 'change', delivery.id)
	return (
		<details open={own !== undefined}>
			<summary>内容の変更を頼む</summary>
			<form method="post" className={styles.act} noValidate>
				<HiddenFields csrfToken={csrfToken} intent="change" targetId={delivery.id} />
				<TextArea
					id={`change-${delivery.id}`}
					name="change"
					label="変更の希望"
					hint="除いてほしい項目、確かめたい点など"
					rows={4}
					formState={own}
				/>
				<button type="submit" className="button" data-kind="quiet">
					変更を頼む
				</button>
			</form>
		</details>
	)
}

function ReplaceForm({
	delivery,
	offices,
	form: { csrfToken, formState },
}: {
	delivery: DeliveryView
	offices: readonly OfficeOption[]
	form: OwnForm
}) {
	const own = formStateFor(formState, 'replace', delivery.id)
	if (offices.length === 0) return <p className={styles.quiet}>代わりに頼める事務所が、いまは見つかりません。</p>
	return (
		<details open={own !== undefined}>
			<summary>代わりの事務所に頼む</summary>
			<form method="post" className={styles.act}>
				<HiddenFields csrfToken={csrfToken} intent="replace" targetId={delivery.id} />
				{own && <ErrorSummary formState={own} />}
				<OfficeOptions offices={offices} chosen={textsIn(own?.values, 'officeId')} type="radio" />
				<button type="submit" className="button" data-kind="quiet">
					選んだ事務所に頼む
				</button>
			</form>
		</details>
	)
}
