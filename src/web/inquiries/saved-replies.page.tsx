import { redirect } from 'react-router'
import { placeholders } from '../../domain/inquiries/reply-placeholders.ts'
import {
	addSavedReply,
	changeSavedReply,
	deleteSavedReply,
	listSavedReplies,
	newSavedReplySchema,
	type OfficeReplies,
	type SavedReply,
	savedReplySchema,
} from '../../domain/inquiries/saved-replies.ts'
import { inboxPath, plansPath, savedRepliesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { targetFields } from '../forms/form-fields.server.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/saved-replies.page'
import notice from '../ui/notice.module.css'
import styles from './saved-replies.module.css'
import { ReplyFields } from './saved-reply-fields.tsx'
import formStyles from '../forms/form.module.css'
import { HiddenFields } from '../forms/hidden-fields.tsx'

const outcomes: Readonly<Record<string, string>> = {
	added: '定型文を追加しました。',
	changed: '定型文を変更しました。',
	deleted: '定型文を削除しました。',
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => ({
	offices: await listSavedReplies(ctx),
	outcome: outcomes[new URL(request.url).searchParams.get('done') ?? ''] ?? null,
	csrfToken: formToken(context, request),
	clientKey: newClientKey(),
}))

export const action = pageAction({
	add: {
		input: newSavedReplySchema.extend(targetFields.shape),
		async run(ctx, { targetId, ...reply }) {
			await addSavedReply(ctx, targetId, reply)
			return redirect(savedRepliesPath('added'), 303)
		},
	},
	change: {
		input: savedReplySchema.extend(targetFields.shape),
		async run(ctx, { targetId, ...reply }) {
			await changeSavedReply(ctx, targetId, reply)
			return redirect(savedRepliesPath('changed'), 303)
		},
	},
	delete: {
		input: targetFields,
		async run(ctx, { targetId }) {
			await deleteSavedReply(ctx, targetId)
			return redirect(savedRepliesPath('deleted'), 303)
		},
	},
})

export default function SavedRepliesPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { offices, outcome, csrfToken, clientKey } = loaderData
	return (
		<div className={stack.narrow}>
			<Head title="返信の定型文" description="問い合わせへの返信に使う定型文です。" path={savedRepliesPath()} noindex />
			<h2>返信の定型文</h2>
			{outcome !== null && !formState && <output className={notice.saved}>{outcome}</output>}
			<p className={stack.lead}>
				よく使う返信を、事務所のメンバー全員で使えます。問い合わせや見積もり依頼のやり取りで「定型文」から選ぶと、本文に入ります。送る前に直せます。
			</p>
			<section className={stack.card} aria-labelledby="placeholders">
				<h3 id="placeholders">差し込める項目</h3>
				<p>{`本文に ${placeholders.map((name) => `{${name}}`).join(' ')} と書くと、返信する相手や業務の名前に置き換わります。`}</p>
			</section>
			{offices.length === 0 && <p>メンバーになっている事務所がありません。事務所を登録するか、参加すると使えます。</p>}
			{offices.map((office) => (
				<OfficeSection key={office.officeId} {...{ office, formState, csrfToken, clientKey }} />
			))}
			<p>
				<Link to={inboxPath()}>受信箱へ</Link>
			</p>
		</div>
	)
}

type Shared = { formState: FormState | undefined; csrfToken: string }

function OfficeSection({ office, formState, csrfToken, clientKey }: Shared & { office: OfficeReplies; clientKey: string }) {
	const { officeId, officeName, max, replies } = office
	const added = formStateFor(formState, 'add', officeId)
	const isFull = replies.length >= max
	return (
		<section className={stack.start} aria-labelledby={`office-${officeId}`}>
			<h3 id={`office-${officeId}`}>{officeName}</h3>
			<p className={stack.quietSmall}>{`${replies.length}件／${max}件まで`}</p>
			{replies.length === 0 ? (
				<p>定型文はまだありません。はじめの返信や、書類のお願いなどを入れておくと、早く返せます。</p>
			) : (
				<ul className={`${stack.loose} ${styles.replies}`}>
					{replies.map((reply) => (
						<ReplyItem key={reply.id} {...{ reply, formState, csrfToken }} />
					))}
				</ul>
			)}
			{isFull && !added ? (
				<p>
					{`いまのプランで保存できる定型文は${max}件までです。`}
					<Link to={plansPath()}>プランを見る</Link>
				</p>
			) : (
				<form method="post" className={`${formStyles.form} ${styles.add}`} noValidate aria-label={`${officeName}に定型文を追加`}>
					<h4>定型文を追加</h4>
					<ErrorSummary formState={added} />
					<HiddenFields
						csrfToken={csrfToken}
						intent="add"
						targetId={officeId}
						clientKey={textIn(added?.values, 'clientKey') ?? clientKey}
					/>
					<ReplyFields id={`new-${officeId}`} formState={added} />
					<div>
						<button type="submit" className="button">
							定型文を追加する
						</button>
					</div>
				</form>
			)}
		</section>
	)
}

function ReplyItem({ reply, formState, csrfToken }: Shared & { reply: SavedReply }) {
	const { id, title, body, isAsleep } = reply
	const changed = formStateFor(formState, 'change', id)
	const deleted = formStateFor(formState, 'delete', id)
	return (
		<li className={`${stack.card} ${styles.reply}`}>
			<h4>{title}</h4>
			{isAsleep && (
				<p className={stack.line}>
					<Tag tone="warn">休眠中</Tag>
					<span>いまのプランの件数を超えているため、返信では選べません。</span>
				</p>
			)}
			<p className={styles.body}>{body}</p>
			<details open={changed !== undefined || deleted !== undefined}>
				<summary>{`「${title}」を編集・削除する`}</summary>
				<form method="post" className={formStyles.form} noValidate aria-label={`「${title}」を編集`}>
					<ErrorSummary formState={changed} />
					<HiddenFields csrfToken={csrfToken} intent="change" targetId={id} />
					<ReplyFields id={`reply-${id}`} formState={changed} title={title} body={body} />
					<div>
						<button type="submit" className="button" data-kind="quiet">
							変更を保存する
						</button>
					</div>
				</form>
				<form method="post">
					<ErrorSummary formState={deleted} />
					<HiddenFields csrfToken={csrfToken} intent="delete" targetId={id} />
					<button type="submit" className={formStyles.plain}>
						この定型文を削除する
					</button>
				</form>
			</details>
		</li>
	)
}
