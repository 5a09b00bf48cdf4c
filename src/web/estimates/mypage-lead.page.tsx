import { data, redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { askForOpponent, decideConflict } from '../../domain/estimates/conflict-checks.ts'
import { previewOf, quoteFormSchema } from './estimate-form.server.ts'
import { declineSchema } from '../../domain/estimates/estimate-schemas.ts'
import { noFields } from '../forms/form-fields.server.ts'
import { DeliveryThreads } from './delivery-threads.tsx'
import { readThreads, threadForm } from './delivery-threads.server.ts'
import { leadPath, leadsPath } from '../../domain/shared/links.ts'
import { readAssignment } from '../../domain/cases/assignment.ts'
import { declineLead, getLead, reportContact, reportLeadDone, sendQuote } from '../../domain/estimates/estimate-leads.ts'
import { findFeeLine } from '../../domain/estimates/fee-lines.ts'
import type { InboxDone } from '../../domain/operations/inbox/inbox-input.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { type ActionArgs, pageAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { formStateFor } from '../forms/form-state.ts'
import { assignForm } from '../forms/assign-form.server.ts'
import { afterAct, samePage } from '../forms/after-act.server.ts'
import { AssignForm } from '../layout/work/assign-form.tsx'
import { useIsInbox } from '../layout/work/use-is-inbox.ts'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { DueText } from '../ui/due-text.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/mypage-lead.page'
import { ChosenNote } from './chosen-note.tsx'
import { DeclineForm } from './decline-form.tsx'
import { LeadConflictCheck } from './conflict-check.tsx'
import { QuoteForm } from './estimate-quote-form.tsx'
import { QuoteVersions } from './estimate-quotes.tsx'
import { viewDelivery, viewFacts } from './estimate-view.server.ts'
import stack from '../ui/stack.module.css'
import { addDays, isoDay } from '../../domain/shared/japan-time.ts'

import styles from './estimate.module.css'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { facts, contact, opponent, hasPhone, delivery, isOpen } = await getLead(ctx, parseId(params.id))
	const today = isoDay(ctx.now())
	const canAnswer = isOpen && (delivery.state === 'quoted' || (delivery.state === 'viewed' && delivery.dueAt > ctx.now().getTime()))
	const view = viewDelivery(delivery, ctx.now())
	// To an office a request is as far as its own quote, and over once another was chosen.
	const state = view.isAccepted ? 'accepted' : canAnswer ? (view.state === 'quoted' ? 'quoted' : 'sent') : 'cancelled'
	return {
		threads: await readThreads(ctx, 'office', { state, isOpen, isDone: facts.doneAt !== null, isReviewed: false, deliveries: [view] }),
		head: viewFacts(facts, ctx.now()),
		contact,
		opponent,
		hasPhone,
		delivery: view,
		canAnswer,
		budget: facts.budgetMax,
		/** What the first version begins with. */
		feeLine: canAnswer && delivery.quotes.length === 0 ? await findFeeLine(ctx, delivery.office.id, facts.task) : null,
		// A month, unless the version before said otherwise; what has run out is no proposal.
		validUntil: validDay(delivery.quotes[0]?.validUntil ?? '', addDays(today, 30), today),
		assignment: await readAssignment(ctx, { kind: 'lead', id: delivery.id }),
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

const validDay = (last: string, usual: string, today: string): string => (last >= today ? last : usual)

/** A form without fields. Where it is an act that ends something, the inbox goes on to its next item. */
const change = (make: (ctx: Ctx, id: number) => Promise<void>, done: InboxDone | null = null) => ({
	input: noFields,
	async run(ctx: Ctx, _input: unknown, { params, request }: ActionArgs) {
		const id = parseId(params['id'])
		await make(ctx, id)
		return redirect(done === null ? samePage(request, leadPath(id)) : afterAct(request, leadPath(id), { done, item: `lead-${id}` }), 303)
	},
})

export const action = pageAction({
	thread: threadForm,
	assign: assignForm('lead', leadPath),
	contacted: change(reportContact, 'contacted'),
	done: change(reportLeadDone, 'done'),
	'ask-opponent': change(askForOpponent),
	clear: change((ctx, id) => decideConflict(ctx, id, 'clear')),
	conflict: change((ctx, id) => decideConflict(ctx, id, 'conflict')),
	decline: {
		input: declineSchema,
		async run(ctx, { reason }, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await declineLead(ctx, id, reason)
			return redirect(afterAct(request, leadPath(id), { done: 'decline', item: `lead-${id}` }), 303)
		},
	},
	quote: {
		input: ({ now }: Pick<Ctx, 'now'>) => quoteFormSchema(now()),
		read: (form) => form,
		async run(ctx, quote, { params, request }: Route.ActionArgs, form) {
			// Looked at before it is sent, also without a script.
			if (form.has('calculate')) return data({ intent: 'quote', ...previewOf(quote, form) })
			const id = parseId(params.id)
			await sendQuote(ctx, id, quote)
			return redirect(afterAct(request, leadPath(id), { done: 'quote', item: `lead-${id}` }), 303)
		},
	},
})

export default function MypageLead({ loaderData, actionData }: Route.ComponentProps) {
	const { head, contact, hasPhone, delivery, canAnswer, csrfToken } = loaderData
	const preview = actionData && 'preview' in actionData ? actionData.preview : null
	const [newest] = delivery.quotes
	const isInbox = useIsInbox()
	return (
		<div className={stack.column}>
			<Head title="届いた見積もり依頼" description="事務所に届いた見積もり依頼です。" path={leadPath(delivery.id)} noindex />
			{!isInbox && (
				<p>
					<Link to={leadsPath()}>届いた見積もり依頼の一覧へ</Link>
				</p>
			)}
			<h2>{head.isFromInquiry ? `${head.task.name}の見積もり（問い合わせから）` : `${head.task.name}の見積もり依頼`}</h2>
			<LeadHead loaderData={loaderData} actionData={actionData} />
			{(canAnswer || delivery.isAccepted) && <OfficeThread loaderData={loaderData} actionData={actionData} />}
			{delivery.isAccepted && <ChosenNote done={head.done} contacted={delivery.contacted} contact={contact} csrfToken={csrfToken} />}
			{head.isOpen && <ChangeAsked delivery={delivery} />}
			<Asked {...{ head, contact, hasPhone }} isChosen={delivery.isAccepted} />
			{head.mayHaveOpponents && (
				<LeadConflictCheck
					check={delivery.check}
					opponent={loaderData.opponent}
					isOpen={head.isOpen && delivery.state !== 'declined' && delivery.state !== 'timed_out'}
					csrfToken={csrfToken}
					formState={actionData}
				/>
			)}
			{newest && (
				<section className={styles.section} aria-labelledby="sent">
					<h3 id="sent">送った見積もり</h3>
					<QuoteVersions officeName={delivery.office.name} quotes={delivery.quotes} />
				</section>
			)}
			{canAnswer && (
				<section className={styles.section} aria-labelledby="quote">
					<h3 id="quote">{newest ? '新しい版の見積もり' : '見積もりを作る'}</h3>
					<QuoteForm
						before={newest ?? null}
						validUntil={loaderData.validUntil}
						preview={preview}
						feeLine={loaderData.feeLine}
						budget={loaderData.budget}
						formState={formStateFor(actionData, 'quote')}
						csrfToken={csrfToken}
						clientKey={loaderData.clientKey}
					/>
				</section>
			)}
			{canAnswer && !newest && <DeclineForm formState={formStateFor(actionData, 'decline')} csrfToken={csrfToken} />}
		</div>
	)
}

type Rendered = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>

/** How far it is, and who takes care of it. */
function LeadHead({ loaderData: { head, delivery, canAnswer, assignment, csrfToken }, actionData }: Rendered) {
	return (
		<>
			<LeadState head={head} delivery={delivery} canAnswer={canAnswer} />
			<AssignForm assignment={assignment} formState={formStateFor(actionData, 'assign')} csrfToken={csrfToken} />
		</>
	)
}

function ChangeAsked({ delivery: { change, changeAsked } }: Pick<Route.ComponentProps['loaderData'], 'delivery'>) {
	if (change === null) return null
	return (
		<div className={styles.notice}>
			<p>
				<strong>依頼者から変更の希望が届いています</strong>
				{changeAsked && (
					<>
						（<Moment moment={changeAsked} />）
					</>
				)}
			</p>
			<p className={styles.message}>{change}</p>
		</div>
	)
}

function OfficeThread({ loaderData: { delivery, threads, csrfToken }, actionData }: Rendered) {
	return (
		<>
			<ErrorSummary formState={formStateFor(actionData, 'thread', delivery.id)} />
			<DeliveryThreads data={threads} side="office" csrfToken={csrfToken} />
		</>
	)
}

function Asked({
	head,
	contact,
	hasPhone,
	isChosen,
}: Pick<Route.ComponentProps['loaderData'], 'head' | 'contact' | 'hasPhone'> & { isChosen: boolean }) {
	return (
		<section className={styles.section} aria-labelledby="asked">
			<h3 id="asked">依頼の内容</h3>
			<FactList
				rows={[
					...head.rows,
					{ label: 'お名前', value: contact.name ?? '消去済み' },
					{
						label: 'メールアドレス',
						value: contact.email ?? (isChosen ? '確認済みのアドレスはありません' : '依頼先に決まると表示されます'),
					},
					{ label: '電話番号', value: contact.phone ?? (hasPhone ? '依頼者が公開すると表示されます' : '入力なし') },
				]}
			/>
		</section>
	)
}

function LeadState({ head, delivery, canAnswer }: Pick<Route.ComponentProps['loaderData'], 'head' | 'delivery' | 'canAnswer'>) {
	const label = head.isOpen ? delivery.stateLabel : `終了（${head.stateLabel}）`
	return (
		<p className={`${stack.line} ${styles.line}`}>
			{delivery.isAccepted ? <Tag tone="good">依頼先に決定</Tag> : <Tag tone={canAnswer ? 'accent' : 'plain'}>{label}</Tag>}
			<span className={styles.quiet}>
				<Moment moment={delivery.delivered} />
				{`、${delivery.office.name}に到着`}
			</span>
			{head.isOpen && delivery.answered === null && <DueText label="回答の期限" due={delivery.due} />}
			{canAnswer && <a href="#quote">見積もりの欄へ進む</a>}
		</p>
	)
}
