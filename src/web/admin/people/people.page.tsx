import type { ReactNode } from 'react'
import {
	expertPath,
	officePath,
	staffExpertPath,
	staffMergePath,
	staffOfficePath,
	staffPersonPath,
	staffSearchPath,
	staffStandingPath,
} from '../../../domain/shared/links.ts'
import { dayText } from '../../../domain/shared/japan-time.ts'
import { staffRoleLabel } from '../../../domain/accounts/staff-role-names.ts'
import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { stateLabels } from '../../../domain/memberships/office-policy.ts'
import { listOpenMerges } from '../../../domain/operations/people/account-merges.ts'
import { listSuspensionRequests } from '../../../domain/experts/suspensions/consent.ts'
import { listFactorResets } from '../../../domain/operations/factor-reset.ts'
import { searchForStaff } from '../../../domain/operations/staff-search.ts'
import { Head } from '../../layout/head.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { expertStateLabel } from '../experts/expert-states.ts'
import { CONSENT_PLACE } from '../suspensions/consent-form.tsx'
import type { Route } from './+types/people.page'
import { FACTOR_RESET_PLACE } from './factor-reset.tsx'
import { ResultLink } from './result-link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** One search for members, experts, offices and whatever has a number. */
export const loader = staffLoader(['reviewer', 'support', 'moderator'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const typed = new URL(request.url).searchParams.get('q') ?? ''
	const { members, ...found } = await searchForStaff(ctx, typed)
	const isSupport = isStaffWith(ctx.viewer, 'support')
	const [resets, merges, suspensions] = await Promise.all([
		isSupport ? listFactorResets(ctx) : [],
		isSupport ? listOpenMerges(ctx) : [],
		listSuspensionRequests(ctx),
	])
	return {
		...found,
		waiting: [
			...resets.map(({ uid, name, at }) => ({
				name,
				what: '二段階認証の解除',
				path: `${staffPersonPath(uid)}#${FACTOR_RESET_PLACE}`,
				since: dayText(at),
			})),
			...merges.map(({ uid, name, at }) => ({ name, what: 'アカウントの統合', path: staffMergePath(uid), since: dayText(at) })),
			...suspensions.map(({ scope, uid, expertId, name, at }) => ({
				name,
				what: scope === 'expert' ? '専門家の公開停止' : '利用の停止',
				path: `${scope === 'expert' && expertId !== null ? staffExpertPath(expertId) : staffStandingPath(uid)}#${CONSENT_PLACE}`,
				since: dayText(at),
			})),
		],
		/** Only a reviewer opens what an expert or an office has handed in. */
		isReviewer: isStaffWith(ctx.viewer, 'reviewer'),
		isSupport,
		members: members.map(({ createdAt, deletedAt, ...one }) => ({ ...one, since: dayText(createdAt), hasLeft: deletedAt !== null })),
	}
})

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
	const { text, members, experts, offices, numbered, waiting, isReviewer, isSupport } = loaderData
	const isEmpty = members.length + experts.length + offices.length + numbered.length === 0
	return (
		<div className={styles.body}>
			<Head title="人と事務所を探す" description="人・事務所・番号を探します。" path={staffSearchPath()} noindex />
			<h1>{text === '' ? '人と事務所を探す' : `「${text}」の検索結果`}</h1>
			<form method="get" className={styles.filter}>
				<label>
					名前・よみ・事務所名の一部・メール・電話・登録番号・法人番号・ID・質問や依頼の番号
					<input type="search" name="q" defaultValue={text} maxLength={80} autoComplete="off" />
				</label>
				<button type="submit" className="button">
					探す
				</button>
			</form>
			<p className={styles.quiet}>
				{isSupport
					? 'メールアドレスは一部だけを表示します。会員のページを開くと、閲覧が操作の記録に残ります。'
					: `専門家と事務所を探します。会員を探せるのは、${staffRoleLabel('support')}の担当者です。`}
			</p>
			{text === '' && waiting.length > 0 && (
				<Found id="waiting" label="別の担当者の承認を待つもの">
					{waiting.map(({ name, what, path, since }) => (
						<li key={path}>
							<div className={styles.line}>
								<Link to={path}>{name === '' ? '（名前なし）' : name}</Link>
								<span className={styles.quiet}>{`${what}・${since}に依頼`}</span>
							</div>
						</li>
					))}
				</Found>
			)}
			{text !== '' && isEmpty && <p className={styles.empty}>{`「${text}」に当てはまるものは見つかりませんでした。`}</p>}
			{numbered.length > 0 && (
				<Found id="numbered" label="この番号のもの">
					{numbered.map(({ label, path }) => (
						<li key={path}>
							<Link to={path}>{label}</Link>
						</li>
					))}
				</Found>
			)}
			<Members members={members} />
			<Experts experts={experts} isReviewer={isReviewer} />
			<Offices offices={offices} isReviewer={isReviewer} />
		</div>
	)
}

function Found({ id, label, children }: { id: string; label: string; children: ReactNode }) {
	return (
		<section aria-labelledby={id}>
			<h2 id={id}>{label}</h2>
			<ul className={`${stack.rows} ${styles.list}`}>{children}</ul>
		</section>
	)
}

type Data = Route.ComponentProps['loaderData']

function Members({ members }: Pick<Data, 'members'>) {
	if (members.length === 0) return null
	return (
		<Found id="members" label="会員">
			{members.map(({ uid, name, maskedEmail, isExpert, isStaff, since, hasLeft }) => (
				<li key={uid}>
					<div className={styles.line}>
						<Link to={staffPersonPath(uid)}>{name === '' ? '（名前なし）' : name}</Link>
						<span>{maskedEmail}</span>
						{isStaff && <Tag>スタッフ</Tag>}
						{isExpert && <Tag tone="good">専門家</Tag>}
						{hasLeft && <Tag tone="warn">退会</Tag>}
					</div>
					<p className={styles.quiet}>{`${since}に登録・ID ${uid}`}</p>
				</li>
			))}
		</Found>
	)
}

function Experts({ experts, isReviewer }: Pick<Data, 'experts' | 'isReviewer'>) {
	if (experts.length === 0) return null
	return (
		<Found id="experts" label="専門家">
			{experts.map(({ id, name, professions, numbers, offices, state }) => (
				<li key={id}>
					<div className={styles.line}>
						<ResultLink to={isReviewer ? staffExpertPath(id) : state === 'verified' ? expertPath(id) : null}>
							{name === '' ? `申請${id}` : name}
						</ResultLink>
						<span>{professions.join('・')}</span>
						<Tag tone={state === 'verified' ? 'good' : 'plain'}>{expertStateLabel(state)}</Tag>
					</div>
					<p className={styles.quiet}>
						{[`番号 ${id}`, numbers.length > 0 && `登録番号 ${numbers.join('、')}`, ...offices].filter(Boolean).join('・')}
					</p>
				</li>
			))}
		</Found>
	)
}

function Offices({ offices, isReviewer }: Pick<Data, 'offices' | 'isReviewer'>) {
	if (offices.length === 0) return null
	return (
		<Found id="offices" label="事務所">
			{offices.map(({ id, name, place, phone, corporateNumber, state }) => (
				<li key={id}>
					<div className={styles.line}>
						<ResultLink to={isReviewer ? staffOfficePath(id) : state === 'published' ? officePath(id) : null}>{name}</ResultLink>
						<Tag tone={state === 'published' ? 'good' : 'plain'}>{stateLabels[state]}</Tag>
					</div>
					<p className={styles.quiet}>
						{[`番号 ${id}`, place, phone, corporateNumber && `法人番号 ${corporateNumber}`].filter(Boolean).join('・')}
					</p>
				</li>
			))}
		</Found>
	)
}
