import { redirect } from 'react-router'
import { accessGrounds, accessLengths, groundLabel, threadKinds, threadLabel } from '../../../domain/moderation/message-access-input.ts'
import { listMessageAccesses, requestMessageAccess } from '../../../domain/moderation/message-access.ts'
import { messageAccessSchema } from '../../../domain/moderation/message-access-schemas.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffAccessesPath, staffAccessPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { controlProps, Field, InputField } from '../../forms/field.tsx'
import { fieldsOf } from '../../forms/read-form.ts'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Route } from './+types/accesses.page'
import { accessState } from './access-state.ts'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

/** What was asked for, and the form that asks. Nothing here says what a thread holds. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { items, page } = await listMessageAccesses(ctx, new URL(request.url).searchParams.get('page'))
	return {
		page,
		items: items.map((access) => ({
			id: access.id,
			thread: threadLabel(access.kind, access.subjectId),
			state: accessState(access, ctx.now()),
			facts: `${groundLabel(access.ground)} ／ ${access.authority} ／ ${momentText(access.requestedAt)}に${access.requestedBy}が申請`,
		})),
		csrfToken: formToken(context, request),
	}
})

const empty = {
	kind: '',
	subjectId: '',
	ground: '',
	authority: '',
	reference: '',
	issuedOn: '',
	explanation: '',
	noticeDelayedUntil: '',
}

export const action = staffAction(['moderator'], 'verdict', {
	request: {
		input: ({ now }: Pick<Ctx, 'now'>) => messageAccessSchema(now()),
		read: (form) => ({ ...empty, ...fieldsOf(form) }),
		async run(ctx, input) {
			return redirect(staffAccessPath(await requestMessageAccess(ctx, input), { done: 'access-requested' }), 303)
		},
	},
})

export default function AccessesPage({ loaderData: { items, page, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const address = (cursor: string | null) => staffAccessesPath({ page: cursor })
	return (
		<>
			<Head title="やり取りの開示" description="法律の根拠にもとづくやり取りの閲覧です。" path={staffAccessesPath()} noindex />
			<h1>やり取りの開示</h1>
			<p className={styles.warn}>
				会員どうしのやり取りは、通信の秘密です。法律の根拠があり、別の担当者が承認したときだけ、72時間に限って開けます。閲覧は全部記録し、双方に通知します。
			</p>
			{items.length === 0 && <p className={styles.empty}>申請はまだありません。</p>}
			<ul className={`${stack.rows} ${styles.list}`}>
				{items.map(({ id, thread, state, facts }) => (
					<li key={id}>
						<div className={styles.line}>
							<Link to={staffAccessPath(id)}>{`申請${id} ${thread}`}</Link>
							<strong>{state}</strong>
						</div>
						<p className={styles.quiet}>{facts}</p>
					</li>
				))}
			</ul>
			<Pager
				label="申請のページ"
				number={page.number}
				previous={page.previous && address(page.previous.cursor)}
				next={page.next && address(page.next.cursor)}
			/>
			<section className={styles.section} aria-labelledby="request">
				<h2 id="request">閲覧を申請する</h2>
				<RequestForm csrfToken={csrfToken} formState={formStateFor(formState, 'request')} />
			</section>
		</>
	)
}

function RequestForm({ csrfToken, formState }: { csrfToken: string; formState: FormState | undefined }) {
	const errors = formState?.fields ?? {}
	const typed = (name: string) => textIn(formState?.values, name) ?? ''
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="request" />
			<SelectField id="kind" label="やり取りの種類" options={threadKinds} error={errors['kind']} value={typed('kind')} />
			<InputField
				id="subjectId"
				label="やり取りの番号"
				inputMode="numeric"
				autoComplete="off"
				error={errors['subjectId']}
				defaultValue={typed('subjectId')}
			/>
			<SelectField
				id="ground"
				label="法律の根拠"
				hint="照会だけでは、通信の秘密に当たる内容は開けません。"
				options={accessGrounds}
				error={errors['ground']}
				value={typed('ground')}
			/>
			<DocumentFields errors={errors} typed={typed} />
			<TextArea
				id="explanation"
				name="explanation"
				label="開く範囲と理由"
				hint={`${accessLengths.explanation.min}文字以上。承認する担当者が読みます。`}
				rows={4}
				formState={formState}
			/>
			<InputField
				id="noticeDelayedUntil"
				label="双方への通知を遅らせる日"
				optional
				hint="令状で秘密の保持を求められたときは365日後まで、緊急の危険のときは7日後まで。ほかの根拠では遅らせられません。"
				type="date"
				error={errors['noticeDelayedUntil']}
				defaultValue={typed('noticeDelayedUntil')}
			/>
			<div className={formStyles.buttons}>
				<button type="submit" className="button">
					申請する
				</button>
			</div>
		</form>
	)
}

/** Which document gives the ground. */
function DocumentFields({ errors, typed }: { errors: FormState['fields']; typed: (name: string) => string }) {
	return (
		<>
			<InputField
				id="authority"
				label="発した機関・同意した方"
				hint="例：東京地方裁判所、警視庁三鷹警察署"
				maxLength={accessLengths.authority.max}
				autoComplete="off"
				error={errors['authority']}
				defaultValue={typed('authority')}
			/>
			<InputField
				id="reference"
				label="文書の番号"
				hint="事件の番号、文書の記号と番号。同意のときは、受け取った書面の保管先"
				maxLength={accessLengths.reference.max}
				autoComplete="off"
				error={errors['reference']}
				defaultValue={typed('reference')}
			/>
			<InputField id="issuedOn" label="文書の日付" type="date" error={errors['issuedOn']} defaultValue={typed('issuedOn')} />
		</>
	)
}

function SelectField({
	id,
	label,
	hint,
	options,
	error,
	value,
}: {
	id: string
	label: string
	hint?: string
	options: readonly { value: string; label: string }[]
	error: string | undefined
	value: string
}) {
	return (
		<Field id={id} label={label} hint={hint} error={error}>
			<select {...controlProps(id, { hint, error })} name={id} defaultValue={value}>
				<option value="">選んでください</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		</Field>
	)
}
