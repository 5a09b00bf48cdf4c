import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { profileSchema } from '../../domain/experts/registration-schemas.ts'
import { saveProfile } from '../../domain/experts/registration-profile.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/register-profile.page'
import { openRegistration } from './own-registration.server.ts'
import { PortraitForm, ProfileForm } from './profile-fields.tsx'
import { changePortrait, profileTasks, profileValues, portraitSchema, readProfile } from './profile-form.server.ts'
import formPage from '../ui/form-page.module.css'
import { nextAfter, nothingDone, Steps } from './steps.tsx'

import styles from './registration.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await openRegistration(ctx)
	return {
		done: registration?.done ?? nothingDone,
		hasCredential: (registration?.credentials ?? []).length > 0,
		values: registration ? profileValues(registration.profile) : { language: ['日本語'] },
		portrait: registration?.profile.portrait ?? null,
		...(await profileTasks(ctx, registration?.expertId ?? null)),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	photo: {
		input: portraitSchema,
		async run(ctx, photo) {
			await changePortrait(ctx, photo)
			return redirect(registrationPath('profile'), 303)
		},
	},
	profile: {
		input: ({ now }: Pick<Ctx, 'now'>) => profileSchema(now()),
		read: readProfile,
		async run(ctx, profile) {
			await saveProfile(ctx, profile)
			return redirect(nextAfter('profile'), 303)
		},
	},
})

export default function ProfilePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { done, hasCredential, values, portrait, groups, reserved, csrfToken } = loaderData
	return (
		<>
			<Head
				title="プロフィールの登録"
				description="専門家登録の申請で、プロフィールを登録します。"
				path={registrationPath('profile')}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: '専門家として登録する', path: registrationPath() },
					{ label: 'プロフィール', path: registrationPath('profile') },
				]}
			/>
			<div className={formPage.page}>
				<h1>プロフィール</h1>
				<Steps current="profile" done={done} />
				{!hasCredential && (
					<p className={styles.notice}>
						<span>
							先に<Link to={registrationPath('credentials')}>資格を登録</Link>すると、その資格で行える業務を選べるようになります。
						</span>
					</p>
				)}
				<PortraitForm portrait={portrait} csrfToken={csrfToken} formState={formState} />
				<ProfileForm
					values={values}
					formState={formState}
					groups={groups}
					reserved={reserved}
					csrfToken={csrfToken}
					fixedName={null}
					submit="保存して事務所へ進む"
				/>
			</div>
		</>
	)
}
