import { dateText } from '../../domain/shared/japan-time.ts'

type Check = { checkedOn: string; comparedOn: string | null; compareBy: string | null; pending: string | null }

/** 「2026年11月23日に出典と照合」, or 「…に記入」 with what is still to be compared, and by when. */
export function factCheckText({ checkedOn, comparedOn, compareBy, pending }: Check): string {
	if (comparedOn !== null) return `${dateText(comparedOn)}に出典と照合`
	const due = compareBy === null ? '' : `（${dateText(compareBy)}までに照合します）`
	return `${dateText(checkedOn)}に記入。${pending ?? '出典の本文とは未照合'}${due}`
}
