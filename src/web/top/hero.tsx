import { searchPath } from '../../domain/shared/links.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { Link } from '../ui/link.tsx'
import { PrefectureOptions } from '../forms/prefecture-options.tsx'
import styles from './hero.module.css'

const examples = ['税理士 三鷹駅', '建設業許可 名古屋市', '就業規則', '相続登記 京都']

/** What the site is, the search box, and the choice of task and area for those who would rather pick than type. */
type Categories = { id: number; name: string; tasks: { id: number; name: string }[] }[]

export function Hero({ categories, taskTotal, officeTotal }: { categories: Categories; taskTotal: number; officeTotal: number }) {
	return (
		<div className={styles.hero}>
			<div className={`content ${styles.inner}`}>
				<div className={styles.words}>
					<h1>業務と地域から、頼める専門家を探す</h1>
					<p>
						{`税務、労務、許認可、資金調達など${taskTotal}の業務と、都道府県・市区町村・駅から、`}
						{officeTotal > 0 ? `全国${officeTotal.toLocaleString('ja-JP')}の事務所を探せます。` : '専門家と事務所を探せます。'}
						料金の目安と相談の条件を見比べてから、問い合わせ先を選べます。
					</p>
				</div>
				<div className={styles.panel}>
					<SearchBox id="top-search" label="業務・地域・駅・名前で探す" />
					<p className={styles.examples}>
						<span>例：</span>
						{examples.map((example) => (
							<Link key={example} to={searchPath(example)}>
								{example}
							</Link>
						))}
					</p>
					<TaskAndAreaForm categories={categories} />
				</div>
			</div>
		</div>
	)
}

function TaskAndAreaForm({ categories }: { categories: Categories }) {
	return (
		<form action="/search" method="get" className={styles.choose}>
			<p className={styles.chooseLabel}>業務と地域を選んで探す</p>
			<label htmlFor="top-task" className="visually-hidden">
				業務
			</label>
			<select id="top-task" name="task" defaultValue="">
				<option value="">業務を選ぶ</option>
				{categories.map((category) => (
					<optgroup key={category.id} label={category.name}>
						<option value={category.id}>{`${category.name}（すべて）`}</option>
						{category.tasks.map((task) => (
							<option key={task.id} value={task.id}>
								{task.name}
							</option>
						))}
					</optgroup>
				))}
			</select>
			<label htmlFor="top-area" className="visually-hidden">
				都道府県
			</label>
			<select id="top-area" name="area" defaultValue="">
				<option value="">全国</option>
				<PrefectureOptions />
			</select>
			<button type="submit" className="button" data-kind="quiet">
				一覧を見る
			</button>
		</form>
	)
}
