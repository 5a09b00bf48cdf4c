import { listDeadLinks, listExpiring, testWords } from '../../../domain/operations/taxonomy/checks.ts'
import { dateText, dayText, momentText } from '../../../domain/shared/japan-time.ts'
import { staffItemPath, staffTaxonomyChecksPath, staffTaxonomyPath } from '../../../domain/shared/links.ts'
import { shortLine } from '../../../domain/shared/text-input.ts'
import { itemKindLabels } from '../../../domain/taxonomy/editing/item-fields.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import type { Route } from './+types/checks.page'

export const loader = staffLoader(['editor'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const words = shortLine(new URL(request.url).searchParams.get('q') ?? '', 60)
	const [expiring, { dead, checked, links, latest }, test] = await Promise.all([
		listExpiring(ctx),
		listDeadLinks(ctx),
		words === '' ? null : testWords(ctx, words),
	])
	return {
		words,
		test,
		expiring: expiring.map(({ day, ...item }) => ({ ...item, day: dateText(day) })),
		links: {
			checked,
			total: links,
			latest: latest && momentText(latest),
			dead: dead.map(({ failingSince, checkedAt, ...link }) => ({ ...link, since: dayText(failingSince), checked: dayText(checkedAt) })),
		},
	}
})

export default function ChecksPage({ loaderData: { words, test, expiring, links } }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title="分類の点検" description="言葉、期限、リンクを点検します。" path={staffTaxonomyChecksPath()} noindex />
			<p>
				<Link to={staffTaxonomyPath()}>業務の分類</Link>
			</p>
			<h1>分類の点検</h1>
			<section className={styles.section} aria-labelledby="words">
				<h2 id="words">この言葉で何が出るか</h2>
				<form className={styles.filter} action={staffTaxonomyChecksPath()}>
					<label>
						言葉
						<input type="search" name="q" defaultValue={words} maxLength={60} />
					</label>
					<button type="submit" className="button" data-kind="quiet">
						試す
					</button>
				</form>
				{test && (
					<>
						<Terms title={`「${words}」の入力の候補`} terms={test.suggestions} empty="候補はありません。" />
						<Terms
							title={`「${words}」の検索で出る業務とカテゴリー`}
							terms={test.topics}
							empty="業務は見つかりません。当てはまる業務の「別の言い方」に、この言葉を加えてください。"
						/>
					</>
				)}
			</section>
			<ExpiringTexts expiring={expiring} />
			<DeadLinks links={links} />
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

function ExpiringTexts({ expiring }: Pick<Data, 'expiring'>) {
	return (
		<section className={styles.section} aria-labelledby="expiring">
			<h2 id="expiring">期限の近い内容</h2>
			{expiring.length === 0 ? (
				<p className={styles.empty}>60日以内に期限の来る業務も、1年近く確かめていない道具もありません。</p>
			) : (
				<ul className={stack.ruled}>
					{expiring.map(({ kind, key, name, day, isOver }) => (
						<li key={`${kind} ${key}`} className={stack.entry}>
							<Link to={staffItemPath(kind, key)}>{name}</Link>
							<p className={isOver ? styles.late : styles.quiet}>
								{`${itemKindLabels[kind]}・${kind === 'task' ? '内容の期限' : '次に確かめる日'} ${day}${isOver ? '（過ぎています）' : ''}`}
							</p>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function DeadLinks({ links }: Pick<Data, 'links'>) {
	return (
		<section className={styles.section} aria-labelledby="links">
			<h2 id="links">開けない道具のページ</h2>
			<p className={styles.quiet}>
				{`道具の公式のページを、週に1度、プログラムで開きます。${links.total}件のうち${links.checked}件を確かめました${links.latest === null ? '。' : `（最後は${links.latest}）。`}`}
			</p>
			{links.dead.length === 0 ? (
				<p className={styles.empty}>{links.checked === 0 ? 'まだ確かめていません。' : '開けないページはありません。'}</p>
			) : (
				<ul className={stack.ruled}>
					{links.dead.map(({ slug, name, url, failure, since, checked }) => (
						<li key={slug} className={stack.entry}>
							<Link to={staffItemPath('tool', slug)}>{name}</Link>
							<p className={styles.late}>{`${failure}（${since}から。最後に確かめたのは${checked}）`}</p>
							<p>
								<a href={url} rel="noopener" target="_blank">
									{url}
								</a>
							</p>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function Terms({
	title,
	terms,
	empty,
}: {
	title: string
	terms: readonly { label: string; detail: string; path: string }[]
	empty: string
}) {
	return (
		<>
			<h3>{title}</h3>
			{terms.length === 0 ? (
				<p>{empty}</p>
			) : (
				<ol>
					{terms.map(({ label, detail, path }) => (
						<li key={path}>
							<Link to={path}>{label}</Link>
							<span className={styles.quiet}>{`　${detail}`}</span>
						</li>
					))}
				</ol>
			)}
		</>
	)
}
