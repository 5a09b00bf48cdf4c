import { countText } from '../format/fee-text.ts'
import type { FacetGroup, FacetLink } from './list-view.ts'
import { Link } from '../ui/link.tsx'
import styles from './facets.module.css'

/**
 * The facets of a list. Every option is a link to the list with it switched, so that it needs no JavaScript and
 * every state has a URL. On a phone it is folded; a wide window always shows it.
 */
export function Facets({ groups, clearPath }: { groups: FacetGroup[]; clearPath: string | null }) {
	const chosen = groups.reduce((sum, { options }) => sum + options.filter(({ selected }) => selected).length, 0)
	return (
		<nav aria-label="条件で絞り込む" className={styles.facets}>
			<details className={styles.fold}>
				<summary>
					条件で絞り込む
					{chosen > 0 && <span className={styles.chosen}>{`${chosen}つ選択中`}</span>}
				</summary>
				<div className={styles.groups}>
					{groups.map(({ title, options }) => (
						<section key={title}>
							<h2>{title}</h2>
							<ul>
								{options.map((option) => (
									<li key={option.label}>
										<Option option={option} />
									</li>
								))}
							</ul>
						</section>
					))}
					{clearPath && (
						<p className={styles.clear}>
							<Link to={clearPath} preventScrollReset>
								条件をすべて外す
							</Link>
						</p>
					)}
				</div>
			</details>
		</nav>
	)
}

function Option({ option: { label, count, selected, path } }: { option: FacetLink }) {
	const content = (
		<>
			<span className={styles.box} />
			<span className={styles.label}>{label}</span>
			<span className={styles.count}>{countText(count)}</span>
		</>
	)
	if (count === 0 && !selected) return <span className={styles.none}>{content}</span>
	return (
		<Link className={styles.option} to={path} rel="nofollow" preventScrollReset aria-current={selected ? 'true' : undefined}>
			{content}
		</Link>
	)
}

/** The chosen options above the results, each a link that drops it. */
export function ChosenFacets({ groups, clearPath }: { groups: FacetGroup[]; clearPath: string | null }) {
	const chosen = groups.flatMap(({ options }) => options.filter(({ selected }) => selected))
	if (chosen.length === 0) return null
	return (
		<ul className={styles.chips} aria-label="選択中の条件">
			{chosen.map(({ label, path }) => (
				<li key={label}>
					<Link className={styles.chip} to={path} preventScrollReset>
						{label}
						<span aria-hidden="true">×</span>
						<span className="visually-hidden">を外す</span>
					</Link>
				</li>
			))}
			{chosen.length > 1 && clearPath && (
				<li>
					<Link className={styles.all} to={clearPath} preventScrollReset>
						すべて外す
					</Link>
				</li>
			)}
		</ul>
	)
}
