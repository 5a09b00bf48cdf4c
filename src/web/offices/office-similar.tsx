import { officePath } from '../../domain/shared/links.ts'
import { Stars } from '../ui/stars.tsx'
import type { OfficePageData } from './office-view.ts'
import { OfficePicture } from '../listings/office-picture.tsx'
import { accessText, distanceText } from '../format/place-text.ts'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import stack from '../ui/stack.module.css'
import styles from './office-similar.module.css'

/** Offices near by that do the same work, in a few words each; a phone pushes them along in one row. */
export function OfficeSimilar({ similar }: Pick<OfficePageData, 'similar'>) {
	return (
		<ul className={stack.row}>
			{similar.map((office) => (
				<li key={office.id} className={styles.office}>
					<OfficePicture office={office} sizes="80px" width={80} height={60} loading="lazy" />
					<div>
						<p className={styles.professions}>{office.professions}</p>
						<h3>
							<Link className="cover" to={officePath(office.id)}>
								<Name text={office.name} />
							</Link>
						</h3>
						<p className={styles.line}>
							<Stars {...office.rating} />
						</p>
						<p className={styles.line}>
							{office.station ? accessText(office.station) : office.municipalityName}
							{office.distanceMetres !== null && (
								<span className={styles.distance}>{`ここから${distanceText(office.distanceMetres)}`}</span>
							)}
						</p>
					</div>
				</li>
			))}
		</ul>
	)
}
