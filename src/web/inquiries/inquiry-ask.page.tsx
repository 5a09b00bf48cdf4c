import { useRef } from 'react'
import { redirect } from 'react-router'
import { fieldsOf } from '../forms/read-form.ts'
import { filesField, contentsOf } from './inquiry-form.server.ts'
import { inquirySchema } from '../../domain/inquiries/inquiry-schemas.ts'
import { inquiryLengths } from '../../domain/inquiries/inquiry-input.ts'
import { readOfficeExperts } from '../../domain/experts/experts.ts'
import { getAskForm, startInquiry } from '../../domain/inquiries/inquiries.ts'
import { askOfficePath, inquiryPath, officePath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { AgreementNote } from '../ui/agreement-note.tsx'
import { Head } from '../layout/head.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { refreshToken } from '../forms/fresh-token.ts'
import { KeptNote } from '../forms/kept-note.tsx'
import { useKeptTyping } from '../forms/kept-typing.ts'
import { formAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { loginPath } from '../session/redirect-target.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Field, InputField, controlProps } from '../forms/field.tsx'
import type { Route } from './+types/inquiry-ask.page'
import { inquiryPlace } from '../session/typed-texts.ts'
import { FilesField } from './inquiry-fields.tsx'

import formStyles from '../forms/form.module.css'
import styles from './inquiry.module.css'

/** Open to visitors, who may begin and find their text again after signing in. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { office, tasks, closed, name } = await getAskForm(ctx, parseId(params.id))
	const wished = Number(new URL(request.url).searchParams.get('expert'))
	const experts = wished > 0 ? (await readOfficeExperts(ctx, [office.id])).get(office.id) : undefined
	const expert = experts?.find(({ id }) => id === wished)
	return {
		office,
		expert: expert ? { id: expert.id, name: expert.name } : null,
		tasks,
		closed,
		name,
		isVisitor: ctx.viewer.kind === 'visitor',
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = formAction({
	input: inquirySchema.extend({ files: filesField }),
	read: (form) => ({ contactName: '', taskId: '', ...fieldsOf(form) }),
	async run(ctx, { files, ...input }, { params }: Route.ActionArgs) {
		const { id } = await startInquiry(ctx, parseId(params.id), input, await contentsOf(files))
		return redirect(inquiryPath(id, { sent: true }), 303)
	},
})

export default function InquiryAskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, expert, tasks, closed, name, isVisitor, csrfToken, clientKey } = loaderData
	const form = useRef<HTMLFormElement>(null)
	const kept = useKeptTyping(form, inquiryPlace(office.id), { restore: formState === undefined })
	const path = askOfficePath(office.id, expert ? { expertId: expert.id } : {})
	const errors = formState?.fields ?? {}
	const typed = (field: string) => textIn(formState?.values, field)
	return (
		<>
			<Head title={`${office.name}に問い合わせる`} description="事務所に直接、質問や依頼の相談を送れます。" path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: office.name, path: officePath(office.id) },
					{ label: '問い合わせる', path },
				]}
			/>
			<div className={formStyles.page}>
				<h1>{`${office.name}に問い合わせる`}</h1>
				<p className={formStyles.lead}>
					内容は、あなたとこの事務所の専門家だけが読めます。返信はマイページとメールでお知らせします。問い合わせは無料です。
				</p>
				{office.isDemo && <p className={formStyles.note}>この事務所はデモ用の架空の事務所です。</p>}
				{closed !== null && !formState ? (
					<p className={formStyles.warning}>{closed}</p>
				) : (
					<form ref={form} method="post" encType="multipart/form-data" className={formStyles.form} noValidate onSubmit={refreshToken}>
						<KeptNote kept={kept} />
						<ErrorSummary formState={formState} />
						<HiddenFields csrfToken={csrfToken} clientKey={typed('clientKey') ?? clientKey} />
						<InputField
							id="subject"
							label="件名"
							hint="例：開業一年目の確定申告を頼みたい"
							error={errors['subject']}
							maxLength={inquiryLengths.subject.max}
							autoComplete="off"
							defaultValue={typed('subject') ?? (expert ? `${expert.name}さんへの相談` : undefined)}
						/>
						{tasks.length > 0 && (
							<Field id="task" label="相談したい業務" optional error={errors['taskId']}>
								<select {...controlProps('task', { error: errors['taskId'] })} name="taskId" defaultValue={typed('taskId') ?? ''}>
									<option value="">選ばない</option>
									{tasks.map((task) => (
										<option key={task.id} value={task.id}>
											{task.name}
										</option>
									))}
								</select>
							</Field>
						)}
						<TextArea
							id="body"
							name="body"
							label="内容"
							hint={`${inquiryLengths.body.max.toLocaleString('ja-JP')}文字まで。いまの状況、頼みたいこと、希望の時期を書くと、返信が具体的になります。マイナンバーや口座番号は書かないでください。`}
							rows={9}
							formState={formState}
						/>
						{isVisitor ? (
							<div className={styles.login}>
								<p>送信にはログインが必要です。ここまでに書いた内容はこの端末に残り、ログインや会員登録のあと、この画面に戻ります。</p>
								<Link className="button" to={loginPath(path)}>
									ログインして続ける
								</Link>
							</div>
						) : (
							<>
								<InputField
									id="name"
									label="お名前"
									hint="事務所に表示されます。"
									error={errors['contactName']}
									name="contactName"
									autoComplete="name"
									maxLength={inquiryLengths.name.max}
									defaultValue={typed('contactName') ?? name}
								/>
								<FilesField error={errors['files']} />
								<AgreementNote action="送る" room="estimates" />
								<div>
									<button type="submit" className="button">
										この内容で送る
									</button>
								</div>
							</>
						)}
					</form>
				)}
			</div>
		</>
	)
}
