import type { RegionId } from '../../domain/geography/areas.ts'
import { prefecturesByRegion } from '../../domain/geography/prefectures.ts'
import { prefectureOfficesPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './region-map.module.css'

const classes: Record<RegionId, string | undefined> = {
	'hokkaido-tohoku': styles.tohoku,
	kanto: styles.kanto,
	chubu: styles.chubu,
	kansai: styles.kansai,
	'chugoku-shikoku': styles.chugoku,
	kyushu: styles.kyushu,
}

/** 東京都 → 東京, but 北海道 stays. */
const shortName = (name: string) => (name === '北海道' ? name : name.slice(0, -1))

const STEPS = 6

/** One of six steps from few to many, by the root of the number: Tokyo has many times the median. */
const stepOf = (count: number, most: number): number => Math.max(1, Math.ceil(STEPS * Math.sqrt(count / Math.max(most, 1))))

/**
 * Japan in tiles, one for each prefecture, darker where there are more offices. In the document it is a list of links under
 * the names of the regions, as a phone shows it; the places on the grid of wider screens are in the style sheet.
 */
export function RegionMap({ officeCounts }: { officeCounts: Record<number, number> }) {
	const most = Math.max(...Object.values(officeCounts))
	return (
		<div className={styles.map}>
			{prefecturesByRegion.map((region) => (
				<section key={region.id} className={`${styles.region} ${classes[region.id]}`} aria-labelledby={`region-${region.id}`}>
					<h3 id={`region-${region.id}`} className={styles.name}>
						{region.name}
					</h3>
					<ul className={styles.tiles}>
						{region.prefectures.map((prefecture) => (
							<li key={prefecture.id} data-prefecture={prefecture.slug} data-step={stepOf(officeCounts[prefecture.id] ?? 0, most)}>
								<Link to={prefectureOfficesPath(prefecture.slug)}>
									<span>{shortName(prefecture.name)}</span>
									{(officeCounts[prefecture.id] ?? 0) > 0 && (
										<small>
											{officeCounts[prefecture.id]?.toLocaleString('ja-JP')}
											<span className="visually-hidden">件の事務所</span>
										</small>
									)}
								</Link>
							</li>
						))}
					</ul>
				</section>
			))}
		</div>
	)
}
