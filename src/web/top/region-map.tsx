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

/**
 * Japan in tiles, one for each prefecture, where it lies towards its neighbours. In the document it is a list of links
 * under the names of the regions; the places on the grid are in the style sheet, in one piece on a wide screen and
 * with the west below the east on a narrow one.
 */
export function RegionMap({ officeCounts }: { officeCounts: Record<number, number> }) {
	return (
		<div className={styles.map}>
			{prefecturesByRegion.map((region) => (
				<section key={region.id} className={`${styles.region} ${classes[region.id]}`} aria-labelledby={`region-${region.id}`}>
					<h3 id={`region-${region.id}`} className={styles.name}>
						{region.name}
					</h3>
					<ul className={styles.tiles}>
						{region.prefectures.map((prefecture) => (
							<li key={prefecture.id} data-prefecture={prefecture.slug}>
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
