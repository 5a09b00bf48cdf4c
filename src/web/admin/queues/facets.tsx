import type { DeskData } from './desk-data.server.ts'
import adminStyles from '../admin.module.css'

/** The boxes that narrow a list further: association, prefecture, risk, round, person in charge. What the tabs have chosen stays. */
export function Facets({ facets, kept, action }: Pick<DeskData, 'facets' | 'kept'> & { action: string }) {
	return (
		<details open={facets.some(({ chosen }) => chosen !== '') || undefined}>
			<summary>くわしく絞り込む</summary>
			<form method="get" action={action} className={adminStyles.filter}>
				{kept.map(({ name, value }) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				{facets.map(({ name, label, chosen, options }) => (
					<label key={name}>
						{label}
						<select name={name} defaultValue={chosen} key={chosen}>
							<option value="">すべて</option>
							{options.map((option) => (
								<option key={option.value} value={option.value}>
									{option.label}
								</option>
							))}
						</select>
					</label>
				))}
				<button type="submit" className="button" data-kind="quiet">
					絞り込む
				</button>
			</form>
		</details>
	)
}
