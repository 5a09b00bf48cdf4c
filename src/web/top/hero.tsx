import { estimateFormPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Contours } from '../ui/motif.tsx'
import { PrefectureOptions } from '../forms/prefecture-options.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './hero.module.css'

type Categories = { id: number; name: string; tasks: { id: number; name: string }[] }[]

const proofs = ['登録番号を掲載', '料金を先に公開', '広告で順位は変わりません']

/** What the site promises, one search in two parts, and what can be relied on. */
export function Hero({ categories, expertTotal, officeTotal }: { categories: Categories; expertTotal: number; officeTotal: number }) {
	return (
		<div className={styles.hero}>
			<Contours />
			<div className={`content ${styles.inner}`}>
				<div className={styles.words}>
					<h1>
						税金、人、お金の困りごと。
						<wbr />
						頼れる専門家へ、
						<wbr />
						まっすぐ案内します。
					</h1>
					<p className={styles.lead}>{promise(expertTotal, officeTotal)}</p>
					<SearchBox id="top-search" withPlace />
					<ul className={styles.proofs}>
						{proofs.map((proof) => (
							<li key={proof}>{proof}</li>
						))}
					</ul>
					<div className={styles.ways}>
						<Link to={estimateFormPath()}>見積もりをまとめて頼む</Link>
						<details className={styles.choose}>
							<summary>一覧から選ぶ</summary>
							<TaskAndAreaForm categories={categories} />
						</details>
					</div>
				</div>
				<HeroPicture />
			</div>
		</div>
	)
}

/** In figures of today; before the first listing in words alone. */
function promise(experts: number, offices: number): string {
	if (experts === 0 || offices === 0) return '税理士、社会保険労務士、弁護士などの専門家を、料金と近さで選べます。'
	return `登録番号を確かめた${experts.toLocaleString('ja-JP')}人の専門家と、全国${offices.toLocaleString('ja-JP')}の事務所から、料金と近さで選べます。`
}

/** For those who would rather pick than type. */
function TaskAndAreaForm({ categories }: { categories: Categories }) {
	return (
		<form action="/search" method="get" className={styles.form}>
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
