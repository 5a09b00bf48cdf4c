import { readPreview } from '../../domain/operations/taxonomy/item-preview.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { staffItemPath, staffItemPreviewPath } from '../../domain/shared/links.ts'
import { isItemKind, type ItemName } from '../../domain/taxonomy/editing/item-fields.ts'
import { Head } from '../layout/head.tsx'
import { staffLoader } from '../session/staff-page.server.ts'
import { Link } from '../ui/link.tsx'
import { CategoryTasks, listedTask } from './category-tasks.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskText } from './task-text.tsx'
import { ToolArticle } from './tool-article.tsx'
import type { Route } from './+types/preview.page'
import styles from './category.module.css'

export const handle = { plain: true }

/** The pages that show an item, as they would be with its draft: read in a transaction of which nothing stays. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { params }: Route.LoaderArgs) => {
	if (!isItemKind(params.kind)) throw notFound('item')
	const name: ItemName = { kind: params.kind, key: params.kind === 'useCase' ? params.key.replace('-', '/') : params.key }
	const { title, isDraft, category, task, tools, suggestions } = await readPreview(ctx, name)
	return {
		name,
		title,
		isDraft,
		category: category && { ...category, tasks: category.tasks.map(listedTask) },
		task: task && { ...task, professions: task.professions.map((profession) => profession.name) },
		tools,
		suggestions,
	}
})

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
	const { name, title, isDraft, category, task, tools, suggestions } = loaderData
	return (
		<div className={styles.page}>
			<Head
				title={`${title}のプレビュー`}
				description="公開したときのページです。"
				path={staffItemPreviewPath(name.kind, name.key)}
				noindex
			/>
			<p>
				<Link to={staffItemPath(name.kind, name.key)}>編集に戻る</Link>
			</p>
			<h1>{`${title}のプレビュー`}</h1>
			<p>{isDraft ? '下書きを公開したときの、それぞれのページです。まだ公開していません。' : '下書きはありません。公開中の内容です。'}</p>
			{task && (
				<section className={styles.section} aria-labelledby="task-page">
					<h2 id="task-page">業務のページ</h2>
					<p className={styles.summary}>{task.name}</p>
					<p>{task.summary}</p>
					<TaskFacts task={task} feesPath={null} detailPath={null} />
					<TaskText name={task.name} text={task} />
				</section>
			)}
			{tools.map((tool) => (
				<section key={tool.id} className={styles.section} aria-label={`${tool.name}のページ`}>
					<ToolArticle tool={tool} />
				</section>
			))}
			{category && (
				<section className={styles.section} aria-labelledby="category-page">
					<h2 id="category-page">{`カテゴリー「${category.name}」のページ`}</h2>
					<p className={styles.summary}>{category.summary}</p>
					<div className="prose">
						{category.body.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</div>
					<CategoryTasks tasks={category.tasks} />
				</section>
			)}
			{suggestions.length > 0 && (
				<section className={styles.section} aria-labelledby="suggestions">
					<h2 id="suggestions">この言葉で検索の候補に出る</h2>
					<p>{suggestions.join('、')}</p>
				</section>
			)}
		</div>
	)
}
