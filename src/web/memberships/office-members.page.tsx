import { redirect } from 'react-router'
import { openOffice } from '../../domain/memberships/office-access.ts'
import {
	getMembership,
	handOver,
	inviteMember,
	leaveOffice,
	removeMember,
	revokeInvitation,
	setRole,
	setTitle,
} from '../../domain/memberships/office-membership.ts'
import { INVITATION_DAYS, TITLE_LENGTH, mayOffice } from '../../domain/memberships/office-policy.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { expertPath, officeEditPath, officeMembersPath, ownOfficesPath } from '../../domain/shared/links.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { textOf } from '../forms/read-form.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formStateFor, textIn, type FormState } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import formStyles from '../forms/form.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { controlProps, Field, InputField } from '../forms/field.tsx'
import fieldStyles from '../forms/field.module.css'
import type { Route } from './+types/office-members.page'
import styles from '../offices/editing/offices.module.css'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const office = await openOffice(ctx, parseId(params.id), 'read')
	const { members, invitations } = await getMembership(ctx, office.id)
	return {
		office: { id: office.id, name: office.name },
		mayManage: mayOffice('members', office, office.state),
		members,
		invitations: invitations.map(({ expiresAt, ...one }) => ({ ...one, until: dayText(expiresAt.getTime()) })),
		isInvited: new URL(request.url).searchParams.has('invited'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction(async (ctx, form, { params }: Route.ActionArgs) => {
	const id = parseId(params.id)
	const expertId = parseId(textOf(form, 'expertId'))
	switch (textOf(form, 'intent')) {
		case 'invite':
			await inviteMember(ctx, id, {
				email: textOf(form, 'email'),
				role: textOf(form, 'role') === 'owner' ? 'owner' : 'editor',
			})
			return redirect(`${officeMembersPath(id)}?invited=1`, 303)
		case 'revoke':
			await revokeInvitation(ctx, id, parseId(textOf(form, 'invitationId')))
			break
		case 'owner':
		case 'editor':
			await setRole(ctx, id, expertId, textOf(form, 'intent') === 'owner' ? 'owner' : 'editor')
			break
		case 'hand-over':
			await handOver(ctx, id, expertId)
			break
		case 'title':
			await setTitle(ctx, id, expertId, textOf(form, 'title'))
			break
		case 'remove':
			await removeMember(ctx, id, expertId)
			break
		case 'leave':
			await leaveOffice(ctx, id)
			return redirect(`${ownOfficesPath()}?done=left`, 303)
		default:
			throw notFound('act')
	}
	return redirect(officeMembersPath(id), 303)
})

export default function OfficeMembersPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, mayManage, members, invitations, isInvited, csrfToken } = loaderData
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
				{isInvited && !formState && <output className={styles.good}>招待のメールを送りました。</output>}
				{formState?.intent !== 'invite' && <ErrorSummary formState={formState} />}
				<ul className={styles.list}>
					{members.map((member) => (
						<li key={member.expertId}>
							<div className={styles.line}>
								{member.isVerified ? <Link to={expertPath(member.expertId)}>{member.name}</Link> : <span>{member.name}</span>}
								<Tag tone={member.role === 'owner' ? 'accent' : 'plain'}>{member.role === 'owner' ? '代表者' : '編集者'}</Tag>
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
						{invitations.length > 0 && (
							<section className={styles.section} aria-labelledby="invitations">
								<h2 id="invitations">返事を待っている招待</h2>
								<ul className={styles.list}>
									{invitations.map((one) => (
										<li key={one.id}>
											<p>{`${one.email}（${one.role === 'owner' ? '代表者' : '編集者'}・${one.until}まで）`}</p>
											<form method="post">
												<HiddenFields csrfToken={csrfToken} />
												<input type="hidden" name="invitationId" value={one.id} />
												<button
													type="submit"
													name="intent"
													value="revoke"
													className={styles.plain}
													aria-label={`${one.email}への招待を取り消す`}
												>
													招待を取り消す
												</button>
											</form>
										</li>
									))}
								</ul>
							</section>
						)}
					</>
				)}
			</div>
		</>
	)
}

type Member = Route.ComponentProps['loaderData']['members'][number]

function MemberActs({ member, mayManage, csrfToken }: { member: Member; mayManage: boolean; csrfToken: string }) {
	const { isOwn, role, name } = member
	const acts = isOwn
		? [{ intent: 'leave', label: 'この事務所から抜ける' }]
		: mayManage
			? [
					role === 'owner' ? { intent: 'editor', label: '編集者にする' } : { intent: 'owner', label: '代表者に加える' },
					...(role === 'editor' ? [{ intent: 'hand-over', label: '代表を引き継ぐ' }] : []),
					{ intent: 'remove', label: 'メンバーから外す' },
				]
			: []
	if (acts.length === 0) return null
	const titleId = `title-${member.expertId}`
	return (
		<details className={styles.more}>
			<summary>{`${name}さんの操作`}</summary>
			{mayManage && (
				<form method="post" className={styles.inline}>
					<HiddenFields csrfToken={csrfToken} />
					<input type="hidden" name="expertId" value={member.expertId} />
					<InputField
						id={titleId}
						label="肩書き"
						hint="公開ページの「在籍する専門家」に表示されます。例：代表、パートナー"
						optional
						name="title"
						maxLength={TITLE_LENGTH}
						defaultValue={member.title}
					/>
					<button type="submit" name="intent" value="title" className="button" data-kind="quiet">
						肩書きを保存する
					</button>
				</form>
			)}
			<form method="post" className={styles.buttons}>
				<HiddenFields csrfToken={csrfToken} />
				<input type="hidden" name="expertId" value={member.expertId} />
				{acts.map(({ intent, label }) => (
					<button key={intent} type="submit" name="intent" value={intent} className="button" data-kind="quiet">
						{label}
					</button>
				))}
			</form>
		</details>
	)
}

function InviteForm({ formState, csrfToken }: { formState: FormState | undefined; csrfToken: string }) {
	const error = formState?.fields['email']
	return (
		<section className={styles.section} aria-labelledby="invite">
			<h2 id="invite">メンバーを招待する</h2>
			<p className={fieldStyles.hint}>
				{`メールのリンクから参加できます。リンクは${INVITATION_DAYS}日間有効で、1回だけ使えます。編集者はページの内容を、代表者はメンバーや公開の状態も変えられます。`}
			</p>
			<form method="post" className={formStyles.form} noValidate aria-label="メンバーを招待する">
				<HiddenFields csrfToken={csrfToken} />
				{formState && !error && <ErrorSummary formState={formState} />}
				<InputField id="email" label="メールアドレス" error={error} type="email" defaultValue={textIn(formState?.values, 'email')} />
				<Field id="role" label="役割">
					<select {...controlProps('role', {})} name="role" defaultValue={textIn(formState?.values, 'role') ?? 'editor'}>
						<option value="editor">編集者</option>
						<option value="owner">代表者</option>
					</select>
				</Field>
				<div>
					<button type="submit" name="intent" value="invite" className="button">
						招待のメールを送る
					</button>
				</div>
			</form>
		</section>
	)
}
