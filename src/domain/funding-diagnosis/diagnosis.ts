import { daysBetween } from '../shared/japan-time.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'

/**
 * Whether selling a receivable suits a business, and what it costs. A calculation on general market figures, never a
 * promise: who buys, and at what price, is decided by the buyer alone.
 */
export type Fit = 'good' | 'conditional' | 'poor' | 'none'
export type Reason = { tone: 'good' | 'caution' | 'bad'; text: string }
/** Percent of the face. */
export type Band = { min: number; max: number }

/** Fees that are commonly quoted in Japan; single offers lie outside of them too. */
export const bands = {
	two: { min: 8, max: 18 },
	three: { min: 2, max: 9 },
	medical: { min: 1, max: 5 },
} as const satisfies Record<string, Band>

/** A bank or public loan to compare with, percent a year. */
export const LOAN_RATE = 3

export type Cost = {
	ratePercent: number
	/** Face that is sold, the fee, and what is paid out. Yen. */
	sold: number
	fee: number
	advance: number
	/** Fee on the advance for a year; null where the money would come no earlier. */
	annualPercent: number | null
	/** Yen that are missing to what is wanted even if the whole receivable is sold. */
	missing: number
}

export type Way = {
	kind: 'two' | 'three'
	fit: Fit
	reasons: Reason[]
	band: Band
	low: Cost
	high: Cost
}

export type Diagnosis = {
	/** Days by which the money comes earlier; 0 or less when the customer pays in time anyway. */
	days: number
	daysUntilWanted: number
	/** What selling is not needed or not possible for, before any comparison. */
	obstacle: 'paid-in-time' | 'overdue' | null
	two: Way
	three: Way
	/** For the fee that the user was quoted. */
	quoted: Cost | null
	/** Interest on the wanted amount for the same days at `LOAN_RATE`. */
	loanInterest: number
}

/** Yearly rate of a fee in percent: fee ÷ money in hand × 365 ÷ days. Null without money in hand or without days. */
export function annualPercent(fee: number, advance: number, days: number): number | null {
	return advance > 0 && days > 0 ? (fee / advance) * (365 / days) * 100 : null
}

/** Interest in yen on a loan for some days. */
export function loanInterest(amount: number, ratePercent: number, days: number): number {
	return Math.round((amount * ratePercent * Math.max(days, 0)) / 100 / 365)
}

/** The cost of getting `wanted` yen out of a receivable of `face` at a fee: no more is sold than that takes. */
export function costOf(options: { face: number; wanted: number; ratePercent: number; days: number }): Cost {
	const { face, wanted, ratePercent, days } = options
	const sold = Math.min(face, Math.ceil(wanted / (1 - ratePercent / 100)))
	const fee = Math.round((sold * ratePercent) / 100)
	const advance = sold - fee
	return { ratePercent, sold, fee, advance, annualPercent: annualPercent(fee, advance, days), missing: Math.max(0, wanted - advance) }
}

/** Answers the form. `today` is the day in Japan, 'YYYY-MM-DD'. */
export function diagnose(input: DiagnosisInput, today: string): Diagnosis {
	const days = daysBetween(input.wantedOn, input.dueOn)
	const daysUntilWanted = daysBetween(today, input.wantedOn)
	const cost = (ratePercent: number) => costOf({ face: input.face, wanted: input.wanted, ratePercent, days })
	const way = (kind: Way['kind'], band: Band, reasons: Reason[]): Way => {
		const low = cost(band.min)
		const high = cost(band.max)
		const all = [...reasons, ...amountReasons(input, low, high)]
		return { kind, band, reasons: all, fit: fitOf(input, all), low, high }
	}
	return {
		days,
		daysUntilWanted,
		obstacle: input.receivable === 'overdue' ? 'overdue' : days <= 0 ? 'paid-in-time' : null,
		two: way('two', bands.two, twoPartyReasons(input, days, daysUntilWanted)),
		three: way('three', input.receivable === 'medical' ? bands.medical : bands.three, threePartyReasons(input, days, daysUntilWanted)),
		quoted: input.quotedRate === null ? null : cost(input.quotedRate),
		loanInterest: loanInterest(input.wanted, LOAN_RATE, days),
	}
}

/** One bad reason makes it hard, one caution conditional. What is overdue is nothing to sell at all. */
function fitOf(input: DiagnosisInput, reasons: readonly Reason[]): Fit {
	if (input.receivable === 'overdue') return 'none'
	if (reasons.some(({ tone }) => tone === 'bad')) return 'poor'
	return reasons.some(({ tone }) => tone === 'caution') ? 'conditional' : 'good'
}

const good = (text: string): Reason => ({ tone: 'good', text })
const caution = (text: string): Reason => ({ tone: 'caution', text })
const bad = (text: string): Reason => ({ tone: 'bad', text })

function twoPartyReasons(input: DiagnosisInput, days: number, daysUntilWanted: number): Reason[] {
	const reasons = [receivableReason(input), twoPartyDebtorReason(input)]
	if (input.receivable === 'medical') reasons.push(bad('診療報酬や介護報酬は、支払基金や国保連に通知する3社間で行うのが普通です。'))
	if (input.business === 'sole')
		reasons.push(caution('債権譲渡登記ができるのは法人だけです。個人事業主は登記を求める会社を使えず、選べる先が少なくなります。'))
	if (daysUntilWanted < 3)
		reasons.push(caution('必要な日まで数日しかありません。急ぐほど見積もりを比べられず、不利な条件を受け入れがちです。'))
	else reasons.push(good('得意先の承諾を待たないため、必要な日に間に合わせやすい方法です。'))
	return [...reasons, ...commonReasons(input, days)].filter((reason) => reason !== null)
}

function threePartyReasons(input: DiagnosisInput, days: number, daysUntilWanted: number): Reason[] {
	const reasons = [receivableReason(input), threePartyDebtorReason(input)]
	if (daysUntilWanted < 7) reasons.push(bad('得意先の承諾に1〜2週間かかるのが普通で、必要な日に間に合いにくい日程です。'))
	else if (daysUntilWanted < 14) reasons.push(caution('得意先の承諾に1〜2週間かかるため、すぐに話を始める必要があります。'))
	else reasons.push(good('得意先の承諾を得る時間が取れる日程です。'))
	return [...reasons, ...commonReasons(input, days)].filter((reason) => reason !== null)
}

function receivableReason({ receivable }: DiagnosisInput): Reason | null {
	switch (receivable) {
		case 'invoiced':
			return good('納品や検収が済んだ請求書は、売掛金があることを示しやすいものです。')
		case 'ordered':
			return bad('納品前の注文や契約は、扱う会社が限られ、手数料も高くなりがちです。')
		case 'medical':
		case 'overdue':
			return null
	}
}

function twoPartyDebtorReason({ debtor, receivable }: DiagnosisInput): Reason | null {
	if (receivable === 'medical') return null
	switch (debtor) {
		case 'government':
		case 'large':
			return good('支払う相手の信用が高く、期日どおりの入金を見込みやすい売掛金です。')
		case 'small':
			return caution('支払う相手が中小企業のときは、その会社の信用や取引の長さで条件が大きく変わります。')
		case 'sole':
			return bad('支払う相手が個人事業主の売掛金は、扱う会社が少なくなります。')
		case 'consumer':
			return bad('一般の個人に対する売掛金は、ほとんどの会社が扱いません。')
	}
}

function threePartyDebtorReason({ debtor, receivable }: DiagnosisInput): Reason | null {
	if (receivable === 'medical') return good('支払基金や国保連への通知のしかたが決まっており、3社間で行いやすい債権です。')
	switch (debtor) {
		case 'government':
			return caution('公共工事などの請負代金は、契約で譲渡に発注者の承諾が必要とされていることが多く、手続きに時間がかかります。')
		case 'large':
			return good('支払う相手の信用が高い売掛金です。社内の決裁に時間がかかることは見込んでおきます。')
		case 'small':
			return caution('得意先に資金繰りの事情が伝わります。承諾してもらえるか、その後の取引に響かないかを先に考えます。')
		case 'sole':
			return bad('支払う相手が個人事業主の場合は、承諾の手続きに応じてもらいにくく、扱う会社も少なくなります。')
		case 'consumer':
			return bad('一般の個人に対する売掛金は、ほとんどの会社が扱いません。')
	}
}

function commonReasons(input: DiagnosisInput, days: number): Reason[] {
	const reasons: Reason[] = []
	if (days > 90) reasons.push(bad('入金まで90日を超える売掛金は、扱わない会社が多くなります。'))
	else if (days > 60) reasons.push(caution('入金まで60日を超えるため、手数料が高めになりやすい日程です。'))
	if (input.tax === 'arrears')
		reasons.push(
			bad('滞納処分で売掛金が差し押さえられるおそれがあるため、断られやすくなります。先に税務署や年金事務所へ納付の猶予を相談します。'),
		)
	if (input.tax === 'instalment') reasons.push(caution('猶予や分納の書類と、約束どおり納めていることが分かる資料を求められます。'))
	return reasons
}

function amountReasons(input: DiagnosisInput, low: Cost, high: Cost): Reason[] {
	const yen = (value: number) => `${value.toLocaleString('ja-JP')}円`
	if (low.missing > 0) return [bad(`売掛金をすべて売っても、手取りは${yen(low.advance)}ほどまでで、必要な額に届きません。`)]
	if (high.missing > 0) return [caution(`手数料が高めになると、すべて売っても必要な額に${yen(high.missing)}ほど足りません。`)]
	return input.wanted < 300_000 ? [caution('少額の取引は、事務手数料の割合が大きくなります。手取り額そのもので比べます。')] : []
}
