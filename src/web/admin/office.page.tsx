import { z } from 'zod'
import { redirect } from 'react-router'
import { idField, noFields, textField } from '../forms/form-fields.server.ts'
import { isStaffWith } from '../../domain/accounts/staff.ts'
import { decideOnChange, getOfficeForStaff, suspendOffice } from '../../domain/offices/office-changes.ts'
import { readOfficeFigures } from '../../domain/operations/offices/office-figures.ts'
import { getOfficeOverview } from '../../domain/operations/offices/office-overview.ts'
import { roleLabels, stateLabels } from '../../domain/memberships/office-policy.ts'
import { reasonSchema } from '../../domain/experts/registration-schemas.ts'
import { expertPath, officePath, staffOfficePath, staffOfficePreviewPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { ChangeTable } from '../ui/change-table.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Field, controlProps } from '../forms/field.tsx'
import { DoneNote } from './done-note.tsx'
import type { Route } from './+types/office.page'
import stack from '../ui/stack.module.css'
import { OfficeOverviewSections, viewOverview } from './offices/office-overview.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import styles from './admin.module.css'

export const loader = staffLoader(['reviewer'], 'routine', async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const { change, ...office } = await getOfficeForStaff(ctx, id)
	const [overview, figures] = await Promise.all([getOfficeOverview(ctx, id), readOfficeFigures(ctx, [id])])
	return {
		office: { ...office, overview: viewOverview(overview), figures: figures.get(id) ?? null },
		mayOpen: { reviews: isStaffWith(ctx.viewer, 'moderator'), leads: isStaffWith(ctx.viewer, 'support') },
		change: change && { ...change, asked: momentText(change.askedAt.getTime()), askedAt: change.askedAt.getTime() },
		canAudit: isStaffWith(ctx.viewer, 'admin'),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const changeFields = z.object({ changeId: idField, askedAt: textField.transform(Number) })

const done = ({ id }: { id: string }, what: string) => redirect(staffOfficePath(parseId(id), { done: what }), 303)

export const action = staffAction(['reviewer'], 'verdict', {
	approve: {
		input: changeFields,
		async run(ctx, change, { params }: Route.ActionArgs) {
			await decideOnChange(ctx, parseId(params.id), { ...change, reason: null })
			return done(params, 'office-approved')
		},
	},
	return: {
		input: changeFields.extend({ reason: reasonSchema }),
		async run(ctx, change, { params }: Route.ActionArgs) {
			await decideOnChange(ctx, parseId(params.id), change)
			return done(params, 'office-returned')
		},
	},
	suspend: {
		input: z.object({ reason: reasonSchema }),
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await suspendOffice(ctx, parseId(params.id), reason)
			return done(params, 'office-suspended')
		},
	},
	unsuspend: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await suspendOffice(ctx, parseId(params.id), null)
			return done(params, 'office-unsuspended')
		},
	},
})

export default function OfficeDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, change, canAudit, mayOpen, done: what, csrfToken } = loaderData
	const { id, name, state, members } = office
	return (
		<>
			<Head title={`${name}の確認`} description="事務所の変更を確認します。" path={staffOfficePath(id)} noindex />
			<p>
				<Link to="/admin/offices">事務所の一覧へ</Link>
			</p>
			<h1>{name}</h1>
			<Ways office={office} hasChange={change !== null} canAudit={canAudit} />
			<ErrorSummary formState={formState?.fields['reason'] === undefined ? formState : undefined} />
			{!formState && <DoneNote done={what} />}
			{office.suspendedReason !== null && <p className={styles.reason}>{office.suspendedReason}</p>}
			{change && (
				<section className={styles.section} aria-labelledby="change">
					<h2 id="change">変更の申請</h2>
					<p className={styles.quiet}>{`${change.asked}に申請。承認するまで、公開ページは元のまま表示されています。`}</p>
					<ChangeTable fields={change.fields} />
				</section>
			)}
			<OfficeOverviewSections office={office} mayOpen={mayOpen} />
			<Members members={members} />
			{office.isOwn ? (
				<p className={styles.warn}>ご自身の事務所です。ほかの審査担当者が確認します。</p>
			) : (
				<>
					{change && (
						<>
							<Decision intent="approve" heading="変更を承認する" button="承認して反映する" csrfToken={csrfToken} change={change} />
							<Decision
								intent="return"
								heading="変更を差し戻す"
								button="差し戻す"
								hint="何をどう直せばよいかを書いてください。そのまま事務所に届きます。"
								csrfToken={csrfToken}
								change={change}
								formState={formState}
							/>
						</>
					)}
					{state === 'suspended' ? (
						<Decision intent="unsuspend" heading="公開の停止を解く" button="停止を解く" csrfToken={csrfToken} />
					) : (
						<Decision
							intent="suspend"
							heading="公開を停止する"
							button="公開を停止する"
							hint="理由はそのまま事務所に届きます。"
							csrfToken={csrfToken}
							formState={formState}
						/>
					)}
				</>
			)}
		</>
	)
}

/** Its state, and where else staff look at it. */
function Ways({
	office: { id, state },
	hasChange,
	canAudit,
}: Pick<Route.ComponentProps['loaderData'], 'office' | 'canAudit'> & { hasChange: boolean }) {
	return (
		<p className={styles.line}>
			<strong>{stateLabels[state]}</strong>
			{state === 'published' && <Link to={officePath(id)}>公開ページ</Link>}
			<Link to={staffOfficePreviewPath(id)}>{hasChange ? '変更したときの見え方' : '見え方'}</Link>
			{canAudit && <Link to={`/admin/audit?subject=office:${id}`}>操作の記録</Link>}
		</p>
	)
}

/** One form for each decision; one that needs a reason says why in its hint. */
function Decision({
	intent,
	heading,
	button,
	hint,
	csrfToken,
	change,
	formState,
}: {
	intent: string
	heading: string
	button: string
	hint?: string
	csrfToken: string
	change?: { id: number; askedAt: number }
	formState?: FormState | undefined
}) {
	const fault = formStateFor(formState, intent)
	const error = fault?.fields['reason']
	return (
		<section className={styles.section} aria-labelledby={`${intent}-title`}>
			<h2 id={`${intent}-title`}>{heading}</h2>
			<form method="post" className={styles.body} noValidate>
				{error !== undefined && <ErrorSummary formState={fault} />}
				<HiddenFields csrfToken={csrfToken} />
				{change && (
					<>
						<input type="hidden" name="changeId" value={change.id} />
						<input type="hidden" name="askedAt" value={change.askedAt} />
					</>
				)}
				{hint !== undefined && (
					<Field id={`reason-${intent}`} label="理由" hint={hint} error={error}>
						<textarea
							{...controlProps(`reason-${intent}`, { hint: true, error })}
							name="reason"
							rows={3}
							defaultValue={textIn(fault?.values, 'reason')}
						/>
					</Field>
				)}
				<div>
					<button type="submit" name="intent" value={intent} className="button" data-kind={intent === 'approve' ? undefined : 'quiet'}>
						{button}
					</button>
				</div>
			</form>
		</section>
	)
}

function Members({ members }: Pick<Route.ComponentProps['loaderData']['office'], 'members'>) {
	return (
		<section className={styles.section} aria-labelledby="members">
			<h2 id="members">メンバー</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				{members.map((member) => (
					<li key={member.expertId}>
						<div className={styles.line}>
							<Link to={expertPath(member.expertId)}>{member.name}</Link>
							<span className={styles.quiet}>{roleLabels[member.role]}</span>
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}
