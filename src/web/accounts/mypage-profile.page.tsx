import type { BusinessRole } from '../../domain/accounts/business-roles.ts'
import { getMyUser, updateUser } from '../../domain/accounts/users.ts'
import { categoriesContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import { checkSession } from '../session/login-status.ts'
import type { Route } from './+types/mypage-profile.page'
import { AccountForm, SubmitButton } from './account-form.tsx'
import { clientForm, type FormAnswer, textOf } from './form-answer.ts'
import { formAction } from './form-action.server.ts'
import { callAccounts } from './identity-calls.ts'
import { PersonFields } from './person-fields.tsx'
import { parseUserForm } from './user-form.server.ts'
import styles from './mypage.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { user, docId } = await getMyUser(ctx)
	const { firstName, lastName, businessRole, categoryIds } = user
	return { docId, person: { firstName, lastName, businessRole, categoryIds }, csrfToken: formToken(context, request) }
})

const saved: FormAnswer = { kind: 'done', intent: '', sentence: 'プロフィールを保存しました。' }

export async function action(args: Route.ActionArgs) {
	const categoryIds = args.context.get(categoriesContext).map(({ id }) => id)
	return formAction('account', async ({ ctx, form }) => {
		const { docId } = await getMyUser(ctx)
		await updateUser(ctx, docId, parseUserForm(form, { categoryIds }))
		return saved
	})(args)
}

export const clientAction = clientForm('account', async (form) => {
	const role = textOf(form, 'businessRole')
	await callAccounts(
		'POST /api/updateUser',
		{
			id: textOf(form, 'docId'),
			user: {
				firstName: textOf(form, 'firstName'),
				lastName: textOf(form, 'lastName'),
				businessRole: role === '' ? null : (role as BusinessRole),
				categoryIds: form.getAll('category').map(Number),
			},
		},
		{ flow: 'account' },
	)
	await checkSession()
	return saved
})

export default function MypageProfile({ loaderData: { docId, person, csrfToken }, actionData }: Route.ComponentProps) {
	const { categories } = useFrame()
	return (
		<div className={styles.body}>
			<Head title="プロフィール" description="お名前や立場を変えられます。" path="/mypage/profile" noindex />
			<section className={styles.section} aria-labelledby="profile">
				<h2 id="profile">プロフィール</h2>
				<AccountForm answer={actionData} csrfToken={csrfToken} keepsTyping>
					<input type="hidden" name="docId" value={docId} />
					<PersonFields person={person} categories={categories} answer={actionData} />
					<SubmitButton>保存する</SubmitButton>
				</AccountForm>
			</section>
		</div>
	)
}
