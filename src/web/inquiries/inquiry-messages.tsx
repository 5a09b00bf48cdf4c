import { useEffect, useRef } from 'react'
import { inquiryLengths } from '../../domain/inquiries/inquiry-input.ts'
import { inquiryFilePath } from '../../domain/shared/links.ts'
import { refreshToken } from '../forms/fresh-token.ts'
import { KeptNote } from '../forms/kept-note.tsx'
import { useKeptTyping } from '../forms/kept-typing.ts'
import { forgetTyped, inquiryPlace, replyPlace } from '../session/typed-texts.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import type { EventView, MessageView, ThreadView, TimelineView } from './inquiry-view.server.ts'
import { FilesField } from './inquiry-fields.tsx'
import type { FilledReply } from './reply-insertion.ts'
import { ReplyPicker } from './reply-picker.tsx'
import styles from './inquiry.module.css'

const sizeText = (bytes: number) =>
	bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

/** Messages, and between them what else happened: quotes, the choice, meetings, documents, letters. */
export function Timeline({ timeline }: { timeline: readonly TimelineView[] }) {
	return (
		<ol className={`${stack.loose} ${styles.messages}`} aria-label="やり取り">
			{timeline.map((item) =>
				item.kind === 'message' ? <Message key={item.id} message={item} /> : <Happened key={item.id} event={item} />,
			)}
		</ol>
	)
}

function Message({ message: { id, isOwn, author, body, at, files, isSeen } }: { message: MessageView }) {
	return (
		<li id={`message-${id}`} data-own={isOwn}>
			<p className={styles.author}>
				<strong>{isOwn ? `${author}（あなた）` : author}</strong>
				<Moment moment={at} />
			</p>
			<p className={styles.text}>{body}</p>
			{files.length > 0 && (
				<ul className={styles.files} aria-label="添付のファイル">
					{files.map((file) => (
						<li key={file.id}>
							<a href={inquiryFilePath(file.id)} download>
								{`${file.name}（${sizeText(file.bytes)}）`}
							</a>
						</li>
					))}
				</ul>
			)}
			{isSeen && <p className={styles.seen}>既読</p>}
		</li>
	)
}

function Happened({ event: { text, way, at } }: { event: EventView }) {
	return (
		<li data-event>
			<p className={styles.author}>
				<strong>{text}</strong>
				<Moment moment={at} />
			</p>
			{way && (
				<p>
					<Link className="tap" to={way.to}>
						{way.label}
					</Link>
				</p>
			)}
		</li>
	)
}

/** Deletes the sent text from the browser. */
function useForgetSent(thread: ThreadView, isSent: boolean): void {
	const { id, officeId } = thread
	useEffect(() => {
		if (!isSent) return
		forgetTyped(inquiryPlace(officeId))
		forgetTyped(replyPlace(id))
	}, [id, officeId, isSent])
}

export function ReplyForm({
	thread,
	savedReplies,
	isSent,
	csrfToken,
	clientKey,
	formState: given,
}: {
	thread: ThreadView
	savedReplies: readonly FilledReply[]
	isSent: boolean
	csrfToken: string
	clientKey: string
	formState: FormState | undefined
}) {
	useForgetSent(thread, isSent)
	const formState = formStateFor(given, 'send') ?? formStateFor(given, 'insert')
	const form = useRef<HTMLFormElement>(null)
	const kept = useKeptTyping(form, replyPlace(thread.id), { restore: formState === undefined && !isSent })
	return (
		<form
			ref={form}
			method="post"
			encType="multipart/form-data"
			className={formStyles.form}
			noValidate
			onSubmit={refreshToken}
			data-desk-key="r"
		>
			<KeptNote kept={kept} />
			{formState && Object.keys(formState.fields).length > 0 && <ErrorSummary formState={formState} />}
			{thread.side === 'office' && <ReplyPicker replies={savedReplies} formState={formState} />}
			<HiddenFields csrfToken={csrfToken} intent="send" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
			<TextArea
				id="body"
				name="body"
				label={thread.side === 'office' ? '返信' : 'メッセージ'}
				hint={`${inquiryLengths.body.max.toLocaleString('ja-JP')}文字まで`}
				rows={6}
				formState={formState}
			/>
			<FilesField error={formState?.fields['files']} />
			<div>
				<button type="submit" className="button">
					送信する
				</button>
			</div>
		</form>
	)
}
