import type { PostKind } from '../../../domain/operations/person-standing.ts'
import { officePath, questionPath, staffStandingPath } from '../../../domain/shared/links.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { StandingData as Standing } from './load-standing.server.ts'
import { restrictionLabels } from './restriction-labels.ts'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

const kinds: Readonly<Record<PostKind, string>> = { question: '質問', answer: '回答', review: '口コミ' }
const reportStates = { open: '確認待ち', upheld: '対応した', dismissed: '公開を続けた' } as const
const names = { limited: '投稿の制限', suspended: '利用の停止' } as const

/** Every limit and suspension so far. */
export function Restrictions({ items }: { items: Standing['restrictions'] }) {
	return (
		<section className={styles.section} aria-labelledby="restrictions">
			<h2 id="restrictions">これまでの制限と停止</h2>
			{items.length === 0 ? (
				<p className={styles.quiet}>制限や停止をしたことはありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ id, kind, isInForce, reason, at, by, until, lifted, liftedBy, liftReason }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{names[kind]}</strong>
								{isInForce && <Tag tone="warn">{restrictionLabels[kind]}</Tag>}
								<span className={styles.quiet}>{[at, by, until && `${until}まで`].filter(Boolean).join('・')}</span>
							</div>
							<p className={styles.reason}>{reason}</p>
							{lifted !== null && (
								<p className={styles.quiet}>
									{liftReason === null
										? `${lifted}に、次の制限か停止に変わりました。`
										: `${lifted}に解きました（${liftedBy ?? 'スタッフ'}）。理由：${liftReason}`}
								</p>
							)}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** Reports about the account's posts, with their verdicts. */
export function Reports({ items }: { items: Standing['reports'] }) {
	return (
		<section className={styles.section} aria-labelledby="reports">
			<h2 id="reports">投稿への報告と判断</h2>
			{items.length === 0 ? (
				<p className={styles.quiet}>投稿への報告はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ id, kind, reason, state, at, verdict }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{`${kinds[kind]}への報告`}</strong>
								<span>{reason}</span>
								<Tag tone={state === 'upheld' ? 'warn' : 'plain'}>{reportStates[state]}</Tag>
								<span className={styles.quiet}>{at}</span>
							</div>
							{verdict !== null && <p className={styles.reason}>{verdict}</p>}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** What the account reported of others, with what became of it: whether its reports are to be trusted. */
export function ReportsMade({ items }: { items: Standing['reportsMade'] }) {
	const decided = items.filter(({ state }) => state !== 'open')
	const upheld = decided.filter(({ state }) => state === 'upheld').length
	return (
		<section className={styles.section} aria-labelledby="reports-made">
			<h2 id="reports-made">この会員が行った報告</h2>
			{items.length === 0 ? (
				<p className={styles.quiet}>報告をしたことはありません。</p>
			) : (
				<>
					{decided.length > 0 && <p className={styles.quiet}>{`判断が済んだ${decided.length}件のうち、${upheld}件で対応しました。`}</p>}
					<ul className={`${stack.rows} ${styles.list}`}>
						{items.map(({ id, kind, reason, state, at, verdict }) => (
							<li key={id}>
								<div className={styles.line}>
									<strong>{`${kind}の報告`}</strong>
									<span>{reason}</span>
									<Tag tone={state === 'upheld' ? 'warn' : 'plain'}>{reportStates[state]}</Tag>
									<span className={styles.quiet}>{at}</span>
								</div>
								{verdict !== null && <p className={styles.reason}>{verdict}</p>}
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	)
}

export function Posts({ uid, posts: { items, page } }: { uid: string; posts: Standing['posts'] }) {
	return (
		<section className={styles.section} aria-labelledby="posts">
			<h2 id="posts">投稿</h2>
			{items.length === 0 ? (
				<p className={styles.quiet}>質問・回答・口コミの投稿はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ kind, id, pageId, at, excerpt }) => (
						<li key={`${kind}${id}`}>
							<div className={styles.line}>
								<strong>{kinds[kind]}</strong>
								{excerpt === null ? <Tag>非公開</Tag> : <Link to={pathOf(kind, pageId, id)}>{excerpt}</Link>}
								<span className={styles.quiet}>{at}</span>
							</div>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="投稿のページ"
				number={page.number}
				previous={page.previous && staffStandingPath(uid, { page: page.previous.cursor })}
				next={page.next && staffStandingPath(uid, { page: page.next.cursor })}
			/>
		</section>
	)
}

const pathOf = (kind: PostKind, pageId: number, id: number) =>
	kind === 'review' ? officePath(pageId) : kind === 'answer' ? questionPath(pageId, id) : questionPath(pageId)
