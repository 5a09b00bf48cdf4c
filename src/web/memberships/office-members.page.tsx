import { z } from 'zod'
import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { idField, noFields, targetFields, textField } from '../forms/form-fields.server.ts'
import { answerClaim, listAskedClaims } from '../../domain/experts/claims/claim-decisions.ts'
import { openOffice } from '../../domain/memberships/office-access.ts'
import {
	getMembership,
	handOver,
	inviteMember,
	leaveOffice,
	removeMember,
	revokeInvitation,
	setOwnNotices,
	setRole,
	setTitle,
} from '../../domain/memberships/office-membership.ts'
import { mayOffice, officeRoles, roleLabels } from '../../domain/memberships/office-policy.ts'
import { expertPath, officeEditPath, officeMembersPath, ownOfficesPath } from '../../domain/shared/links.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { AskedClaims } from './asked-claims.tsx'
import { InviteForm, MemberActs } from './office-member-forms.tsx'
import type { Route } from './+types/office-members.page'

import styles from '../offices/editing/offices.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const office = await openOffice(ctx, parseId(params.id), 'read')
	const [{ members, invitations }, claims] = await Promise.all([getMembership(ctx, office.id), listAskedClaims(ctx, office.id)])
	return {
		office: { id: office.id, name: office.name },
		mayManage: mayOffice('members', office, office.state),
		members,
		claims: claims.map(({ id, name, askedAt }) => ({ id, name, asked: dayText(askedAt.getTime()) })),
		invitations: invitations.map(({ expiresAt, ...one }) => ({ ...one, until: dayText(expiresAt.getTime()) })),
		done: doneSentence(new URL(request.url).searchParams),
		csrfToken: formToken(context, request),
	}
})

function doneSentence(search: URLSearchParams): string | null {
	if (search.has('invited')) return '招待のメールを送りました。'
	if (search.has('notices')) return '受け取るお知らせを保存しました。'
	if (search.get('claim') === 'agreed') return '申し出を認めました。'
	return search.get('claim') === 'objected' ? '異議を受け付けました。運営の担当者が確かめます。' : null
}

const memberFields = z.object({ expertId: idField })

/** A form about one member of the office. */
const change = (make: (ctx: Ctx, officeId: number, expertId: number) => Promise<unknown>) => ({
	input: memberFields,
	async run(ctx: Ctx, { expertId }: z.output<typeof memberFields>, { params }: Route.ActionArgs) {
		const id = parseId(params.id)
		await make(ctx, id, expertId)
		return redirect(officeMembersPath(id), 303)
	},
})

const answer = (agrees: boolean) => ({
	input: targetFields,
	async run(ctx: Ctx, { targetId: claimId }: z.output<typeof targetFields>, { params }: Route.ActionArgs) {
		const id = parseId(params.id)
		await answerClaim(ctx, id, { claimId, agrees })
		return redirect(`${officeMembersPath(id)}?claim=${agrees ? 'agreed' : 'objected'}`, 303)
	},
})
const claimAnswers = { agree: answer(true), object: answer(false) }

export const action = pageAction({
	invite: {
		input: z.object({ email: textField, role: z.enum(officeRoles).catch('editor') }),
		async run(ctx, invitation, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await inviteMember(ctx, id, invitation)
			return redirect(`${officeMembersPath(id)}?invited=1`, 303)
		},
	},
	revoke: {
		input: z.object({ invitationId: idField }),
		async run(ctx, { invitationId }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await revokeInvitation(ctx, id, invitationId)
			return redirect(officeMembersPath(id), 303)
		},
	},
	owner: change((ctx, id, expertId) => setRole(ctx, id, expertId, 'owner')),
	editor: change((ctx, id, expertId) => setRole(ctx, id, expertId, 'editor')),
	responder: change((ctx, id, expertId) => setRole(ctx, id, expertId, 'responder')),
	notices: {
		input: z.object({ notices: z.enum(['all', 'own']).catch('all') }),
		async run(ctx, { notices }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await setOwnNotices(ctx, id, notices)
			return redirect(`${officeMembersPath(id)}?notices=1`, 303)
		},
	},
	'hand-over': change(handOver),
	remove: change(removeMember),
	title: {
		input: memberFields.extend({ title: textField }),
		async run(ctx, { expertId, title }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await setTitle(ctx, id, expertId, title)
			return redirect(officeMembersPath(id), 303)
		},
	},
	...claimAnswers,
	leave: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await leaveOffice(ctx, parseId(params.id))
			return redirect(`${ownOfficesPath()}?done=left`, 303)
		},
	},
})

export default function OfficeMembersPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, mayManage, members, claims, invitations, done, csrfToken } = loaderData
	return (
		<>
			<Head title={`${office.name}のメンバー`} description="事務所のメンバーを管理します。" path={officeMembersPath(office.id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
					{ label: 'メンバー', path: officeMembersPath(office.id) },
				]}
			/>
			<div className={styles.page}>
				<h1>{`${office.name}のメンバー`}</h1>
				{done !== null && !formState && <output className={notice.saved}>{done}</output>}
				{formState?.intent !== 'invite' && <ErrorSummary formState={formState} />}
				{claims.length > 0 && <AskedClaims claims={claims} csrfToken={csrfToken} />}
				<ul className={styles.list}>
					{members.map((member) => (
						<li key={member.expertId}>
							<div className={`${stack.line} ${styles.line}`}>
								{member.isVerified ? <Link to={expertPath(member.expertId)}>{member.name}</Link> : <span>{member.name}</span>}
								<Tag tone={member.role === 'owner' ? 'accent' : 'plain'}>{roleLabels[member.role]}</Tag>
								{member.isAsleep && <Tag tone="warn">休眠中（プランの人数を超えています）</Tag>}
								{!member.isVerified && <Tag tone="warn">資格の確認前</Tag>}
								{member.title !== '' && <span>{member.title}</span>}
								{member.isOwn && <span className={styles.quiet}>ご自身</span>}
							</div>
							<MemberActs member={member} mayManage={mayManage} csrfToken={csrfToken} />
						</li>
					))}
				</ul>
				{mayManage && (
					<>
						<InviteForm formState={formStateFor(formState, 'invite')} csrfToken={csrfToken} />
						{invitations.length > 0 && <Invitations invitations={invitations} csrfToken={csrfToken} />}
					</>
				)}
			</div>
		</>
	)
}

function Invitations({ invitations, csrfToken }: Pick<Route.ComponentProps['loaderData'], 'invitations' | 'csrfToken'>) {
	return (
		<section className={styles.section} aria-labelledby="invitations">
			<h2 id="invitations">返事を待っている招待</h2>
			<ul className={styles.list}>
				{invitations.map((one) => (
					<li key={one.id}>
						<p>{`${one.email}（${roleLabels[one.role]}・${one.until}まで）`}</p>
						<form method="post">
							<HiddenFields csrfToken={csrfToken} />
							<input type="hidden" name="invitationId" value={one.id} />
							<button type="submit" name="intent" value="revoke" className={styles.plain} aria-label={`${one.email}への招待を取り消す`}>
								招待を取り消す
							</button>
						</form>
					</li>
				))}
			</ul>
		</section>
	)
}
