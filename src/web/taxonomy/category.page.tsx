import type { Route } from './+types/category.page'
import { findTaskCategory } from '../../domain/taxonomy/categories.ts'
import { listChildAreas } from '../../domain/listings/list-areas.ts'
import { listUseCases } from '../../domain/taxonomy/tasks.ts'
import { emptyQuestionQuery, questionSearch } from '../../domain/questions/input.ts'
import { listNewestQuestions } from '../../domain/questions/question-list.ts'
import { questionListTag } from '../../domain/questions/thread.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, categoryPath, questionsPath, wizardPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { ArticleLinks } from '../articles/article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from '../articles/newest-articles.server.ts'
import { viewItem } from '../questions/question-item.ts'
import { QuestionList } from '../questions/question-list.tsx'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { AskOrRegister } from '../listings/ask-or-register.tsx'
import { AreaNav } from '../listings/area-nav.tsx'
import { categoryPicturePath, listCardPath } from './card-paths.ts'
import { countText } from '../format/fee-text.ts'
import { areaSections } from '../listings/list-view.ts'
import { HeadingWithSearch, SearchAtEnd } from '../ui/search-again.tsx'
import { CategoryTasks, listedTask } from './category-tasks.tsx'
import { UseCases } from './task-text.tsx'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { listTag } from '../../domain/listings/listing-tags.ts'
import styles from './category.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const id = /^[1-9]\d?$/.test(params.category_id) ? Number(params.category_id) : 0
	const category = await findTaskCategory(ctx, id)
	if (!category) throw notFound('category')
	const [areas, useCases, questions, articles] = await Promise.all([
		listChildAreas(ctx, id, japan),
		listUseCases(ctx, { taskCategoryId: id, limit: 6 }),
		listNewestQuestions(ctx, { categoryId: id, limit: 5 }),
		newestArticleLinks(ctx, { categoryId: id }),
	])
	const { name, summary, body, tasks, officeCount } = category
	return cacheable(
		{
			id,
			name,
			summary,
			body,
			officeCount,
			tasks: tasks.map(listedTask),
			areas: areaSections(areas, (area) => listPath({ scopeId: id, area })),
			useCases,
			questions: questions.map(viewItem),
			articles,
		},
		['taxonomy', questionListTag({ categoryId: id }), ARTICLES_TAG, listTag(id, 0)],
	)
})

const taskPath = (id: number) => listPath({ scopeId: id, area: japan })

export default function CategoryPage({
	loaderData: { id, name, summary, body, tasks, areas, useCases, questions, articles, officeCount },
}: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const crumbs = [
		{ label: '業務カテゴリー', path: categoryIndexPath() },
		{ label: name, path: categoryPath(id) },
	]
	return (
		<>
			<Head
				title={`${name}の相談先を探す`}
				description={`${summary}${tasks.length}の業務の内容、料金の目安、頼める専門家をまとめています。`}
				path={categoryPath(id)}
				image={listCardPath(id, 0)}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<HeadingWithSearch heading={name} />
				<CategoryBand id={id} summary={summary} officeCount={officeCount} taskCount={tasks.length} />
				<section className={styles.section} aria-labelledby="tasks">
					<h2 id="tasks">{`${name}の業務`}</h2>
					<CategoryTasks tasks={tasks} />
				</section>
				{body.length > 0 && (
					<section className={styles.section} aria-labelledby="before">
						<h2 id="before">頼む前に知っておくこと</h2>
						<div className="prose">
							{body.map((paragraph) => (
								<p key={paragraph}>{paragraph}</p>
							))}
						</div>
					</section>
				)}
				{areas.length > 0 && (
					<section className={styles.section} aria-labelledby="areas">
						<h2 id="areas">{`地域から${name}の事務所を探す`}</h2>
						<AreaNav sections={areas} title={`${name}の事務所を地域で絞り込む`} heading="h3" />
					</section>
				)}
				{useCases.length > 0 && (
					<section className={styles.section} aria-labelledby="cases">
						<h2 id="cases">頼み方の例（架空）</h2>
						<UseCases examples={useCases} taskPath={taskPath} heading="h3" />
					</section>
				)}
				{questions.length > 0 && <NewestQuestions id={id} name={name} questions={questions} />}
				<ArticleLinks
					articles={articles}
					id="articles"
					title={`${name}の記事`}
					more={{ search: `?category=${id}`, label: `${name}の記事をすべて見る` }}
					className={styles.section}
				/>
				<SearchAtEnd />
			</div>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

function CategoryBand({ id, summary, officeCount, taskCount }: Pick<Data, 'id' | 'summary' | 'officeCount'> & { taskCount: number }) {
	return (
		<PictureBand
			picture={categoryPicturePath(id)}
			figures={[
				...(officeCount > 0 ? [{ value: officeCount.toLocaleString('ja-JP'), unit: '件の事務所' }] : []),
				{ value: `${taskCount}`, unit: 'の業務' },
			]}
			acts={
				officeCount > 0 ? (
					<>
						<Link className="button" to={listPath({ scopeId: id, area: japan })}>
							{`事務所${countText(officeCount)}を見る`}
						</Link>
						<Link to={wizardPath()}>困りごとから選ぶ</Link>
					</>
				) : (
					<AskOrRegister />
				)
			}
		>
			<p>{summary}</p>
		</PictureBand>
	)
}

function NewestQuestions({ id, name, questions }: Pick<Data, 'id' | 'name' | 'questions'>) {
	return (
		<section className={styles.section} aria-labelledby="questions">
			<h2 id="questions">{`${name}の新しい質問`}</h2>
			<QuestionList items={questions} heading="h3" compact />
			<p className={styles.ways}>
				<Link to={questionsPath(questionSearch({ ...emptyQuestionQuery, categoryId: id }))}>{`${name}の質問をすべて見る`}</Link>
			</p>
		</section>
	)
}
