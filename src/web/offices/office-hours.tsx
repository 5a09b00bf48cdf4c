import { Fold } from '../ui/fold.tsx'
import type { OfficePageData } from './office-view.ts'
import { hoursRows, openText, specialDayText } from '../format/hours-text.ts'
import styles from './office-hours.module.css'

export function OfficeHours({
	hours,
	open,
	specialDays,
	asOf,
}: { hours: OfficePageData['office']['hours'] } & Pick<OfficePageData, 'open' | 'specialDays' | 'asOf'>) {
	return (
		<>
			{open && (
				<p className={`${styles.now} no-print`}>
					<strong data-open={open.open}>{openText(open).badge}</strong>
					{`${openText(open).detail}（${asOf}現在）`}
				</p>
			)}
			<SpecialDayList specialDays={specialDays.slice(0, NAMED)} />
			<Fold label="曜日ごとの営業時間">
				<table className={styles.hours}>
					<tbody>
						{hoursRows(hours).map(({ days, text }) => (
							<tr key={days} data-closed={text === '休み'}>
								<th scope="row">{days}</th>
								<td>{text}</td>
							</tr>
						))}
					</tbody>
				</table>
				<SpecialDayList specialDays={specialDays.slice(NAMED)} />
			</Fold>
		</>
	)
}

/** How many of the next special days a phone shows before the fold is opened. */
const NAMED = 2

function SpecialDayList({ specialDays }: Pick<OfficePageData, 'specialDays'>) {
	if (specialDays.length === 0) return null
	return (
		<dl className={styles.special}>
			{specialDays.map((one) => {
				const { days, text } = specialDayText(one)
				return (
					<div key={`${one.firstOn}${one.label}`}>
						<dt>{days}</dt>
						<dd>{text}</dd>
					</div>
				)
			})}
		</dl>
	)
}
