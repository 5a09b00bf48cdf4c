import { readPerson } from '../../../domain/operations/person-overview.ts'
import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { staffRoleLabel } from '../../../domain/accounts/staff-role-names.ts'
import { stateLabels } from '../../../domain/memberships/office-policy.ts'
import { expertPath, officePath, staffExpertPath, staffOfficePath, staffPersonPath, staffSearchPath } from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { actionLabel } from '../audit-labels.ts'
import { expertStateLabel } from '../experts/expert-states.ts'
import type { Route } from './+types/person.page'
import { ResultLink } from './result-link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** Facts and numbers of one account; each look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const { createdAt, deletedAt, emailVerifiedAt, events, counts, ...person } = await readPerson(ctx, params.uid)
	const { lastSeenAt, ...numbers } = counts
	return {
		...person,
		counts: numbers,
		created: momentText(createdAt),
		left: deletedAt && momentText(deletedAt),
		emailVerified: emailVerifiedAt && momentText(emailVerifiedAt),
		lastSeen: lastSeenAt && momentText(lastSeenAt),
		events: events.map(({ at, ...event }) => ({ ...event, at: momentText(at) })),
		isReviewer: isStaffWith(ctx.viewer, 'reviewer'),
		canAudit: isStaffWith(ctx.viewer, 'admin'),
	}
})

const planNames = { standard: 'スタンダード', pro: 'プロ' }
const count = (n: number, unit = '件') => `${n.toLocaleString('ja-JP')}${unit}`

export default function PersonPage({ loaderData: person }: Route.ComponentProps) {
	const { uid, name, counts, roles, left } = person
	const title = name === '' ? '名前のない会員' : name
	return (
		<div className={styles.body}>
			<Head title={`${title}の情報`} description="会員の情報です。" path={staffPersonPath(uid)} noindex />
			<p>
				<Link to={staffSearchPath()}>人と事務所を探す</Link>
			</p>
			<h1>
				{title} {left !== null && <Tag tone="warn">退会</Tag>} {roles.length > 0 && <Tag>スタッフ</Tag>}
			</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。投稿・やり取り・依頼の内容は、ここには出ません。
			</p>
			<Account person={person} />
			<section className={styles.section} aria-labelledby="activity">
				<h2 id="activity">利用の件数</h2>
				<FactList
					rows={[
						{ label: '質問', value: count(counts.questions) },
						{ label: '回答', value: count(counts.answers) },
						{ label: '見積もり依頼', value: count(counts.requests) },
						{ label: '事務所への問い合わせ', value: count(counts.inquiries) },
						{ label: '口コミ', value: count(counts.reviews) },
						{ label: '行った報告', value: count(counts.reportsMade) },
						{ label: '運営へのお問い合わせ', value: count(counts.supportRequests) },
					]}
				/>
			</section>
			<Work person={person} />
			<Events person={person} />
		</div>
	)
}

type Person = Route.ComponentProps['loaderData']

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

/** The public page for those who are public; what was handed in only for reviewers. */
function Work({ person: { expert, offices, isReviewer } }: { person: Person }) {
	if (!expert) return null
	const publicPath = expert.state === 'verified' ? expertPath(expert.id) : null
	return (
		<section className={styles.section} aria-labelledby="expert">
			<h2 id="expert">専門家・事務所</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				<li>
					<div className={styles.line}>
						<ResultLink to={isReviewer ? staffExpertPath(expert.id) : publicPath}>
							{expert.name === '' ? `申請${expert.id}` : expert.name}
						</ResultLink>
						<span>{expertStateLabel(expert.state)}</span>
					</div>
				</li>
				{offices.map(({ id, name, state, role }) => (
					<li key={id}>
						<div className={styles.line}>
							<ResultLink to={isReviewer ? staffOfficePath(id) : state === 'published' ? officePath(id) : null}>{name}</ResultLink>
							<span>{stateLabels[state]}</span>
							<span className={styles.quiet}>{role === 'owner' ? '代表者' : '編集者'}</span>
						</div>
					</li>
				))}
			</ul>
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
