import type { BusinessRole } from '../../domain/accounts/business-roles.ts'
import { getMyUser, updateUser } from '../../domain/accounts/users.ts'
import { refreshNamedQuestions } from '../../domain/questions/handles.ts'
import { categoriesContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import { checkSession } from '../session/login-status.ts'
import type { Route } from './+types/mypage-profile.page'
import { IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { identityFormStateFor, clientForm, type IdentityFormState } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityForms } from '../forms/identity-action.server.ts'
import { callAccounts } from '../session/identity-calls.ts'
import { PersonFields } from './person-fields.tsx'
import { PictureForm } from './picture-form.tsx'
import { changePicture, pictureSchema } from './picture.server.ts'
import { FieldGroup } from '../forms/field.tsx'
import { readUserForm, userFormSchema } from './user-form.server.ts'
import styles from './mypage.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { user, docId } = await getMyUser(ctx)
	const { firstName, lastName, businessRole, categoryIds, anonymize, imageUrl } = user
	return { docId, imageUrl, anonymize, person: { firstName, lastName, businessRole, categoryIds }, csrfToken: formToken(context, request) }
})

const saved: IdentityFormState = { kind: 'done', intent: 'profile', sentence: 'プロフィールを保存しました。' }
const pictureSaved: IdentityFormState = { kind: 'done', intent: 'picture', sentence: '画像を変更しました。' }

export const action = identityForms('account', {
	profile: {
		input: userFormSchema,
		read: (form, _tools, { context }) => readUserForm(form, { categoryIds: context.get(categoriesContext).map(({ id }) => id) }),
		async run({ ctx }, change): Promise<IdentityFormState> {
			const { docId } = await getMyUser(ctx)
			await updateUser(ctx, docId, change)
			await refreshNamedQuestions(ctx, docId)
			return saved
		},
	},
	picture: {
		input: pictureSchema,
		async run({ ctx }, picture): Promise<IdentityFormState> {
			await changePicture(ctx, picture)
			return pictureSaved
		},
	},
})

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
		anonymize: form.has('anonymize'),
	}
	await callAccounts('POST /api/updateUser', { id: textOf(form, 'docId'), user }, { flow: 'account' })
}

export default function MypageProfile({ loaderData: { docId, imageUrl, anonymize, person, csrfToken }, actionData }: Route.ComponentProps) {
	const { categories } = useFrame()
	return (
		<div className={styles.body}>
			<Head title="プロフィール" description="お名前や立場を変えられます。" path="/mypage/profile" noindex />
			<PictureForm imageUrl={imageUrl} formState={identityFormStateFor(actionData, 'picture')} csrfToken={csrfToken} />
			<section className={styles.section} aria-labelledby="profile">
				<h2 id="profile">プロフィール</h2>
				<IdentityForm formState={identityFormStateFor(actionData, 'profile')} csrfToken={csrfToken} intent="profile" keepsTyping>
					<input type="hidden" name="docId" value={docId} />
					<PersonFields person={person} categories={categories} formState={identityFormStateFor(actionData, 'profile')} />
					<FieldGroup id="privacy" legend="お名前の表示">
						<input type="hidden" name="privacy" value="1" />
						<label className={styles.check}>
							<input type="checkbox" name="anonymize" defaultChecked={anonymize} />
							<span>ほかの方にお名前を表示しない</span>
							<small>
								フォローした専門家には「匿名ユーザー」と表示します。お名前を出して投稿した質問も、質問ごとの呼び名の表示に変わります。問い合わせや見積もりの相手には、その画面で入力したお名前が届きます。
							</small>
						</label>
					</FieldGroup>
					<SubmitButton>保存する</SubmitButton>
				</IdentityForm>
			</section>
		</div>
	)
}
