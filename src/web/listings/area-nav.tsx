import type { AreaLink, AreaSection } from './list-view.ts'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import styles from './area-nav.module.css'

/** Where a list can be narrowed to: the places with most offices at once, the others folded. */
export function AreaNav({
	sections,
	title,
	heading = 'h2',
	folded = false,
}: {
	sections: AreaSection[]
	title: string
	heading?: 'h2' | 'h3'
	/** Behind a button on a phone, where the list itself should not be far. */
	folded?: boolean
}) {
	if (sections.length === 0) return null
	const parts = sections.map((section) => <Section key={section.title} section={section} heading={heading} />)
	return (
		<nav aria-label={title} className={styles.nav} data-areas={folded || undefined}>
			{folded ? (
				<Fold label="場所で絞り込む">
					<div className={styles.parts}>{parts}</div>
				</Fold>
			) : (
				parts
			)}
		</nav>
	)
}

function Section({ section: { title, amount, first, groups, note }, heading: Heading }: { section: AreaSection; heading: 'h2' | 'h3' }) {
	const GroupHeading = Heading === 'h2' ? 'h3' : 'h4'
	const total = groups.reduce((sum, { links }) => sum + links.length, 0)
	return (
		<section className={styles.section}>
			<Heading className={styles.title}>{title}</Heading>
			<ul className={styles.first}>
				{first.map((link) => (
					<li key={link.path}>
						<Place link={link} />
					</li>
				))}
				{total > first.length && (
					<li className={styles.all}>
						<details>
							<summary>{`${amount}から選ぶ`}</summary>
							<div className={styles.groups}>
								{groups.map(({ name, links }) => (
									<div key={name} className={styles.group}>
										{name && <GroupHeading className={styles.name}>{name}</GroupHeading>}
										<ul>
											{links.map((link) => (
												<li key={link.path}>
													<Place link={link} />
												</li>
											))}
										</ul>
									</div>
								))}
								{note && <p className={styles.note}>{note}</p>}
							</div>
						</details>
					</li>
				)}
			</ul>
		</section>
	)
}

const Place = ({ link: { name, path, count } }: { link: AreaLink }) => (
	<Link to={path}>
		{name}
		{count !== null && count > 0 && (
			<span className={styles.count}>
				{count.toLocaleString('ja-JP')}
				<span className="visually-hidden">件</span>
			</span>
		)}
	</Link>
)
