import type { Route } from './+types/top.page'
import { categoryIndexPath, categoryPath, questionsPath, writePath } from '../../domain/shared/links.ts'
import { QuestionList } from '../questions/question-list.tsx'
import { AskOrRegister } from '../listings/ask-or-register.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { RegionMap } from './region-map.tsx'
import { SectionHead } from './section-head.tsx'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import styles from './top.module.css'

export function Categories({ categories }: Pick<Route.ComponentProps['loaderData'], 'categories'>) {
	return (
		<section className={`content ${styles.section}`} aria-labelledby="top-categories">
			<SectionHead id="top-categories" title="業務カテゴリーから探す" more={{ to: categoryIndexPath(), label: 'カテゴリーと業務を見る' }} />
			<ul className={styles.categories}>
				{categories.map(({ id, slug, name, officeCount }) => (
					<li key={id}>
						<Link to={categoryPath(id)}>
							<CategoryIcon slug={slug} />
							<span>
								<span className={styles.categoryName}>
									<Name text={name} />
								</span>
								{officeCount > 0 && <small>{`${officeCount.toLocaleString('ja-JP')}件`}</small>}
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

export function Regions({ officeTotal, officeCounts }: Pick<Route.ComponentProps['loaderData'], 'officeTotal' | 'officeCounts'>) {
	return (
		<section className={styles.band} aria-labelledby="top-map">
			<div className={`content ${styles.section}`}>
				{officeTotal > 0 ? (
					<>
						<SectionHead id="top-map" title="都道府県から探す" />
						<p className={styles.lead}>数字は掲載している事務所の数です。開いた先で業務を選ぶと、市区町村や駅でも絞り込めます。</p>
						<Fold label="47都道府県の地図を開く">
							<RegionMap officeCounts={officeCounts} />
						</Fold>
					</>
				) : (
					<>
						<SectionHead id="top-map" title="事務所の掲載を始めたところです" />
						<p className={styles.lead}>
							掲載している事務所はまだありませんが、業務の内容や料金の目安を調べ、質問することができます。専門家の登録も受け付けています。
						</p>
						<AskOrRegister />
					</>
				)}
			</div>
		</section>
	)
}

export function Questions({ questions, popularQuestions }: Pick<Route.ComponentProps['loaderData'], 'questions' | 'popularQuestions'>) {
	return (
		<div className={`content ${styles.questions}`}>
			<section className={styles.section} aria-labelledby="top-questions">
				<SectionHead id="top-questions" title="新しい質問" more={{ to: questionsPath(), label: 'みんなの質問を見る' }} />
				<p className={styles.lead}>
					資格を確認した専門家が答えています。名前を出さずに、無料で<Link to={writePath()}>質問できます</Link>。
				</p>
				<QuestionList items={questions} heading="h3" compact />
			</section>
			{popularQuestions.length > 0 && (
				<section className={styles.section} aria-labelledby="top-popular-questions">
					<SectionHead
						id="top-popular-questions"
						title="よく読まれている質問"
						more={{ to: questionsPath('?order=popular'), label: '人気順に見る' }}
					/>
					<QuestionList items={popularQuestions} heading="h3" compact />
				</section>
			)}
		</div>
	)
}
