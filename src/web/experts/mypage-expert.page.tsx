import { z } from 'zod'
import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { profileSchema } from '../../domain/experts/registration-schemas.ts'
import { idField } from '../forms/form-fields.server.ts'
import { answerJoinRequest, listJoinRequests } from '../../domain/experts/office-joining.ts'
import { type CredentialChange, readChanges } from '../../domain/experts/credential-changes.ts'
import { updateOwnProfile } from '../../domain/experts/registration-profile.ts'
import { expertPath, ownCredentialsPath, ownExpertPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/mypage-expert.page'
import { PortraitForm, ProfileForm } from './profile-fields.tsx'
import { changePortrait, profileTasks, profileValues, portraitSchema, readProfile } from './profile-form.server.ts'
import { verifiedRegistration } from './own-registration.server.ts'
import { JoinRequests } from '../memberships/join-requests.tsx'

import formPage from '../ui/form-page.module.css'
import styles from './registration.module.css'

export const handle = { plain: true }

/** For verified experts; everybody else is redirected to the application. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await verifiedRegistration(ctx)
	const { profile, expertId, credentials } = registration
	const [tasks, requests, changes] = await Promise.all([profileTasks(ctx, expertId), listJoinRequests(ctx), readChanges(ctx, expertId)])
	const waits = (state: CredentialChange['state']) => changes.filter((one) => one.state === state).map((one) => one.professionName)
	return {
		expertId,
		name: profile.displayName,
		kana: profile.kana,
		values: profileValues(profile),
		portrait: profile.portrait,
		...tasks,
		requests: requests.map(({ requestedAt, ...one }) => ({ ...one, requested: momentOf(requestedAt, ctx.now()) })),
		professions: credentials.map(({ professionName }) => professionName),
		changes: { draft: waits('draft'), submitted: waits('submitted'), needs_fix: waits('needs_fix') },
		isSaved: new URL(request.url).searchParams.has('saved'),
		csrfToken: formToken(context, request),
	}
})

const saved = () => redirect(ownExpertPath({ saved: true }), 303)
const joinRequestFields = z.object({ id: idField })

export const action = pageAction({
	photo: {
		input: portraitSchema,
		async run(ctx, photo) {
			await changePortrait(ctx, photo)
			return saved()
		},
	},
	profile: {
		input: ({ now }: Pick<Ctx, 'now'>) => profileSchema(now()),
		read: readProfile,
		async run(ctx, profile) {
			await updateOwnProfile(ctx, profile)
			return saved()
		},
	},
	accept: {
		input: joinRequestFields,
		async run(ctx, { id }) {
			await answerJoinRequest(ctx, id, true)
			return saved()
		},
	},
	decline: {
		input: joinRequestFields,
		async run(ctx, { id }) {
			await answerJoinRequest(ctx, id, false)
			return saved()
		},
	},
})

export default function MypageExpertPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { expertId, name, kana, values, portrait, groups, reserved, requests, professions, changes, isSaved, csrfToken } = loaderData
	return (
		<div className={formPage.page}>
			<Head title="専門家のプロフィール" description="公開しているプロフィールを編集します。" path={ownExpertPath()} noindex />
			<h2>専門家のプロフィール</h2>
			<p>
				<Link to={expertPath(expertId)}>公開されているページを見る</Link>
			</p>
			{isSaved && !formState && <output className={styles.good}>保存しました。公開されているページにも反映されています。</output>}
			{requests.length > 0 && (
				<section className={styles.section} aria-labelledby="requests">
					<h3 id="requests">事務所への参加の申請</h3>
					<JoinRequests requests={requests} csrfToken={csrfToken} />
				</section>
			)}
			<section className={styles.section} aria-labelledby="credentials">
				<h2 id="credentials">資格</h2>
				<p>{professions.join('、')}</p>
				{changes.needs_fix.length > 0 && (
					<p className={styles.notice}>{`${changes.needs_fix.join('、')}の申請に、修正をお願いしたいところがあります。`}</p>
				)}
				{changes.submitted.length > 0 && <p className={styles.lead}>{`${changes.submitted.join('、')}の申請を審査しています。`}</p>}
				{changes.draft.length > 0 && <p className={styles.lead}>{`${changes.draft.join('、')}は入力の途中で、まだ申請していません。`}</p>}
				<p>
					<Link to={ownCredentialsPath()}>資格を加える・番号を変える・外す</Link>
				</p>
			</section>
			<PortraitForm portrait={portrait} drawn={`/media/portraits/${expertId}.svg`} csrfToken={csrfToken} formState={formState} />
			<ProfileForm
				values={values}
				formState={formState}
				groups={groups}
				reserved={reserved}
				csrfToken={csrfToken}
				fixedName={{ name, kana }}
				submit="プロフィールを保存する"
			/>
		</div>
	)
}
