import { Fold } from '../ui/fold.tsx'
import type { OfficePageData } from './office-view.ts'
import { hoursRows, openText } from '../format/hours-text.ts'
import styles from './office-hours.module.css'

export function OfficeHours({ hours, open, asOf }: { hours: OfficePageData['office']['hours'] } & Pick<OfficePageData, 'open' | 'asOf'>) {
	return (
		<>
			{open && (
				<p className={`${styles.now} no-print`}>
					<strong data-open={open.open}>{openText(open).badge}</strong>
					{`${openText(open).detail}（${asOf}現在）`}
				</p>
			)}
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
			</Fold>
		</>
	)
}
