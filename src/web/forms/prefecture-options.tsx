import { prefecturesByRegion } from '../../domain/geography/prefectures.ts'

/** The prefectures by region, for a select. Their value is the id, or the slug where it is part of an address. */
export function PrefectureOptions({ value = 'id' }: { value?: 'id' | 'slug' }) {
	return prefecturesByRegion.map((region) => (
		<optgroup key={region.id} label={region.name}>
			{region.prefectures.map((prefecture) => (
				<option key={prefecture.id} value={prefecture[value]}>
					{prefecture.name}
				</option>
			))}
		</optgroup>
	))
}
