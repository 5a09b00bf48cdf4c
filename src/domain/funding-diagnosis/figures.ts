/** Percent of the face. */
export type Band = { min: number; max: number }

/** What the diagnosis calculates with. Each comes from a dated fact (content/facts). */
export type FundingFigures = {
	two: Band
	three: Band
	medical: Band
	/** Percent of the face that a buyer may keep back until the customer has paid. */
	holdback: number
	/** Yen for registering the transfer of a receivable; only corporations can. */
	registration: number
	/** Yen of stamp duty on the written contract. */
	stampDuty: number
	/** A loan to compare with, percent a year. */
	loanRate: number
	/** Highest yearly rates of loans (利息制限法1条), percent: below 100,000 yen, below 1,000,000 yen, above. */
	ceilings: { small: number; middle: number; large: number }
	/** Formatted for texts. */
	loanRates: { usual: string; guaranteed: string; guaranteeFee: string }
}

/** Where a figure comes from, for the page. `isOverdue`: its check is overdue. */
export type FigureSource = {
	name: string
	value: string
	title: string
	url: string
	checkedOn: string
	comparedOn: string | null
	/** The day by which it is to be compared with its source. */
	compareBy: string | null
	/** What is still to be compared, as readers see it. */
	pending: string | null
	isOverdue: boolean
}

/** The highest yearly rate that a loan of this many yen may have (利息制限法1条), percent. */
export function interestCeiling({ ceilings }: FundingFigures, yen: number): number {
	if (yen < 100_000) return ceilings.small
	return yen < 1_000_000 ? ceilings.middle : ceilings.large
}
