import { data, redirect } from 'react-router'
import { getInquiryQuoteForm, quoteInquiry } from '../../domain/cases/inquiry-quotes.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { addDays, isoDay } from '../../domain/shared/japan-time.ts'
import { inboxPath, inquiryPath, inquiryQuotePath, leadPath, officeEditPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { controlProps, Field } from '../forms/field.tsx'
import { formStateFor, textIn } from '../forms/form-state.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/inquiry-quote.page'
import { inquiryQuoteFormSchema, previewOf } from './estimate-form.server.ts'
import { QuoteForm } from './estimate-quote-form.tsx'
import styles from './estimate.module.css'

/** How long a first quote is valid unless the office says otherwise. */
const VALID_DAYS = 30

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const form = await getInquiryQuoteForm(ctx, parseId(params.id))
	// Further versions are written where the first one stands.
	if (form.deliveryId !== null) throw redirect(leadPath(form.deliveryId), 303)
	return {
		form,
		validUntil: addDays(isoDay(ctx.now()), VALID_DAYS),
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = pageAction({
	quote: {
		input: ({ now }: Pick<Ctx, 'now'>) => inquiryQuoteFormSchema(now()),
		read: (form) => form,
		async run(ctx, { taskId, quote }, { params }: Route.ActionArgs, form) {
			// Looked at before it is sent, also without a script.
			if (form.has('calculate')) return data({ intent: 'quote', ...previewOf(quote, form) })
			const id = parseId(params.id)
			await quoteInquiry(ctx, id, { taskId, quote })
			return redirect(inboxPath({ done: 'quote', item: `inquiry-${id}` }), 303)
		},
	},
})

export default function InquiryQuotePage({ loaderData, actionData }: Route.ComponentProps) {
	const { form, validUntil, csrfToken, clientKey } = loaderData
	const formState = formStateFor(actionData, 'quote')
	const error = formState?.fields['taskId']
	return (
		<div className={stack.column}>
			<Head title="問い合わせに見積もりを送る" description="問い合わせへの見積もりです。" path={inquiryQuotePath(form.id)} noindex />
			<p>
				<Link to={inquiryPath(form.id)}>問い合わせに戻る</Link>
			</p>
			<h2>問い合わせに見積もりを送る</h2>
			<section className={styles.section} aria-labelledby="asked">
				<h3 id="asked">{`${form.contactName}さんから${form.officeName}への「${form.subject}」`}</h3>
				<p className={styles.message}>{form.asked}</p>
			</section>
			{form.closed === null && form.tasks.length > 0 ? (
				<>
					<p>
						送ると、{form.contactName}
						さんが見積もりを見て、依頼するかどうかを決めます。依頼先に決まると、お名前とメールアドレスが届きます。やり取りは、この問い合わせで続けられます。
					</p>
					<QuoteForm
						before={null}
						feeLine={form.feeLine}
						budget={null}
						validUntil={validUntil}
						preview={actionData && 'preview' in actionData ? actionData.preview : null}
						formState={formState}
						csrfToken={csrfToken}
						clientKey={clientKey}
					>
						<Field id="taskId" label="業務" hint="事務所のページに載せている業務から選びます。" error={error}>
							<select
								{...controlProps('taskId', { hint: true, error })}
								name="taskId"
								defaultValue={textIn(formState?.values, 'taskId') ?? `${form.taskId ?? ''}`}
							>
								<option value="">選んでください</option>
								{form.tasks.map(({ id, name }) => (
									<option key={id} value={id}>
										{name}
									</option>
								))}
							</select>
						</Field>
					</QuoteForm>
				</>
			) : (
				<div className={styles.notice}>
					<p>{form.closed ?? '事務所のページに、受けられる業務がまだ登録されていません。業務を登録すると、見積もりを送れます。'}</p>
					{form.closed === null && <Link to={officeEditPath(form.officeId, { section: 'fees' })}>業務と料金を登録する</Link>}
				</div>
			)}
		</div>
	)
}
