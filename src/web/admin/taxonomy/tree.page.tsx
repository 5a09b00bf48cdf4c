import { below, listTree, type TreeItem } from '../../../domain/operations/taxonomy/item-lists.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffItemPath, staffNewItemPath, staffTaxonomyChecksPath, staffTaxonomyPath } from '../../../domain/shared/links.ts'
import { itemKindLabels } from '../../../domain/taxonomy/editing/item-fields.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/tree.page'
import own from './taxonomy.module.css'

const filters = {
	drafts: { label: '下書き', has: ({ hasDraft }: TreeItem) => hasDraft },
	changed: { label: '画面で変えたもの', has: ({ isChanged, isOwn }: TreeItem) => isChanged || isOwn },
	differences: { label: 'リポジトリとの違い', has: ({ differences }: TreeItem) => differences > 0 },
	retired: { label: '終了したもの', has: ({ isRetired }: TreeItem) => isRetired },
}
type Filter = keyof typeof filters

const shownItem = ({ publishAt, ...item }: TreeItem) => ({ ...item, publishOn: publishAt && momentText(publishAt) })

export const loader = staffLoader(['editor'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const tree = await listTree(ctx)
	const search = new URL(request.url).searchParams
	const show = search.get('show') ?? ''
	const filter = Object.hasOwn(filters, show) ? (show as Filter) : null
	const current = tree.filter(({ isLive, hasDraft, isRetired }) => (isLive || hasDraft) && !isRetired)
	return {
		done: search.get('done'),
		filter,
		counts: Object.fromEntries(Object.entries(filters).map(([name, { has }]) => [name, tree.filter(has).length])),
		found: filter ? tree.filter(filters[filter].has).map(shownItem) : [],
		categories: filter
			? []
			: current
					.filter(({ kind }) => kind === 'category')
					.map((category) => ({
						...shownItem(category),
						gates: below(current, 'part', category.key).map(shownItem),
						tasks: below(current, 'task', category.key).map((task) => ({
							...shownItem(task),
							parts: below(current, 'part', task.key).map(shownItem),
							useCases: below(current, 'useCase', task.key).map(shownItem),
						})),
					})),
		tools: filter ? [] : current.filter(({ kind }) => kind === 'tool').map(shownItem),
	}
})

type Item = ReturnType<typeof shownItem>

export default function TreePage({ loaderData: { done, filter, counts, found, categories, tools } }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title="業務の分類" description="カテゴリー、業務、部分、活用例、道具を編集します。" path={staffTaxonomyPath()} noindex />
			<h1>業務の分類</h1>
			<DoneNote done={done} />
			<p className={styles.quiet}>
				項目を開いて直すと、まず下書きになります。公開するまで、サイトは変わりません。画面で変えた欄は、リポジトリの内容が更新されても残ります。両方が変わった欄は「リポジトリとの違い」に出ます。
			</p>
			<p className={styles.line}>
				<Link to={staffTaxonomyChecksPath()}>言葉の試験・期限・リンクの点検</Link>
				<Link to={staffNewItemPath('tool')}>道具を加える</Link>
			</p>
			<FilterTabs
				label="表示する項目"
				tabs={[
					{ label: 'すべて（木）', to: staffTaxonomyPath(), isCurrent: filter === null },
					...Object.entries(filters).map(([name, { label }]) => ({
						label,
						count: counts[name] ?? 0,
						to: staffTaxonomyPath({ show: name }),
						isCurrent: filter === name,
					})),
				]}
			/>
			{filter !== null && <Found items={found} />}
			{filter === null && (
				<div className={`${own.tree} ${stack.close}`}>
					{categories.map((category) => (
						<Category key={category.key} category={category} />
					))}
					<details>
						<summary>{`道具（${tools.length}）`}</summary>
						<Branch items={tools} />
					</details>
				</div>
			)}
		</div>
	)
}

function Found({ items }: { items: readonly Item[] }) {
	if (items.length === 0) return <p className={styles.empty}>当てはまる項目はありません。</p>
	return (
		<ul className={stack.ruled}>
			{items.map((item) => (
				<li key={`${item.kind} ${item.key}`} className={stack.entry}>
					<Row item={item} />
					<p className={styles.quiet}>{itemKindLabels[item.kind]}</p>
				</li>
			))}
		</ul>
	)
}

function Category({ category }: { category: Route.ComponentProps['loaderData']['categories'][number] }) {
	return (
		<details>
			<summary>
				<strong>{category.title}</strong>
				{`（業務${category.tasks.length}）`}
			</summary>
			<ul className={own.branch}>
				<li>
					<Row item={category} label="カテゴリーの文章" />
				</li>
				{category.gates.map((gate) => (
					<li key={gate.key}>
						<Row item={gate} label="業務を選ばない質問に答えられる資格" />
					</li>
				))}
				{category.tasks.map((task) => (
					<li key={task.key}>
						<Row item={task} />
						<details>
							<summary>{`部分${task.parts.length}・活用例${task.useCases.length}`}</summary>
							<Branch items={[...task.parts, ...task.useCases]} />
							<p className={`${styles.line} ${own.branch}`}>
								<Link to={staffNewItemPath('part', task.key)}>部分を加える</Link>
								<Link to={staffNewItemPath('useCase', task.key)}>活用例を加える</Link>
							</p>
						</details>
					</li>
				))}
				<li className={own.row}>
					<Link to={staffNewItemPath('task', category.key)}>業務を加える</Link>
				</li>
			</ul>
		</details>
	)
}

function Branch({ items }: { items: readonly Item[] }) {
	if (items.length === 0) return <p className={styles.quiet}>まだありません。</p>
	return (
		<ul className={own.branch}>
			{items.map((item) => (
				<li key={`${item.kind} ${item.key}`}>
					<Row item={item} />
				</li>
			))}
		</ul>
	)
}

function Row({ item, label = item.title }: { item: Item; label?: string }) {
	return (
		<span className={own.row}>
			<Link to={staffItemPath(item.kind, item.key)}>{label}</Link>
			{item.hasDraft && <Tag tone="accent">{item.publishOn === null ? '下書き' : `${item.publishOn}に公開`}</Tag>}
			{item.differences > 0 && <Tag tone="warn">{`違い${item.differences}`}</Tag>}
			{(item.isChanged || item.isOwn) && <Tag>{item.isOwn ? '画面で作成' : '変更あり'}</Tag>}
			{item.isRetired && <Tag>終了</Tag>}
		</span>
	)
}
