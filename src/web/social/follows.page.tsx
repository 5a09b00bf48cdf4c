import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { z } from 'zod'
import { redirect } from 'react-router'
import { idField, textField } from '../forms/form-fields.server.ts'
import { expertPath, questionPath, questionsPath } from '../../domain/shared/links.ts'
import { follow, listFollows, unfollow } from '../../domain/social/follows.ts'
import { followSchema } from '../../domain/social/schemas.ts'
import { followNotifies, type FollowNotify } from '../../domain/social/types.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Moment } from '../ui/day.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { momentOf } from '../format/moment.ts'
import { formToken } from '../session/form-token.server.ts'
import { redirectTarget } from '../session/redirect-target.ts'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/follows.page'

import textButton from '../ui/text-button.module.css'
import stack from '../ui/stack.module.css'
import styles from './social.module.css'

const notifyLabels: Readonly<Record<FollowNotify, string>> = { all: 'そのつど', digest: '1日1回まとめて', none: '受け取らない' }

const pathOf = (cursor: string | null) => (cursor === null ? '/follow' : `/follow?page=${cursor}`)

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const now = ctx.now()
	const { items, total, page } = await listFollows(ctx, new URL(request.url).searchParams.get('page'))
	return {
		items: items.map(({ expert, notify, followedAt, newestAnswers }) => ({
			expert: {
				id: expert.id,
				name: expert.name,
				headline: expert.headline,
				portrait: expert.portrait,
				professions: expert.professions.map(({ name }) => name).join('・'),
			},
			notify,
			followed: momentOf(followedAt, now),
			answers: newestAnswers.map(({ answeredAt, ...answer }) => ({ ...answer, answered: momentOf(answeredAt, now) })),
		})),
		total,
		page,
		csrfToken: formToken(context, request),
	}
})

const expertFields = z.object({
	expertId: idField,
	back: textField.transform((typed) => {
		const back = redirectTarget(typed)
		return back === '/' ? '/follow' : back
	}),
})

export const action = pageAction({
	follow: {
		input: followSchema.extend(expertFields.shape),
		async run(ctx, { expertId, notify, back }) {
			await follow(ctx, expertId, notify)
			return redirect(back, 303)
		},
	},
	unfollow: {
		input: expertFields,
		async run(ctx, { expertId, back }) {
			await unfollow(ctx, expertId)
			return redirect(back, 303)
		},
	},
})

export default function FollowsPage({ loaderData: { items, total, page, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="フォロー中の専門家" description="フォローしている専門家と、その新しい回答です。" path="/follow" noindex />
			<div className={styles.page}>
				<h1>フォロー中の専門家</h1>
				<ErrorSummary formState={formState} />
				{items.length === 0 ? (
					<Empty scene="meeting" title="フォローしている専門家はまだいません。">
						<p>
							<Link to={questionsPath()}>みんなの質問</Link>
							で回答している専門家のページから、フォローできます。
						</p>
					</Empty>
				) : (
					<>
						<p className={styles.quiet}>{`${total.toLocaleString('ja-JP')}人`}</p>
						<ul className={stack.ruled}>
							{items.map(({ expert, notify, followed, answers }) => (
								<li key={expert.id} className={`${stack.entry} ${styles.item}`}>
									<div className={styles.person}>
										<img src={portraitPath(expert)} width="56" height="56" alt="" loading="lazy" />
										<div>
											<h2 className={styles.title}>
												<Link to={expertPath(expert.id)}>{expert.name}</Link>
											</h2>
											<p className={styles.quiet}>{expert.professions}</p>
											{expert.headline && <p className={styles.quiet}>{expert.headline}</p>}
											<p className={styles.quiet}>
												<Moment moment={followed} />
												からフォロー
											</p>
										</div>
									</div>
									{answers.length > 0 && <NewAnswers expert={expert} answers={answers} />}
									<NotifyForm expert={expert} notify={notify} csrfToken={csrfToken} />
								</li>
							))}
						</ul>
					</>
				)}
				<Pager
					label="フォロー中の専門家のページ"
					number={page.number}
					previous={page.previous && pathOf(page.previous.cursor)}
					next={page.next && pathOf(page.next.cursor)}
				/>
			</div>
		</>
	)
}

function NotifyForm({
	expert,
	notify,
	csrfToken,
}: Pick<Route.ComponentProps['loaderData']['items'][number], 'expert' | 'notify'> & { csrfToken: string }) {
	return (
		<form method="post" className={styles.notify}>
			<HiddenFields csrfToken={csrfToken} />
			<input type="hidden" name="expertId" value={expert.id} />
			<label>
				新しい回答の通知
				<select name="notify" defaultValue={notify}>
					{followNotifies.map((one) => (
						<option key={one} value={one}>
							{notifyLabels[one]}
						</option>
					))}
				</select>
			</label>
			<button type="submit" name="intent" value="follow" className="button" data-kind="quiet">
				変更する<span className="visually-hidden">{`（${expert.name}）`}</span>
			</button>
			<button type="submit" name="intent" value="unfollow" className={textButton.button}>
				フォローを外す<span className="visually-hidden">{`（${expert.name}）`}</span>
			</button>
		</form>
	)
}

function NewAnswers({ expert, answers }: Pick<Route.ComponentProps['loaderData']['items'][number], 'expert' | 'answers'>) {
	return (
		<ul className={styles.answers} aria-label={`${expert.name}さんの新しい回答`}>
			{answers.map((answer) => (
				<li key={answer.answerId}>
					<Link to={questionPath(answer.questionId, answer.answerId)}>{answer.questionTitle}</Link>
					<small>
						<Moment moment={answer.answered} />
						に回答
					</small>
				</li>
			))}
		</ul>
	)
}
