import type { OfficePageData } from './office-view.ts'
import { postalText } from './office-labels.ts'
import { MapSketch } from './map-sketch.tsx'
import { accessText, distanceText } from '../format/place-text.ts'
import { Fold, FoldRest } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import styles from './office-access.module.css'

/** What a point that is not exact comes from. */
const precision: Record<OfficePageData['office']['pointBasis'], string> = {
	exact: '',
	stations: '事務所の位置は、最寄り駅と徒歩の分数から求めたおおよそのものです。',
	near_station: '事務所の位置は、近くの駅の位置で示したおおよそのものです。',
	municipality: '事務所の位置は、市区町村の中心で示したおおよそのものです。',
}

/** Address, stations with their lines, and the sketch map; a real map is one plain link away. */
export function OfficeAccess({ office, map }: Pick<OfficePageData, 'office' | 'map'>) {
	const address = `${office.prefecture.name}${office.municipality.name}${office.addressLine}`
	const { stations } = office
	const label = [
		`${office.name}の周辺図`,
		...stations.map((station) => `${accessText(station)}、直線で${distanceText(station.distanceMetres)}`),
	].join('。')
	return (
		<div className={styles.access}>
			<div className={styles.text}>
				<address className={styles.address}>
					{office.postalCode && <span>{postalText(office.postalCode)}</span>}
					{address}
				</address>
				<p className={`${styles.note} no-print`}>
					<a
						className="tap"
						href={`https://www.google.com/maps/search/?api=1&query=${office.isPointApproximate ? encodeURIComponent(address) : `${office.lat},${office.lng}`}`}
						rel="noopener"
						target="_blank"
					>
						Googleマップで開く（外部サイト）
					</a>
				</p>
				{stations.length > 0 ? (
					<FoldRest items={stations} first={1} label={(count) => `ほか${count}駅からの行き方`}>
						{(shown) => <Stations stations={shown} />}
					</FoldRest>
				) : (
					<p className={styles.note}>歩いて行ける最寄り駅の登録はありません。</p>
				)}
			</div>
			<Fold label="駅からの略図">
				<figure className={styles.figure}>
					<MapSketch drawing={map} label={label} />
					<figcaption>
						<span>
							駅と線路の位置関係を示す略図です。道路は省いています。
							{stations.length > 0 && '徒歩の分数は事務所の登録により、直線の距離は道のりを直線の1.25倍、分速80mとみた目安です。'}
							{precision[office.pointBasis]}
						</span>
					</figcaption>
				</figure>
			</Fold>
		</div>
	)
}

function Stations({ stations }: { stations: readonly OfficePageData['office']['stations'][number][] }) {
	return (
		<ul className={styles.stations}>
			{stations.map((station) => (
				<li key={station.name}>
					<p>
						<strong>{accessText(station)}</strong>
						<span>{`直線${distanceText(station.distanceMetres)}`}</span>
					</p>
					{station.lines && <p className={styles.lines}>{station.lines}</p>}
					{station.path && (
						<p className={`${styles.around} no-print`}>
							<Link to={station.path}>{`${station.name}駅周辺の事務所を探す`}</Link>
						</p>
					)}
				</li>
			))}
		</ul>
	)
}
