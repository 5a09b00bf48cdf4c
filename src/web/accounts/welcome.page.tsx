import { redirect } from 'react-router'
import type { BusinessRole } from '../../domain/accounts/business-roles.ts'
import { getMyUser, recordLoggedIn, updateUser } from '../../domain/accounts/users.ts'
import { categoriesContext, withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { useFrame, useSite } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import type { Route } from './+types/welcome.page'
import { IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm, targetOf } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { callAccounts } from '../session/identity-calls.ts'
import { PersonFields } from './person-fields.tsx'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { readUserForm, userFormSchema } from './user-form.server.ts'
import styles from '../forms/identity-form.module.css'
import welcomeStyles from './welcome.module.css'

/** Onboarding is shown once; afterwards redirects on. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { user, docId } = await getMyUser(ctx)
	if (user.hasLoggedIn) return redirect(targetOf(request.url))
	const { firstName, lastName, businessRole, categoryIds } = user
	return { docId, person: { firstName, lastName, businessRole, categoryIds }, csrfToken: formToken(context, request) }
})

const SKIP = 'skip'

/** Where the greeting leads: to where the person was going, or else to the first steps on their own page. */
const onwardFrom = (url: string, isSkipped: boolean): string => {
	const target = targetOf(url)
	return target === '/' && !isSkipped ? '/mypage' : target
}

export async function action(args: Route.ActionArgs) {
	const categoryIds = args.context.get(categoriesContext).map(({ id }) => id)
	return identityAction('account', async ({ ctx, form, request }) => {
		const { docId } = await getMyUser(ctx)
		if (form.get('step') !== SKIP) await updateUser(ctx, docId, parseInput(userFormSchema, readUserForm(form, { categoryIds })))
		await recordLoggedIn(ctx)
		return redirect(onwardFrom(request.url, form.get('step') === SKIP))
	})(args)
}

export const clientAction = clientForm('account', async (form, request) => {
	if (form.get('step') !== SKIP) {
		const role = textOf(form, 'businessRole')
		await callAccounts(
			'POST /api/updateUser',
			{
				id: textOf(form, 'docId'),
				user: {
					firstName: textOf(form, 'firstName'),
					lastName: textOf(form, 'lastName'),
					businessRole: role === '' ? null : (role as BusinessRole),
				},
			},
			{ flow: 'account' },
		)
		await callAccounts('POST /api/user/category', { category: form.getAll('category').map(Number) }, { flow: 'account' })
	}
	await callAccounts('POST /api/user/recordLoggedIn', undefined, { flow: 'account' })
	navigateTo(onwardFrom(request.url, form.get('step') === SKIP))
	return null
})

export default function WelcomePage({ loaderData: { docId, person, csrfToken }, actionData }: Route.ComponentProps) {
	const { name } = useSite()
	const { categories } = useFrame()
	return (
		<div className={`content ${styles.page} ${welcomeStyles.page}`}>
			<Head title="ようこそ" description="はじめての方へのご案内です。" path="/welcome" noindex />
			<h1>{`${name}へようこそ`}</h1>
			<p className={styles.lead}>
				あなたのことを少し教えてください。選んだ分野は、マイページからすぐに開けるようになります。どれもあとから変えられます。
			</p>
			<IdentityForm formState={actionData} csrfToken={csrfToken}>
				<input type="hidden" name="docId" value={docId} />
				<PersonFields person={person} categories={categories} formState={actionData} />
				<SubmitButton>はじめる</SubmitButton>
				<button type="submit" name="step" value={SKIP} className={`button ${styles.submit}`} data-kind="quiet">
					あとで入力する
				</button>
			</IdentityForm>
		</div>
	)
}
