import { days, hours, minutes } from '../../domain/shared/japan-time.ts'

/** How long something has waited, in its largest unit: 5分, 3時間, 7日. */
export function ageText(since: Date | number, now: Date | number): string {
	const age = Math.max(0, Number(now) - Number(since))
	if (age < hours(1)) return `${Math.floor(age / minutes(1))}分`
	return age < days(2) ? `${Math.floor(age / hours(1))}時間` : `${Math.floor(age / days(1))}日`
}
