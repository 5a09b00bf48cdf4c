import type { PointBasis } from '../../../domain/geography/points.ts'
import { FieldError } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import formStyles from '../../forms/form.module.css'
import type { MapDrawing } from '../map-layout.ts'
import { MapSketch } from '../map-sketch.tsx'
import styles from './offices.module.css'
import { Line, Select } from './section-form.tsx'
import { type SectionView, valueOf } from './section-view.ts'

/** Where the map shows the office by what is saved, and where that comes from. */
export type PinView = { basis: PointBasis; drawing: MapDrawing }

type StationGroups = readonly { label: string; choices: readonly { value: string; label: string }[] }[]

const sources: Record<PointBasis, string> = {
	exact: '指定した緯度と経度の位置です。',
	stations: '最寄り駅と徒歩の分数から求めた、おおよその位置です。',
	near_station: '目印に選んだ駅の位置です。',
	municipality: '郵便番号から調べた市区町村の中心です。最寄り駅か目印の駅を選ぶと、近くなります。',
}

/** How the map finds the office: from postal code and stations, at a station, or, folded, by coordinates. */
export function PointFields({ view, stations, pin }: { view: SectionView; stations: StationGroups; pin: PinView | null }) {
	const error = view.faults['point']
	const chosen = valueOf(view, 'point')
	const isExact = chosen === 'exact'
	const isNear = chosen === 'near'
	const way = (value: string, label: string, isChosen: boolean) => (
		<label className={formStyles.check}>
			<input type="radio" name="point" value={value} defaultChecked={isChosen} />
			{label}
		</label>
	)
	return (
		<fieldset id="point" className={fieldStyles.group} aria-describedby={error ? 'point-hint point-error' : 'point-hint'}>
			<legend>地図の位置</legend>
			<p id="point-hint" className={fieldStyles.hint}>
				{pin && `保存した内容では、${sources[pin.basis]}`}
				一覧の「近い順」と地図に使い、緯度と経度で指定した位置のほかは、ページに「おおよそ」と表示されます。
			</p>
			<FieldError id="point" error={error} />
			{way('stations', '郵便番号と最寄り駅から求める（駅がなければ市区町村の中心）', !isExact && !isNear)}
			<details className={styles.second} open={['point', 'pinStation', 'lat', 'lng'].some((name) => view.faults[name] !== undefined)}>
				<summary>
					{isExact
						? `緯度と経度で指定しています（${valueOf(view, 'lat')}, ${valueOf(view, 'lng')}）`
						: isNear
							? '目印の駅の位置にしています'
							: '位置を動かす（目印の駅、緯度と経度）'}
				</summary>
				{way('near', '目印の駅の位置にする', isNear)}
				<Select view={view} name="pinStation" label="目印の駅" choices={[{ value: '', label: '（選ばない）' }]} groups={stations} />
				{way('exact', '緯度と経度で指定する', isExact)}
				<Line
					view={view}
					name="lat"
					label="緯度"
					hint="地図のサービスで写した「35.70, 139.56」の形は、ここに貼り付ければ両方に使います。"
					inputMode="decimal"
					placeholder="35.702683"
				/>
				<Line view={view} name="lng" label="経度" inputMode="decimal" placeholder="139.56083" />
			</details>
			{pin && (
				<details className={styles.second}>
					<summary>保存した内容での位置を略図で見る</summary>
					<MapSketch drawing={pin.drawing} label={`事務所の位置の略図。${sources[pin.basis]}`} />
				</details>
			)}
		</fieldset>
	)
}
