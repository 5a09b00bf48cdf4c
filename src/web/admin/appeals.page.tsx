import { z } from 'zod'
import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import { decideAppeal, listAppeals } from '../../domain/moderation/appeals.ts'
import { decisionSchema } from '../../domain/moderation/schemas.ts'
import { reportLengths, subjectLabels } from '../../domain/moderation/input.ts'
import { staffAppealsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/appeals.page'
import { DoneNote, formKey, LateDecision, withDone } from './done-note.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { SubjectQuote } from './subject-quote.tsx'

import formStyles from '../forms/form.module.css'
import styles from './admin.module.css'

/** Authors who ask staff to look again, the oldest first. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const { entries, page } = await listAppeals(ctx, searchParams.get('page'))
	return {
		done: searchParams.get('done'),
		page,
		entries: entries.map(({ at, ...entry }) => ({ ...entry, at: momentText(at.getTime()) })),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['moderator'], 'verdict', {
	decide: {
		input: decisionSchema.extend({ targetId: idField, verdict: z.enum(['grant', 'reject']).catch('reject') }),
		async run(ctx, { targetId, verdict, reason }, { request }) {
			await decideAppeal(ctx, targetId, { grants: verdict === 'grant', reason })
			return redirect(staffAppealsPath(withDone(request.url, verdict)), 303)
		},
	},
})

type Entry = Route.ComponentProps['loaderData']['entries'][number]

export default function AppealsPage({ loaderData: { done, entries, page, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const address = (cursor: string | null) => staffAppealsPath(cursor === null ? '' : `?page=${cursor}`)
	return (
		<>
			<Head title="異議の申し立て" description="異議の申し立てを確認します。" path={staffAppealsPath()} noindex />
			<h1>異議の申し立て</h1>
			<LateDecision formState={formState} forms={entries.map(({ id }) => formKey('decide', id))} />
			{!formState && <DoneNote done={done} />}
			{entries.length === 0 && <p className={styles.empty}>確認待ちの申し立てはありません。</p>}
			{entries.map((entry) => (
				<AppealSection key={entry.id} entry={entry} csrfToken={csrfToken} formState={formStateFor(formState, 'decide', entry.id)} />
			))}
			<Pager
				label="申し立てのページ"
				number={page.number}
				previous={page.previous && address(page.previous.cursor)}
				next={page.next && address(page.next.cursor)}
			/>
		</>
	)
}

function AppealSection({ entry, csrfToken, formState }: { entry: Entry; csrfToken: string; formState: FormState | undefined }) {
	const { id, subject, about, body, at } = entry
	return (
		<article className={styles.section} aria-labelledby={`appeal-${id}`}>
			<h2 id={`appeal-${id}`}>{`${subjectLabels[subject.kind]}についての申し立て`}</h2>
			<SubjectQuote about={about} />
			<p>{body}</p>
			<p className={styles.quiet}>{at}</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="decide" targetId={id} />
				<TextArea
					id={`reason-${id}`}
					name="reason"
					label="判断の理由"
					hint={`${reportLengths.reason.min}〜${reportLengths.reason.max}文字。書いた人に届きます。`}
					rows={2}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" name="verdict" value="grant" className="button">
						もう一度公開する
					</button>
					<button type="submit" name="verdict" value="reject" className="button" data-kind="quiet">
						判断を変えない
					</button>
				</div>
			</form>
		</article>
	)
}
