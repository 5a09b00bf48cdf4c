import type { ReactNode } from 'react'
import { reviewFormPath } from '../../domain/shared/links.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import formStyles from '../forms/form.module.css'
import { Link } from '../ui/link.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { ThreadView } from './inquiry-view.server.ts'
import styles from './inquiry.module.css'

type Part = { thread: ThreadView; csrfToken: string; formState: FormState | undefined }

function ActForm({ csrfToken, intent, children }: { csrfToken: string; intent: string; children: ReactNode }) {
	return (
		<form method="post">
			<HiddenFields csrfToken={csrfToken} intent={intent} />
			{children}
		</form>
	)
}

/** Whether the office was commissioned: both say so. */
export function DealingBox({ thread, csrfToken, formState }: Part) {
	const { side, hasReply, hasLeft, isAccepted, isOwnMarked, isOtherMarked } = thread
	if (!hasReply || (hasLeft && !isAccepted)) return null
	const other = side === 'user' ? '事務所' : '差出人の方'
	const [ask, own, others] =
		side === 'user'
			? (['依頼することになりましたか', '依頼することになった', '依頼を受けることになった'] as const)
			: (['依頼を受けることになりましたか', '依頼を受けることになった', '依頼することになった'] as const)
	const fault = ['engage', 'unengage', 'done'].map((intent) => formStateFor(formState, intent)).find((one) => one !== undefined)
	return (
		<section className={styles.deal} aria-labelledby="deal">
			<h3 id="deal">{isAccepted ? '依頼が決まりました' : ask}</h3>
			<ErrorSummary formState={fault} />
			{isAccepted ? (
				<AfterDeal thread={thread} csrfToken={csrfToken} />
			) : isOwnMarked ? (
				<>
					<p>{`あなたは登録しました。${other}が登録すると、依頼が決まったことになります。`}</p>
					<ActForm csrfToken={csrfToken} intent="unengage">
						<button type="submit" className={formStyles.plain}>
							登録を取り消す
						</button>
					</ActForm>
				</>
			) : (
				<>
					<p>
						{isOtherMarked ? `${other}は「${others}」と登録しました。お間違いがなければ、登録してください。` : ''}
						{side === 'user'
							? '双方が登録し、仕事が終わると、この事務所の口コミを書けるようになります。契約は、事務所と直接結んでください。'
							: '双方が登録し、仕事が終わると、差出人の方が口コミを書けるようになります。'}
					</p>
					<ActForm csrfToken={csrfToken} intent="engage">
						<button type="submit" className="button" data-kind={isOtherMarked ? undefined : 'quiet'}>
							{own}
						</button>
					</ActForm>
				</>
			)}
		</section>
	)
}

/** Either side reports the work done; only then is there something to review. */
function AfterDeal({ thread, csrfToken }: Omit<Part, 'formState'>) {
	const { side, officeId, isDone, isReviewed, isOfficePublic, hasLeft } = thread
	if (!isDone)
		return (
			<>
				<p>
					{side === 'user'
						? '依頼が決まったことを、双方が登録しました。仕事が終わったら報告してください。口コミを書けるようになります。'
						: '依頼が決まったことを、双方が登録しました。仕事が終わったら報告してください。差出人の方に口コミをお願いするお知らせが届きます。'}
				</p>
				{!hasLeft && (
					<ActForm csrfToken={csrfToken} intent="done">
						<button type="submit" className="button" data-kind="quiet">
							仕事が終わったと報告する
						</button>
					</ActForm>
				)}
			</>
		)
	return (
		<>
			<p>仕事が終わったと報告されました。</p>
			{side === 'user' && isOfficePublic && (
				<Link className="button" data-kind={isReviewed ? 'quiet' : undefined} to={reviewFormPath(officeId)}>
					{isReviewed ? '書いた口コミを見る' : '口コミを書く'}
				</Link>
			)}
		</>
	)
}

/** Ending, blocking and reporting, out of the way. */
export function Ending({ thread, csrfToken, formState }: Part) {
	const { id, side, isEnded, isBlocked, isBlockedHere, hasLeft } = thread
	const fault = ['close', 'reopen', 'block', 'unblock'].map((intent) => formStateFor(formState, intent)).find((one) => one !== undefined)
	const toReport = <ReportLink kind="inquiry" id={id} label="このやり取り" />
	if (hasLeft) return <p>{toReport}</p>
	return (
		<details className={styles.ending} open={fault !== undefined || isEnded || isBlockedHere}>
			<summary data-desk-key="e">このやり取りを終了する・ブロックする・報告する</summary>
			<ErrorSummary formState={fault} />
			<div className={styles.acts}>
				{isEnded ? (
					!isBlocked && (
						<ActForm csrfToken={csrfToken} intent="reopen">
							<button type="submit" className="button" data-kind="quiet">
								やり取りを再開する
							</button>
						</ActForm>
					)
				) : (
					<ActForm csrfToken={csrfToken} intent="close">
						<button type="submit" className="button" data-kind="quiet">
							やり取りを終了する
						</button>
					</ActForm>
				)}
				<ActForm csrfToken={csrfToken} intent={isBlockedHere ? 'unblock' : 'block'}>
					<button type="submit" className="button" data-kind="quiet">
						{isBlockedHere ? 'ブロックを解除する' : side === 'user' ? 'この事務所をブロックする' : 'この差出人をブロックする'}
					</button>
				</ActForm>
			</div>
			<p className={styles.quiet}>
				ブロックすると、この{side === 'user' ? '事務所' : '差出人'}
				とのやり取りがすべて止まり、新しい問い合わせもできなくなります。相手には知らせません。
			</p>
			<p>{toReport}</p>
		</details>
	)
}
