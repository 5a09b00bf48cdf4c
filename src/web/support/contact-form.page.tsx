import { redirect } from 'react-router'
import { readAccount } from '../../domain/estimates/estimate-drafts.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { contactPath, contactSentPath } from '../../domain/shared/links.ts'
import {
	answerText,
	claimants,
	isSupportCategory,
	type SupportCategory,
	supportCategories,
	supportLengths,
} from '../../domain/support/support-input.ts'
import { supportRequestSchema } from '../../domain/support/support-schemas.ts'
import { sendSupportRequest } from '../../domain/support/support-requests.ts'
import { withCtx } from '../context.ts'
import { Choices } from '../forms/choices.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { fieldsOf } from '../forms/read-form.ts'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/contact-form.page'
import { CategoryNote } from './category-note.tsx'

function categoryOf({ category }: { category?: string | undefined }): SupportCategory {
	if (!isSupportCategory(category)) throw notFound('category of requests')
	return category
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const category = categoryOf(params)
	const account = ctx.viewer.kind === 'member' ? await readAccount(ctx, ctx.viewer.userId) : null
	return {
		category,
		memberEmail: account?.email ?? null,
		name: account?.name ?? '',
		page: new URL(request.url).searchParams.get('page') ?? '',
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = formAction({
	input: ({ viewer }) => supportRequestSchema(viewer),
	read: (form, _ctx, { params }) => ({ ...fieldsOf(form), category: categoryOf(params) }),
	async run(ctx, input) {
		return redirect(contactSentPath(await sendSupportRequest(ctx, input), input.category), 303)
	},
})

export default function ContactFormPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { category, memberEmail, name, page, csrfToken, clientKey } = loaderData
	const { label, about } = supportCategories[category]
	const typed = (field: string) => textIn(formState?.values, field)
	const errors = formState?.fields ?? {}
	return (
		<>
			<Head
				title={`${label}｜お問い合わせ`}
				description={`${about}ときのお問い合わせのフォームです。`}
				path={contactPath(category)}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: 'お問い合わせ', path: contactPath() },
					{ label, path: contactPath(category) },
				]}
			/>
			<div className={formStyles.page}>
				<h1>{label}</h1>
				<CategoryNote category={category} />
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} clientKey={typed('clientKey') ?? clientKey} />
					<InputField
						id="senderName"
						label="お名前"
						hint={category === 'rights' || category === 'privacy' ? '法人の場合は、名称と担当者の氏名' : undefined}
						error={errors['senderName']}
						autoComplete="name"
						defaultValue={typed('senderName') ?? name}
					/>
					{memberEmail === null ? (
						<InputField
							id="email"
							label="メールアドレス"
							hint="このメールアドレスへお返事します。"
							error={errors['email']}
							type="email"
							inputMode="email"
							autoComplete="email"
							spellCheck={false}
							defaultValue={typed('email')}
						/>
					) : (
						<p>{`メールアドレス：${memberEmail}（登録のメールアドレスへお返事します）`}</p>
					)}
					<ClaimFields category={category} formState={formState} />
					<InputField
						id="page"
						label="ページのURL"
						optional={category !== 'rights'}
						hint={category === 'rights' ? '侵害があるページのURL。複数あるときは、残りを内容に書いてください。' : '困っているページのURL'}
						error={errors['page']}
						inputMode="url"
						autoComplete="off"
						spellCheck={false}
						defaultValue={typed('page') ?? page}
					/>
					<TextArea
						id="body"
						name="body"
						label="内容"
						hint={`${bodyHints[category] ?? ''}${supportLengths.body.max.toLocaleString('ja-JP')}文字まで。パスワード、口座番号、マイナンバーは書かないでください。`}
						rows={9}
						formState={formState}
					/>
					<p className={formStyles.note}>
						{`${answerText(category)}にお返事します。いただいた内容は、お返事と記録のためだけに使います。くわしくは`}
						<Link to="/privacy#privacy-logs">プライバシーポリシー</Link>
						をご覧ください。
					</p>
					<div className={formStyles.buttons}>
						<button type="submit" className="button">
							送信する
						</button>
						<Link className="tap" to={contactPath()}>
							ほかの種類を選ぶ
						</Link>
					</div>
				</form>
			</div>
		</>
	)
}

const bodyHints: Partial<Record<SupportCategory, string>> = {
	usage: 'していたこと、起きたこと、お使いの端末とブラウザ。',
	listing: 'どこが、どう誤っているか。分かれば、正しい内容と確かめられる資料。',
	rights: 'どの部分が、どのように権利を侵害しているか。権利を持つことが分かる事情。',
	privacy: '対象となる情報。登録しているときは、そのメールアドレスから送ってください。',
}

/** Which right or request, and who claims it. */
function ClaimFields({ category, formState }: { category: SupportCategory; formState: FormState | undefined }) {
	const { topics, topicLabel } = supportCategories[category]
	if (topics.length === 0) return null
	const chosen = (field: string) => [textIn(formState?.values, field) ?? '']
	return (
		<>
			<FieldGroup id="topic" legend={topicLabel} error={formState?.fields['topic']}>
				<Choices type="radio" name="topic" options={topics} chosen={chosen('topic')} />
			</FieldGroup>
			<FieldGroup id="claimant" legend="申し出る方の立場" error={formState?.fields['claimant']}>
				<Choices type="radio" name="claimant" options={claimants} chosen={chosen('claimant')} />
			</FieldGroup>
		</>
	)
}
