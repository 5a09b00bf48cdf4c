import { dateText } from '../../domain/shared/japan-time.ts'

/** 「2026年11月23日に公式の資料と照合」, or 「…に記入」 while the value has not been compared with its source. */
export const factCheckText = ({ checkedOn, comparedOn }: { checkedOn: string; comparedOn: string | null }): string =>
	comparedOn === null ? `${dateText(checkedOn)}に記入` : `${dateText(comparedOn)}に公式の資料と照合`
