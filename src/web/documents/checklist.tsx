import type { FormState } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Tag } from '../ui/tag.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import { Files } from './document-files.tsx'
import type { DocumentsView } from './documents.server.ts'
import { UploadForm } from './upload-form.tsx'

type Props = Pick<DocumentsView, 'requests'> & {
	inquiryId: number
	canSend: boolean
	csrfToken: string
	formState: FormState | undefined
}

/** What one side needs: for the other with a field to send each, for itself with what became of it. */
export function Checklists({ requests, ...props }: Props) {
	return (
		<>
			<Checklist id="to-send" heading="次の書類をお願いします" requests={requests.filter(({ isOurs }) => !isOurs)} {...props} />
			<Checklist id="asked" heading="お願いした書類" requests={requests.filter(({ isOurs }) => isOurs)} {...props} />
		</>
	)
}

function Checklist({ id, heading, inquiryId, requests, canSend, csrfToken, formState }: Props & { id: string; heading: string }) {
	if (requests.length === 0) return null
	const missing = requests.filter(({ files, isSettled }) => files.length === 0 && !isSettled).length
	return (
		<section id={id} aria-labelledby={`${id}-heading`} className={stack.close}>
			<h3 id={`${id}-heading`}>{heading}</h3>
			<p className={stack.quietSmall}>{missing === 0 ? 'すべて届いています。' : `${requests.length}点のうち、あと${missing}点です。`}</p>
			<ol className={stack.list}>
				{requests.map((request) => (
					<li key={request.id} className={stack.card}>
						<p className={stack.line}>
							<strong>{request.title}</strong>
							{request.isSettled ? (
								<Tag tone="good">そろいました</Tag>
							) : request.files.length > 0 ? (
								<Tag tone="accent">{`${request.files.length}点 届いています`}</Tag>
							) : (
								<Tag tone="warn">まだです</Tag>
							)}
						</p>
						{request.files.length > 0 && <Files files={request.files} csrfToken={csrfToken} isShort />}
						{!request.isOurs && canSend && !request.isSettled && (
							<UploadForm inquiryId={inquiryId} requestId={request.id} label={request.title} csrfToken={csrfToken} formState={formState} />
						)}
						{request.isOurs && canSend && (
							<Acts id={request.id} isSettled={request.isSettled} title={request.title} csrfToken={csrfToken} />
						)}
					</li>
				))}
			</ol>
		</section>
	)
}

function Acts({ id, isSettled, title, csrfToken }: { id: number; isSettled: boolean; title: string; csrfToken: string }) {
	const button = (intent: string, text: string) => (
		<button type="submit" name="intent" value={`${intent}:${id}`} className={formStyles.plain} aria-label={`${title}：${text}`}>
			{text}
		</button>
	)
	return (
		<form method="post" className={stack.line}>
			<HiddenFields csrfToken={csrfToken} />
			{isSettled ? button('unsettle', 'まだ必要にする') : button('settle', 'そろったことにする')}
			{button('withdraw', '取り下げる')}
		</form>
	)
}
