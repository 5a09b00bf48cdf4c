import { z } from 'zod'
import {
	decidePersonSuspension,
	requestPersonSuspension,
	withdrawPersonSuspension,
} from '../../../domain/operations/people/person-suspension.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import {
	limitSchema,
	restorationSchema,
	suspensionRequestSchema,
	suspensionSchema,
} from '../../../domain/operations/restriction-schemas.ts'
import { limitPerson, restorePerson, suspendPerson } from '../../../domain/operations/restrictions.ts'
import { staffPersonPath, staffSearchPath, staffStandingPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { WaitingConsentNote } from '../suspensions/consent-form.tsx'
import { DoneNote } from '../done-note.tsx'
import { leadOn } from '../lead-on.server.ts'
import type { Route } from './+types/standing.page'
import { loadStanding } from './load-standing.server.ts'
import { restrictionLabels } from './restriction-labels.ts'
import { Posts, Reports, ReportsMade, Restrictions } from './standing-lists.tsx'
import { RestrictionForms } from './restriction-forms.tsx'
import styles from '../admin.module.css'

/** What an account posted, which reports that met, and what staff decided about the account. The look is recorded. */
export const loader = staffLoader(['support', 'moderator'], 'personal-data', (ctx, { params, request, context }: Route.LoaderArgs) =>
	loadStanding(ctx, params.uid, request.url, formToken(context, request)),
)

const done = ({ uid }: { uid: string }, what: string) => leadOn(staffStandingPath(uid, { done: what }))

export const action = staffAction(['support', 'moderator'], 'verdict', {
	limit: {
		input: limitSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await limitPerson(ctx, params.uid, input)
			return done(params, 'person-limited')
		},
	},
	suspend: {
		input: suspensionSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await suspendPerson(ctx, params.uid, reason)
			return done(params, 'person-suspended')
		},
	},
	'suspend-request': {
		input: suspensionRequestSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await requestPersonSuspension(ctx, params.uid, reason)
			return done(params, 'suspend-requested')
		},
	},
	'suspend-decide': {
		input: mailReasonSchema.extend({ verdict: z.enum(['grant', 'refuse']).catch('refuse') }),
		async run(ctx, { verdict, reason }, { params }: Route.ActionArgs) {
			await decidePersonSuspension(ctx, params.uid, { grants: verdict === 'grant', reason })
			return done(params, verdict === 'grant' ? 'person-suspended' : 'suspend-refused')
		},
	},
	'suspend-withdraw': {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await withdrawPersonSuspension(ctx, params.uid)
			return done(params, 'suspend-withdrawn')
		},
	},
	restore: {
		input: restorationSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await restorePerson(ctx, params.uid, reason)
			return done(params, 'person-restored')
		},
	},
})

export default function StandingPage({ loaderData: standing, actionData: formState }: Route.ComponentProps) {
	const { uid, name, hasLeft, hasLogin, roles, inForce, isSupport, canAct } = standing
	const title = name === '' ? '名前のない会員' : name
	return (
		<div className={styles.body}>
			<Head title={`${title}の投稿と処分`} description="会員の投稿と処分です。" path={staffStandingPath(uid)} noindex />
			<p>{isSupport ? <Link to={staffPersonPath(uid)}>会員の情報</Link> : <Link to={staffSearchPath()}>人と事務所を探す</Link>}</p>
			<h1>
				{`${title}の投稿と処分`} {hasLeft && <Tag tone="warn">退会</Tag>} {roles.length > 0 && <Tag>スタッフ</Tag>}{' '}
				{inForce && <Tag tone="warn">{restrictionLabels[inForce]}</Tag>}
			</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。
			</p>
			{standing.consent?.request && <WaitingConsentNote />}
			{formState ? !canAct && <ErrorSummary formState={formState} /> : <DoneNote done={standing.done} />}
			{canAct ? (
				<RestrictionForms standing={standing} formState={formState} />
			) : (
				<p className={styles.quiet}>
					{hasLeft
						? '退会した会員には、制限も停止もできません。'
						: hasLogin
							? 'ご自身とスタッフのアカウントには、ほかの管理者だけが対応できます。'
							: 'まだだれもログインできないアカウントなので、制限も停止もできません。専門家のページの公開は、審査の担当者が停止できます。'}
				</p>
			)}
			<Restrictions items={standing.restrictions} />
			<Reports items={standing.reports} />
			<ReportsMade items={standing.reportsMade} />
			<Posts uid={uid} posts={standing.posts} />
		</div>
	)
}
