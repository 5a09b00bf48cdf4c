import { dayText, isoDay } from '../../domain/shared/japan-time.ts'

/** A day as a page shows it: its words and what `<time>` says to programs. */
export type Day = { text: string; iso: string }
export const dayOf = (moment: Date): Day => ({ text: dayText(moment), iso: isoDay(moment) })
