import type { ReactNode } from 'react'
import type { PickupPlace } from '../../../domain/pickups/pickup-input.ts'
import { PrefectureOptions } from '../../forms/prefecture-options.tsx'
import styles from '../admin.module.css'

export type ScopeChoice = { category: { id: number; name: string }; tasks: { id: number; name: string }[] }

/** Chooses a place by its list and prefecture; without both it is the top page. */
export function PlaceForm({
	action,
	label,
	button,
	choices,
	place,
	children,
}: {
	action?: string
	label: string
	button: string
	choices: readonly ScopeChoice[]
	place: PickupPlace
	children?: ReactNode
}) {
	return (
		<form method="get" action={action} className={styles.filter} aria-label={label}>
			<label>
				一覧
				<select name="scope" defaultValue={place.scopeId}>
					<option value="0">すべての事務所（全国はトップ）</option>
					{choices.map(({ category, tasks }) => (
						<optgroup key={category.id} label={category.name}>
							<option value={category.id}>{`${category.name}（カテゴリー全体）`}</option>
							{tasks.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</optgroup>
					))}
				</select>
			</label>
			<label>
				都道府県
				<select name="prefecture" defaultValue={place.prefectureId === 0 ? '' : place.prefectureId}>
					<option value="">全国</option>
					<PrefectureOptions />
				</select>
			</label>
			{children}
			<button type="submit" className="button" data-kind="quiet">
				{button}
			</button>
		</form>
	)
}
