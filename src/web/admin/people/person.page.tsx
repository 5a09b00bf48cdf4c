import { z } from 'zod'
import { decideFactorReset, requestFactorReset } from '../../../domain/operations/factor-reset.ts'
import { endSessionsOf, resendVerificationTo } from '../../../domain/operations/person-acts.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import { addPersonNote, removePersonNote } from '../../../domain/support/person-notes.ts'
import { personNoteSchema } from '../../../domain/support/support-schemas.ts'
import { staffRoleLabel } from '../../../domain/accounts/staff-role-names.ts'
import {
	staffCasesPath,
	staffMergePath,
	staffPersonPath,
	staffSearchPath,
	staffStandingPath,
	staffTimelinePath,
	staffViewPath,
} from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields, targetFields, textField } from '../../forms/form-fields.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { actionLabel } from '../audit/audit-labels.ts'
import { DoneNote } from '../done-note.tsx'
import { leadOn } from '../lead-on.server.ts'
import { MailRows } from '../mail/mail-rows.tsx'
import type { Route } from './+types/person.page'
import { loadPerson, type PersonData } from './load-person.server.ts'
import { restrictionLabels } from './restriction-labels.ts'
import { Notes, Security } from './person-parts.tsx'
import { Work } from './person-work.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** An account from all sides; each look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, request, context }: Route.LoaderArgs) => ({
	person: await loadPerson(ctx, params.uid, formToken(context, request)),
	done: new URL(request.url).searchParams.get('done'),
}))

const done = ({ uid }: { uid: string }, what: string) => leadOn(staffPersonPath(uid, { done: what }))

export const action = staffAction(['support'], 'personal-data', {
	note: {
		input: personNoteSchema.extend({ pinned: textField }),
		async run(ctx, { note, pinned }, { params }: Route.ActionArgs) {
			await addPersonNote(ctx, params.uid, { body: note, isPinned: pinned !== '' })
			return done(params, 'person-note')
		},
	},
	'remove-note': {
		input: targetFields,
		async run(ctx, { targetId }, { params }: Route.ActionArgs) {
			await removePersonNote(ctx, params.uid, targetId)
			return done(params, 'person-note-removed')
		},
	},
	'end-sessions': {
		input: mailReasonSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await endSessionsOf(ctx, params.uid, reason)
			return done(params, 'person-sessions')
		},
	},
	'factor-request': {
		input: mailReasonSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await requestFactorReset(ctx, params.uid, reason)
			return done(params, 'person-factor-requested')
		},
	},
	'factor-decide': {
		input: mailReasonSchema.extend({ verdict: z.enum(['grant', 'refuse']).catch('refuse') }),
		async run(ctx, { reason, verdict }, { params }: Route.ActionArgs) {
			await decideFactorReset(ctx, params.uid, { grants: verdict === 'grant', reason })
			return done(params, verdict === 'grant' ? 'person-factor-reset' : 'person-factor-refused')
		},
	},
	resend: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			await resendVerificationTo(ctx, params.uid)
			return done(params, 'person-resent')
		},
	},
})

const planNames = { standard: 'スタンダード', pro: 'プロ' }
const count = (n: number, unit = '件') => `${n.toLocaleString('ja-JP')}${unit}`

export default function PersonPage({ loaderData: { person, done: what }, actionData: formState }: Route.ComponentProps) {
	const { uid, name, counts, roles, left } = person
	const title = name === '' ? '名前のない会員' : name
	return (
		<div className={styles.body}>
			<Head title={`${title}の情報`} description="会員の情報です。" path={staffPersonPath(uid)} noindex />
			<p>
				<Link to={staffSearchPath()}>人と事務所を探す</Link>
			</p>
			<h1>
				{title} {left !== null && <Tag tone="warn">退会</Tag>} {roles.length > 0 && <Tag>スタッフ</Tag>}{' '}
				{person.restriction && <Tag tone="warn">{restrictionLabels[person.restriction]}</Tag>}
			</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。投稿・やり取り・依頼の内容は、ここには出ません。
			</p>
			{!formState && <DoneNote done={what} />}
			{formState && person.left !== null && <ErrorSummary formState={formState} />}
			<Ways person={person} />
			<Account person={person} />
			<Notes person={person} formState={formState} />
			<section className={styles.section} aria-labelledby="activity">
				<h2 id="activity">利用の件数</h2>
				<FactList
					rows={[
						{ label: '質問', value: count(counts.questions) },
						{ label: '回答', value: count(counts.answers) },
						{ label: '見積もり依頼', value: count(counts.requests) },
						{ label: '事務所への問い合わせ', value: count(counts.inquiries) },
						{ label: '口コミ', value: count(counts.reviews) },
						{
							label: '行った報告',
							value:
								counts.reportsMade === 0 ? (
									count(0)
								) : (
									<Link to={`${staffStandingPath(uid)}#reports-made`}>{count(counts.reportsMade)}</Link>
								),
						},
						{ label: '運営へのお問い合わせ', value: count(counts.supportRequests) },
					]}
				/>
			</section>
			<Work person={person} />
			<Security person={person} formState={formState} />
			<section className={styles.section} aria-labelledby="mails">
				<h2 id="mails">最近のメール</h2>
				{person.mails.length === 0 ? (
					<p className={styles.quiet}>90日のあいだに送ったメールはありません。</p>
				) : (
					<MailRows mails={person.mails} />
				)}
			</section>
			<Events person={person} />
		</div>
	)
}

type Person = PersonData

/** The pages that say the rest of an account. */
function Ways({ person: { uid, left, canAct } }: { person: Person }) {
	const ways = [
		{ to: staffTimelinePath(uid), label: 'タイムライン（投稿・案件・メール・スタッフの操作）' },
		{ to: staffStandingPath(uid), label: '投稿と処分（投稿の制限・利用の停止）' },
		{ to: staffCasesPath(uid), label: '案件と請求（内容は出ません）' },
		...(left === null ? [{ to: staffViewPath(uid), label: 'この会員の画面を見る（閲覧だけ）' }] : []),
		...(canAct ? [{ to: staffMergePath(uid), label: 'もう1つのアカウントへの統合' }] : []),
	]
	return ways.map(({ to, label }) => (
		<p key={to}>
			<Link to={to}>{label}</Link>
		</p>
	))
}

function Account({ person }: { person: Person }) {
	const { uid, counts, roles, left } = person
	return (
		<section className={styles.section} aria-labelledby="account">
			<h2 id="account">アカウント</h2>
			<FactList
				rows={[
					{ label: 'ID', value: uid },
					{ label: 'メールアドレス', value: person.email ?? '（なし）' },
					{ label: 'アドレスの確認', value: person.emailVerified ?? '未確認' },
					{ label: '登録', value: person.created },
					...(left === null ? [] : [{ label: '退会', value: left }]),
					{ label: '最後の利用', value: person.lastSeen ?? (person.hasLoggedIn ? '記録なし' : 'まだログインしていません') },
					{ label: 'ログイン中の端末', value: count(counts.sessions, '台') },
					{ label: 'お知らせのメール', value: person.receivesMail ? '受け取る' : '受け取らない' },
					{ label: 'プラン', value: person.plan === null ? '無料' : planNames[person.plan] },
					{ label: 'スタッフの役割', value: roles.length === 0 ? '（なし）' : roles.map(staffRoleLabel).join('、') },
				]}
			/>
		</section>
	)
}

function Events({ person }: { person: Person }) {
	const { events } = person
	return (
		<section className={styles.section} aria-labelledby="events">
			<h2 id="events">スタッフの操作</h2>
			{person.canAudit && <Link to={`/admin/audit?subject=user:${person.userId}`}>操作の記録をすべて見る</Link>}
			{events.length === 0 ? (
				<p className={styles.quiet}>これまでの操作はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{events.map(({ id, at, action, reason, by }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{actionLabel(action)}</strong>
								<span className={styles.quiet}>{`${at} ${by ?? 'サーバーのコマンド'}`}</span>
							</div>
							{reason !== null && <p className={styles.reason}>{reason}</p>}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
