import { clockText, clockTime } from '../../domain/shared/japan-time.ts'
import { dayLabel } from '../../domain/appointments/appointment-input.ts'
import { FieldGroup } from '../forms/field.tsx'
import { Link } from '../ui/link.tsx'
import styles from './appointments.module.css'

export type ShownDays = { day: string; slots: string[] }[]

export const viewDays = (days: readonly { day: string; slots: readonly Date[] }[]): ShownDays =>
	days.map(({ day, slots }) => ({ day, slots: slots.map((slot) => slot.toISOString()) }))

/** The free times day by day, one to be chosen; the days after these are behind a link. */
export function SlotChoice({
	days,
	chosen,
	error,
	next,
	first,
}: {
	days: ShownDays
	chosen: string | undefined
	error: string | undefined
	/** Where the days after these are, and the first ones. */
	next: string | null
	first: string | null
}) {
	return (
		<FieldGroup id="slot" legend="日時" error={error}>
			{days.map(({ day, slots }) => (
				<div key={day} className={styles.day} role="group" aria-label={dayLabel(day)}>
					<strong>{dayLabel(day)}</strong>
					<div className={styles.slots}>
						{slots.map((slot) => (
							<label key={slot} className={styles.slot}>
								<input type="radio" name="slot" value={slot} defaultChecked={slot === chosen} />
								<span>{clockText(clockTime(Date.parse(slot)))}</span>
							</label>
						))}
					</div>
				</div>
			))}
			<p className={styles.ways}>
				{first && <Link to={first}>最初の日程に戻る</Link>}
				{next && <Link to={next}>この後の日程を見る</Link>}
			</p>
		</FieldGroup>
	)
}
