import { redirect } from 'react-router'
import {
	closeSupportRequest,
	moveSupportRequest,
	noteAuthorAsked,
	noteSupportRequest,
	readSupportRequest,
	reopenSupportRequest,
	replyToSupportRequest,
	type SupportRequest,
} from '../../domain/support/support-admin.ts'
import { AUTHOR_ANSWER_DAYS, claimants, isLate, outcomes, supportCategories } from '../../domain/support/support-input.ts'
import { supportClosingSchema, supportMoveSchema, supportNoteSchema, supportReplySchema } from '../../domain/support/support-schemas.ts'
import type { IsoDate } from '../../domain/shared/column-types.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { addDays, dateText, isoDay, momentText } from '../../domain/shared/japan-time.ts'
import { privacyRequestPath, staffSupportListPath, staffSupportPath } from '../../domain/shared/links.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { noFields } from '../forms/form-fields.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/contact.page'
import { Handling, ReplyForm } from './contact-forms.tsx'
import { DoneNote } from './done-note.tsx'
import styles from './admin.module.css'

export const loader = staffLoader(
	['support', 'moderator'],
	'personal-data',
	async (ctx, { params, context, request }: Route.LoaderArgs) => {
		const found = await readSupportRequest(ctx, parseId(params.id))
		return {
			...view(found, isoDay(ctx.now())),
			done: new URL(request.url).searchParams.get('done'),
			csrfToken: formToken(context, request),
			clientKey: newClientKey(),
		}
	},
)

function view(found: SupportRequest, today: IsoDate) {
	const objectionEnds = found.authorAskedOn === null ? null : addDays(found.authorAskedOn, AUTHOR_ANSWER_DAYS)
	return {
		id: found.id,
		category: found.category,
		isClosed: found.closedAt !== null,
		isLate: isLate(found, today),
		due: dateText(found.dueOn),
		isAuthorAsked: found.authorAskedOn !== null,
		note: found.note,
		body: found.body,
		pagePath: found.pagePath,
		privacyRequestId: found.privacyRequestId,
		replies: found.replies.map(({ id, body, at }) => ({ id, body, at: momentText(at) })),
		rows: [
			{ label: '受付', value: momentText(found.createdAt) },
			{ label: 'お名前', value: found.senderName },
			{ label: 'メールアドレス', value: found.email },
			...(found.uid === null ? [] : [{ label: '登録の番号', value: found.uid }]),
			...(found.topic === null ? [] : [{ label: supportCategories[found.category].topicLabel ?? '', value: found.topic }]),
			...(found.claimant === null
				? []
				: [{ label: '申し出る方の立場', value: claimants.find(({ value }) => value === found.claimant)?.label ?? '' }]),
			...(found.authorAskedOn === null || objectionEnds === null
				? []
				: [{ label: '投稿した方への照会', value: `${dateText(found.authorAskedOn)}（返事の期限は${dateText(objectionEnds)}）` }]),
			...(found.closedAt === null ? [] : [{ label: '終了', value: momentText(found.closedAt) }]),
			...(found.outcome === null ? [] : [{ label: '結果', value: outcomes.find(({ value }) => value === found.outcome)?.label ?? '' }]),
		],
	}
}

const done = (params: { id: string }, what: string) => redirect(staffSupportPath(parseId(params.id), { done: what }), 303)

export const action = staffAction(['support', 'moderator'], 'personal-data', {
	reply: {
		input: supportReplySchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await replyToSupportRequest(ctx, parseId(params.id), input)
			return done(params, 'support-reply')
		},
	},
	note: {
		input: supportNoteSchema,
		async run(ctx, { note }, { params }: Route.ActionArgs) {
			await noteSupportRequest(ctx, parseId(params.id), note)
			return done(params, 'support-note')
		},
	},
	move: {
		input: supportMoveSchema,
		async run(ctx, { category }, { params }: Route.ActionArgs) {
			await moveSupportRequest(ctx, parseId(params.id), category)
			// The person who moved it may not be allowed to read that category.
			return redirect(staffSupportListPath({ done: 'support-moved' }), 303)
		},
	},
	'ask-author': {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await noteAuthorAsked(ctx, parseId(params.id))
			return done(params, 'support-ask-author')
		},
	},
	close: {
		input: supportClosingSchema,
		async run(ctx, { outcome }, { params }: Route.ActionArgs) {
			await closeSupportRequest(ctx, parseId(params.id), outcome)
			return done(params, 'support-close')
		},
	},
	reopen: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await reopenSupportRequest(ctx, parseId(params.id))
			return done(params, 'support-reopen')
		},
	},
})

export default function ContactPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { id, category, isClosed, isLate, due, rows, body, pagePath, privacyRequestId, replies } = loaderData
	return (
		<>
			<Head title={`お問い合わせ ${id}`} description="お問い合わせの内容です。" path={staffSupportPath(id)} noindex />
			<p>
				<Link to={staffSupportListPath()}>お問い合わせの一覧へ</Link>
			</p>
			<h1>{`受付番号 ${id}：${supportCategories[category].label}`}</h1>
			{!formState && <DoneNote done={loaderData.done} />}
			<p className={styles.warn}>個人情報を表示しています。この閲覧は操作の記録に残りました。</p>
			{!isClosed && (
				<p
					className={isLate ? styles.failure : styles.quiet}
				>{`${due}までに${category === 'rights' ? '結果と理由を' : ''}お返事します。`}</p>
			)}
			<section className={styles.section} aria-labelledby="asked">
				<h2 id="asked">お問い合わせの内容</h2>
				<FactList rows={rows} />
				{privacyRequestId !== null && (
					<p>
						<Link to={privacyRequestPath(privacyRequestId)}>個人情報の請求の手続き（本人確認・書き出し・消去）</Link>
					</p>
				)}
				{pagePath !== null && (
					<p>
						対象のページ：<Link to={pagePath}>{pagePath}</Link>
					</p>
				)}
				<blockquote className={styles.quote}>
					<p>{body}</p>
				</blockquote>
			</section>
			<section className={styles.section} aria-labelledby="replies">
				<h2 id="replies">返信</h2>
				{replies.length === 0 && <p className={styles.quiet}>まだ返信していません。</p>}
				{replies.map((reply) => (
					<div key={reply.id}>
						<p className={styles.quiet}>{reply.at}</p>
						<blockquote className={styles.quote}>
							<p>{reply.body}</p>
						</blockquote>
					</div>
				))}
				{!isClosed && <ReplyForm {...loaderData} formState={formState} />}
			</section>
			<Handling {...loaderData} formState={formState} />
		</>
	)
}
