import { Link, useOutletContext } from 'react-router'
import { businessRoles } from '../../../domain/accounts/business-roles.ts'
import { getMyIdentity } from '../../../domain/accounts/my-identity.ts'
import { listFirstCases } from '../../../domain/cases/cases.ts'
import { getMyUser } from '../../../domain/accounts/users.ts'
import { findExpertByUid } from '../../../domain/experts/experts.ts'
import type { WaitingCounts } from '../../../domain/operations/inbox/waiting-counts.ts'
import { portraitPath } from '../../../domain/experts/portrait-path.ts'
import { categoryPath, expertPath, ownCasesPath } from '../../../domain/shared/links.ts'
import { dayText } from '../../../domain/shared/japan-time.ts'
import { CaseCards, viewCase } from '../../layout/work/case-cards.tsx'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { useFrame } from '../../layout/site.ts'
import { FirstSteps } from './first-steps.tsx'
import { WaitingList } from './waiting-list.tsx'
import { viewWaiting } from '../../../domain/operations/people/waiting-view.ts'
import type { Route } from './+types/mypage-overview.page'
import styles from '../mypage.module.css'

/** Those in which it is the viewer's turn come first; more are on their own page. */
const CASES = 3

export const handle = { plain: true }

export const loader = withCtx(async (ctx) => {
	const { user } = await getMyUser(ctx)
	const [identity, expert, cases] = await Promise.all([
		getMyIdentity(ctx),
		user.isExpert ? findExpertByUid(ctx, user.uid) : null,
		listFirstCases(ctx, CASES),
	])
	return {
		name: `${user.lastName} ${user.firstName}`.trim(),
		imageUrl: user.imageUrl ?? (expert && portraitPath(expert)),
		email: identity.email,
		emailVerified: identity.emailVerified,
		pendingEmail: identity.pendingEmail,
		role: user.businessRole,
		categoryIds: user.categoryIds,
		since: dayText(user.createdAt),
		expertId: expert?.id ?? null,
		cases: cases.map((item) => viewCase(item, ctx.now())),
	}
})

export default function MypageOverview({ loaderData }: Route.ComponentProps) {
	const { name, imageUrl, email, emailVerified, pendingEmail, role, categoryIds, since, expertId, cases } = loaderData
	const counts = useOutletContext<WaitingCounts>()
	const { categories } = useFrame()
	const chosen = categories.filter(({ id }) => categoryIds.includes(id))
	return (
		<div className={styles.body}>
			<Head title="マイページ" description="登録している内容を確かめられます。" path="/mypage" noindex />
			{!emailVerified && (
				<p className={styles.warn}>
					メールアドレスの確認が済んでいません。届いたメールのリンクを開くか、<Link to="/mypage/account">アカウント</Link>
					から確認のメールを送り直してください。
				</p>
			)}
			{!counts.hasBegun && expertId === null && <FirstSteps role={role} />}
			<WaitingList waiting={viewWaiting(counts)} />
			{cases.length > 0 && <OpenCases cases={cases} />}
			<section className={styles.section} aria-labelledby="overview-person">
				<h2 id="overview-person">登録内容</h2>
				<div className={styles.person}>
					<img src={imageUrl ?? '/avatar.svg'} width="72" height="72" alt="" />
					<div>
						<strong>{name === '' ? 'お名前は未登録です' : `${name} さん`}</strong>
						<p>{email}</p>
						{pendingEmail !== null && <p>{`${pendingEmail} の確認を待っています`}</p>}
					</div>
				</div>
				<dl className={styles.facts}>
					{(role !== null || expertId === null) && (
						<>
							<dt>立場</dt>
							<dd>{businessRoles.find(({ value }) => value === role)?.label ?? '未登録'}</dd>
						</>
					)}
					<dt>登録日</dt>
					<dd>{since}</dd>
				</dl>
				<ul className={styles.ways}>
					<li>
						<Link className="button" data-kind="quiet" to="/mypage/profile">
							プロフィールを編集
						</Link>
					</li>
					{expertId !== null && (
						<li>
							<Link className="button" data-kind="quiet" to={expertPath(expertId)}>
								公開中の専門家ページ
							</Link>
						</li>
					)}
				</ul>
			</section>
			{/* An expert's fields stand in their own profile. */}
			{(expertId === null || chosen.length > 0) && <Interests chosen={chosen} />}
		</div>
	)
}

function OpenCases({ cases }: Pick<Route.ComponentProps['loaderData'], 'cases'>) {
	return (
		<section aria-labelledby="overview-cases" className={styles.cases}>
			<h2 id="overview-cases">あなたの案件</h2>
			<CaseCards items={cases} />
			<p>
				<Link to={ownCasesPath()}>すべての案件を見る</Link>
			</p>
		</section>
	)
}

function Interests({ chosen }: { chosen: readonly { id: number; name: string }[] }) {
	return (
		<section className={styles.section} aria-labelledby="overview-interests">
			<h2 id="overview-interests">関心のある分野</h2>
			{chosen.length === 0 ? (
				<p>
					まだ選ばれていません。<Link to="/mypage/profile">プロフィール</Link>
					で選ぶと、ここからすぐに開けます。
				</p>
			) : (
				<ul className={styles.ways}>
					{chosen.map(({ id, name: category }) => (
						<li key={id}>
							<Link className="button" data-kind="quiet" to={categoryPath(id)}>
								{category}
							</Link>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
