import { data, redirect } from 'react-router'
import { z } from 'zod'
import { filesField, contentsOf } from './inquiry-form.server.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { idField, noFields } from '../forms/form-fields.server.ts'
import { readAssignment } from '../../domain/cases/assignment.ts'
import { readThreadEvents } from '../../domain/cases/thread-events.ts'
import { sendMessage } from '../../domain/inquiries/inquiries.ts'
import {
	blockOtherSide,
	closeInquiry,
	markEngaged,
	reopenInquiry,
	reportInquiryDone,
	unblockOtherSide,
	withdrawEngaged,
} from '../../domain/inquiries/inquiry-actions.ts'
import { messageSchema } from '../../domain/inquiries/inquiry-schemas.ts'
import { countDocuments } from '../../domain/documents/documents.ts'
import { findLetterState } from '../../domain/documents/letters/letters.ts'
import { readInquiry } from '../../domain/inquiries/inquiry-reading.ts'
import { listRepliesFor } from '../../domain/inquiries/saved-replies.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import {
	arrangePath,
	documentsPath,
	letterPath,
	inquiriesPath,
	inquiryPath,
	inquiryQuotePath,
	officePath,
} from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import type { InboxDone } from '../../domain/operations/inbox/inbox-input.ts'
import { assignForm } from '../forms/assign-form.server.ts'
import { afterAct, samePage } from '../forms/after-act.server.ts'
import { AssignForm } from '../layout/work/assign-form.tsx'
import { StageBar } from '../layout/work/stage-bar.tsx'
import { useIsInbox } from '../layout/work/use-is-inbox.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { textOf, typedValues } from '../forms/read-form.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/inquiry.page'
import { DealingBox, Ending } from './inquiry-acts.tsx'
import { viewStage, viewThread, viewTimeline } from './inquiry-view.server.ts'
import { ReplyForm, Timeline } from './inquiry-messages.tsx'

import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import styles from './inquiry.module.css'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const thread = await readInquiry(ctx, parseId(params.id))
	const counts = await countDocuments(ctx, thread.id)
	return {
		thread: viewThread(thread),
		counts,
		letter: await findLetterState(ctx, thread.id),
		stage: await viewStage(ctx, thread, counts.missing),
		savedReplies: thread.closed === null ? await listRepliesFor(ctx, thread) : [],
		timeline: viewTimeline(thread, await readThreadEvents(ctx, thread.id), ctx.now()),
		assignment: thread.side === 'office' ? await readAssignment(ctx, { kind: 'inquiry', id: thread.id }) : null,
		isSent: new URL(request.url).searchParams.has('sent'),
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

const change = (make: (ctx: Ctx, id: number) => Promise<void>, done: InboxDone | null = null) => ({
	input: noFields,
	async run(ctx: Ctx, _input: unknown, { params, request }: Route.ActionArgs) {
		const id = parseId(params.id)
		await make(ctx, id)
		return redirect(
			done === null ? samePage(request, inquiryPath(id)) : afterAct(request, inquiryPath(id), { done, item: `inquiry-${id}` }),
			303,
		)
	},
})

export const action = pageAction({
	send: {
		input: messageSchema.extend({ files: filesField }),
		async run(ctx, { files, ...message }, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await sendMessage(ctx, id, message, await contentsOf(files))
			return redirect(afterAct(request, inquiryPath(id, { sent: true }), { done: 'send', item: `inquiry-${id}` }), 303)
		},
	},
	/** Puts a saved reply below what is typed; a script does that without the server. */
	insert: {
		input: z.object({ savedReply: idField }),
		async run(ctx, { savedReply }, { params }: Route.ActionArgs, form) {
			const replies = await listRepliesFor(ctx, await readInquiry(ctx, parseId(params.id)))
			const reply = replies.find(({ id }) => id === savedReply)
			if (!reply) throw new DomainError('invalid', 'no such reply', { fields: { savedReply: '入れる定型文を選んでください。' } })
			const typed = typedValues(form)
			const body = [textOf(form, 'body').trimEnd(), reply.text].filter((part) => part !== '').join('\n\n')
			return data<FormState>({ intent: 'send', targetId: '', fields: {}, values: { ...typed, body } })
		},
	},
	engage: change(markEngaged),
	unengage: change(withdrawEngaged),
	done: change(reportInquiryDone, 'done'),
	assign: assignForm('inquiry', inquiryPath),
	close: change(closeInquiry, 'close'),
	reopen: change(reopenInquiry),
	block: change(blockOtherSide),
	unblock: change(unblockOtherSide),
})

export default function InquiryPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { thread, counts, letter, stage, timeline, assignment, savedReplies, isSent, csrfToken, clientKey } = loaderData
	const isInbox = useIsInbox()
	const { id, side, officeId, officeName, subject, contactName, taskName } = thread
	return (
		<div className={stack.narrow}>
			<Head title={subject} description="事務所とのやり取りです。" path={inquiryPath(id)} noindex />
			{!isInbox && (
				<p>
					<Link to={inquiriesPath(side === 'office' ? { office: officeId } : {})}>問い合わせの一覧へ</Link>
				</p>
			)}
			<h2>{subject}</h2>
			<dl className={styles.facts}>
				<div>
					<dt>{side === 'user' ? '事務所' : '差出人'}</dt>
					<dd>
						{side === 'office' ? (
							thread.hasLeft ? (
								contactName
							) : (
								`${contactName}さん`
							)
						) : thread.isOfficePublic ? (
							<Link to={officePath(officeId)}>{officeName}</Link>
						) : (
							officeName
						)}
					</dd>
				</div>
				{side === 'office' && (
					<div>
						<dt>宛先</dt>
						<dd>{officeName}</dd>
					</div>
				)}
				{taskName !== null && (
					<div>
						<dt>業務</dt>
						<dd>{taskName}</dd>
					</div>
				)}
			</dl>
			{stage && <StageBar stage={stage} side={side === 'user' ? 'client' : 'office'} />}
			{assignment && <AssignForm assignment={assignment} formState={formStateFor(formState, 'assign')} csrfToken={csrfToken} />}
			<Ways {...{ thread, counts, letter }} />
			{isSent && !formState && <output className={notice.saved}>送信しました。返信が届くと、お知らせとメールで分かります。</output>}
			<Timeline timeline={timeline} />
			{thread.requestPath === null && <DealingBox thread={thread} csrfToken={csrfToken} formState={formState} />}
			{thread.closed === null ? (
				<ReplyForm {...{ thread, savedReplies, isSent, csrfToken, clientKey, formState }} />
			) : (
				<p className={styles.notice}>{thread.closed}</p>
			)}
			<Ending thread={thread} csrfToken={csrfToken} formState={formState} />
		</div>
	)
}

/** The ways on from a thread: to the request that it belongs to, to a quote, to a time to meet, and to its documents. */
function Ways({
	thread: { id, side, requestPath, mayQuote },
	counts: { documents, missing },
	letter,
}: Pick<Route.ComponentProps['loaderData'], 'thread' | 'counts' | 'letter'>) {
	return (
		<p className={stack.line}>
			{requestPath !== null && <Link to={requestPath}>見積もり依頼の内容と進み具合を見る</Link>}
			{mayQuote && (
				<Link className="button" data-kind="quiet" to={inquiryQuotePath(id)}>
					見積もりを送る
				</Link>
			)}
			<Link to={arrangePath(id)}>{side === 'office' ? '面談の日時を提案する' : '面談の日時を決める'}</Link>
			<Link to={documentsPath(id)}>{documents === 0 ? '書類を受け渡す' : `書類（${documents}点）`}</Link>
			<Link to={letterPath(id)}>契約書</Link>
			{letter === 'offered' && side === 'user' && <Tag tone="warn">契約書が届いています</Tag>}
			{missing[side] > 0 && <Tag tone="warn">{`お願いされている書類 ${missing[side]}点`}</Tag>}
			{missing[side === 'user' ? 'office' : 'user'] > 0 && (
				<Tag tone="warn">{`届いていない書類 ${missing[side === 'user' ? 'office' : 'user']}点`}</Tag>
			)}
		</p>
	)
}
