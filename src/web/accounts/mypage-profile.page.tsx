import type { BusinessRole } from '../../domain/accounts/business-roles.ts'
import { getMyUser, updateUser } from '../../domain/accounts/users.ts'
import { categoriesContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import { checkSession } from '../session/login-status.ts'
import type { Route } from './+types/mypage-profile.page'
import { AccountForm, SubmitButton } from './account-form.tsx'
import { answerFor, clientForm, type FormAnswer, textOf } from './form-answer.ts'
import { formAction } from './form-action.server.ts'
import { callAccounts } from './identity-calls.ts'
import { PersonFields } from './person-fields.tsx'
import { PictureForm } from './picture-form.tsx'
import { changePicture } from './picture.server.ts'
import { parseUserForm } from './user-form.server.ts'
import styles from './mypage.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { user, docId } = await getMyUser(ctx)
	const { firstName, lastName, businessRole, categoryIds, imageUrl } = user
	return { docId, imageUrl, person: { firstName, lastName, businessRole, categoryIds }, csrfToken: formToken(context, request) }
})

const saved: FormAnswer = { kind: 'done', intent: 'profile', sentence: 'プロフィールを保存しました。' }
const pictureSaved: FormAnswer = { kind: 'done', intent: 'picture', sentence: '画像を変更しました。' }

export async function action(args: Route.ActionArgs) {
	const categoryIds = args.context.get(categoriesContext).map(({ id }) => id)
	return formAction('account', async ({ ctx, form }) => {
		if (form.get('intent') === 'picture') {
			await changePicture(ctx, form)
			return pictureSaved
		}
		const { docId } = await getMyUser(ctx)
		await updateUser(ctx, docId, parseUserForm(form, { categoryIds }))
		return saved
	})(args)
}

export const clientAction = clientForm('account', async (form) => {
	const isPicture = form.get('intent') === 'picture'
	await (isPicture ? sendPicture(form) : sendProfile(form))
	await checkSession()
	return isPicture ? pictureSaved : saved
})

async function sendPicture(form: FormData): Promise<void> {
	if (form.has('remove')) await callAccounts('DELETE /api/user/avatar', undefined, { flow: 'account' })
	else await callAccounts('PUT /api/user/avatar', undefined, { flow: 'account', file: form.get('image') as File })
}

async function sendProfile(form: FormData): Promise<void> {
	const role = textOf(form, 'businessRole')
	const user = {
		firstName: textOf(form, 'firstName'),
		lastName: textOf(form, 'lastName'),
		businessRole: role === '' ? null : (role as BusinessRole),
		categoryIds: form.getAll('category').map(Number),
	}
	await callAccounts('POST /api/updateUser', { id: textOf(form, 'docId'), user }, { flow: 'account' })
}

export default function MypageProfile({ loaderData: { docId, imageUrl, person, csrfToken }, actionData }: Route.ComponentProps) {
	const { categories } = useFrame()
	return (
		<div className={styles.body}>
			<Head title="プロフィール" description="お名前や立場を変えられます。" path="/mypage/profile" noindex />
			<PictureForm imageUrl={imageUrl} answer={answerFor(actionData, 'picture')} csrfToken={csrfToken} />
			<section className={styles.section} aria-labelledby="profile">
				<h2 id="profile">プロフィール</h2>
				<AccountForm answer={answerFor(actionData, 'profile')} csrfToken={csrfToken} intent="profile" keepsTyping>
					<input type="hidden" name="docId" value={docId} />
					<PersonFields person={person} categories={categories} answer={answerFor(actionData, 'profile')} />
					<SubmitButton>保存する</SubmitButton>
				</AccountForm>
			</section>
		</div>
	)
}
