import { redirect } from 'react-router'
import { moveContact, readContactAsStaff } from '../../domain/funding-diagnosis/contact-admin.ts'
import { closingSchema, noteSchema } from '../../domain/funding-diagnosis/contact-schemas.ts'
import { CONTACT_KEPT_DAYS, contactLengths } from '../../domain/funding-diagnosis/contact-input.ts'
import { staffDiagnosesPath, staffDiagnosisPath } from '../../domain/shared/links.ts'
import { Head } from '../layout/head.tsx'
import { viewContact } from '../funding-diagnosis/factoring-contact-view.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import type { FormState } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/diagnosis.page'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import { DoneNote, LateDecision } from './done-note.tsx'
import formStyles from '../forms/form.module.css'
import styles from './admin.module.css'

export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const { contact, note } = await readContactAsStaff(ctx, id)
	return {
		id,
		note,
		contact: contact && viewContact(contact, ctx.now()),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['support'], 'personal-data', {
	contact: {
		input: noteSchema,
		async run(ctx, { note }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await moveContact(ctx, id, 'contacted', note)
			return redirect(staffDiagnosisPath(id, { done: 'diagnosis-contacted' }), 303)
		},
	},
	close: {
		input: closingSchema,
		async run(ctx, { note }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await moveContact(ctx, id, 'closed', note)
			return redirect(staffDiagnosisPath(id, { done: 'diagnosis-closed' }), 303)
		},
	},
})

export default function DiagnosisPage({ loaderData: { id, contact, note, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const isOpen = contact !== null && contact.state !== 'closed'
	return (
		<>
			<Head title={`相談${id}`} description="資金の相談の内容です。" path={staffDiagnosisPath(id)} noindex />
			<p>
				<Link to={staffDiagnosesPath()}>資金の相談の一覧へ</Link>
			</p>
			<h1>{`相談${id}`}</h1>
			{!isOpen && <LateDecision formState={formState} forms={[]} />}
			{!formState && <DoneNote done={done} />}
			{contact === null ? (
				<p className={styles.empty}>本人が取り下げました。お名前、連絡先、相談の内容は消去されています。対応は要りません。</p>
			) : (
				<>
					<p className={styles.warn}>個人情報を表示しています。この閲覧は操作の記録に残りました。</p>
					<p className={styles.line}>
						<strong>{contact.stateLabel}</strong>
						<span className={styles.quiet}>{`${contact.sent.exact}に申し込み`}</span>
						{contact.contacted !== null && <span className={styles.quiet}>{`${contact.contacted.exact}に連絡`}</span>}
						{contact.ended !== null && <span className={styles.quiet}>{`${contact.ended.exact}に終了`}</span>}
					</p>
					<section className={styles.section} aria-labelledby="asked">
						<h2 id="asked">申し込みの内容</h2>
						<FactList rows={contact.rows} />
					</section>
					<section className={styles.section} aria-labelledby="diagnosis">
						<h2 id="diagnosis">診断の入力内容</h2>
						{contact.diagnosis === null ? <p>本人は、診断の入力内容を送っていません。</p> : <FactList rows={contact.diagnosis} />}
					</section>
					{contact.state === 'closed' ? (
						<section className={styles.section} aria-labelledby="note">
							<h2 id="note">メモ</h2>
							<p className={styles.reason}>{note}</p>
							<p className={styles.quiet}>{`終了から${CONTACT_KEPT_DAYS}日で、申し込みとメモを消去します。`}</p>
						</section>
					) : (
						<Progress isNew={contact.state === 'new'} note={note} csrfToken={csrfToken} formState={formState} />
					)}
				</>
			)}
		</>
	)
}

function Progress({
	isNew,
	note,
	csrfToken,
	formState,
}: {
	isNew: boolean
	note: string
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<section className={styles.section} aria-labelledby="progress">
			<h2 id="progress">対応</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} />
				<TextArea
					id="note"
					name="note"
					label="メモ"
					hint={`${contactLengths.note.max.toLocaleString('ja-JP')}文字まで。終了するときは、結果を書いてください。本人がデータを書き出すと、このメモも含まれます。`}
					rows={4}
					formState={formState}
					defaultValue={note}
				/>
				<div className={formStyles.buttons}>
					{isNew && (
						<button type="submit" name="intent" value="contact" className="button">
							連絡済みにする
						</button>
					)}
					<button type="submit" name="intent" value="close" className="button" data-kind="quiet">
						対応を終了する
					</button>
				</div>
			</form>
		</section>
	)
}
