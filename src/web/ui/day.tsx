import type { Day as DayText } from '../format/day.ts'
import type { Moment as MomentText } from '../format/moment.ts'
import styles from './day.module.css'

export function Day({ day }: { day: DayText }) {
	return <time dateTime={day.iso}>{day.text}</time>
}

/** A day on pages that are cached, a moment in rooms. */
export const When = ({ when }: { when: DayText | MomentText }) => ('exact' in when ? <Moment moment={when} /> : <Day day={when} />)

/** How long ago, with the exact time for whoever points at it, focuses it, prints it or has it read out. */
export function Moment({ moment: { text, exact, iso } }: { moment: MomentText }) {
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time must be within reach of the keyboard
		<time dateTime={iso} className={styles.moment} tabIndex={0}>
			<span className={styles.relative}>{text}</span>
			<span className={styles.exact}>{exact}</span>
		</time>
	)
}
