import { redirect } from 'react-router'
import { answerJoinRequest, listJoinRequests } from '../../domain/directory/office-joining.ts'
import { updateOwnProfile } from '../../domain/directory/registration-profile.ts'
import { findRegistration } from '../../domain/directory/registration.ts'
import { DomainError } from '../../domain/errors.ts'
import { expertPath, ownExpertPath } from '../../domain/links.ts'
import { dayText } from '../accounts/day-text.server.ts'
import { accountsContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { idOf, qaAction, textOf } from '../qa/qa-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/mypage-expert.page'
import { PortraitForm, ProfileForm } from './profile-fields.tsx'
import { changePortrait, lawfulTasks, profileFrom, profileValues } from './profile-form.server.ts'
import styles from './registration.module.css'

/** For verified experts; everybody else has the application for it. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await findRegistration(ctx)
	if (registration?.state !== 'verified') throw new DomainError('forbidden', 'for verified experts only')
	const { profile, expertId, credentials } = registration
	const [groups, requests] = await Promise.all([
		lawfulTasks(
			ctx,
			credentials.map(({ professionId }) => professionId),
		),
		listJoinRequests(ctx),
	])
	return {
		expertId,
		name: profile.displayName,
		kana: profile.kana,
		values: profileValues(profile),
		portrait: profile.portrait,
		groups,
		requests: requests.map(({ requestedAt, ...one }) => ({ ...one, requested: dayText(requestedAt.getTime()) })),
		isSaved: new URL(request.url).searchParams.has('saved'),
		csrfToken: formToken(context, request),
	}
})

export const action = qaAction(async (ctx, form, { context }: Route.ActionArgs) => {
	const own = context.get(accountsContext).ctx
	const intent = textOf(form, 'intent')
	if (intent === 'photo') await changePortrait(own, form)
	else if (intent === 'accept' || intent === 'decline') await answerJoinRequest(own, idOf(textOf(form, 'requestId')), intent === 'accept')
	else await updateOwnProfile(ctx, profileFrom(form, ctx.now()))
	return redirect(ownExpertPath({ saved: true }), 303)
})

export default function MypageExpertPage({ loaderData, actionData: refusal }: Route.ComponentProps) {
	const { expertId, name, kana, values, portrait, groups, requests, isSaved, csrfToken } = loaderData
	return (
		<div className={styles.page}>
			<Head title="専門家のプロフィール" description="公開しているプロフィールを編集します。" path={ownExpertPath()} noindex />
			<h2>専門家のプロフィール</h2>
			<p>
				<Link to={expertPath(expertId)}>公開されているページを見る</Link>
			</p>
			{isSaved && !refusal && <output className={styles.good}>保存しました。公開されているページにも反映されています。</output>}
			{requests.length > 0 && (
				<section className={styles.section} aria-labelledby="requests">
					<h3 id="requests">事務所への参加の申請</h3>
					<ul className={styles.found}>
						{requests.map((request) => (
							<li key={request.id}>
								<span>
									{`${request.expertName}（${request.professions}）`}
									<small>{`「${request.officeName}」へ・${request.requested}`}</small>
								</span>
								<form method="post" className={styles.buttons}>
									<input type="hidden" name="csrfToken" value={csrfToken} />
									<input type="hidden" name="requestId" value={request.id} />
									<button type="submit" name="intent" value="accept" className="button" aria-label={`${request.expertName}を承認する`}>
										承認する
									</button>
									<button
										type="submit"
										name="intent"
										value="decline"
										className={styles.plain}
										aria-label={`${request.expertName}を承認しない`}
									>
										承認しない
									</button>
								</form>
							</li>
						))}
					</ul>
				</section>
			)}
			<PortraitForm portrait={portrait} drawn={`/media/portraits/${expertId}.svg`} csrfToken={csrfToken} refusal={refusal} />
			<ProfileForm
				values={values}
				refusal={refusal}
				groups={groups}
				csrfToken={csrfToken}
				fixedName={{ name, kana }}
				submit="プロフィールを保存する"
			/>
		</div>
	)
}
