import { addDays, daysBetween } from '../shared/japan-time.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { type Band, type FundingFigures, interestCeiling } from './figures.ts'

/**
 * Whether selling a receivable suits a business, and what it costs. A calculation on dated market figures, never a
 * promise: who buys, and at what price, is decided by the buyer alone.
 */
export type Fit = 'good' | 'conditional' | 'poor' | 'none'
export type Reason = { tone: 'good' | 'caution' | 'bad'; text: string }
export type Cost = {
	ratePercent: number
	/** Face that is sold, the fee, and what is paid out at once. Yen. */
	sold: number
	fee: number
	/** Registration and stamp duty, yen. */
	expenses: number
	/** What the buyer keeps back and pays out once the customer has paid, yen. No cost, but not in hand either. */
	heldBack: number
	advance: number
	/** Fee and expenses on the advance for a year; null where the money would come no earlier. */
	annualPercent: number | null
	/** Shortfall in yen even if all of the receivable is sold. */
	missing: number
}

export type Way = {
	kind: 'two' | 'three'
	fit: Fit
	reasons: Reason[]
	band: Band
	/** At the low end of the fees without anything on top, and at the high end with registration, stamp duty and holdback. */
	low: Cost
	high: Cost
}

/** What getting the same sum costs by each way. */
export type Comparison = {
	/** Yen in hand that every way can give: less than is wanted where the receivable is too small for it. */
	amount: number
	two: { low: Cost; high: Cost }
	three: { low: Cost; high: Cost }
	/** Interest on `amount` for the same days: at the usual rate, and at the highest that the law allows. */
	loanInterest: number
	/** The highest rate for a loan of `amount`, percent a year. */
	ceiling: number
	ceilingInterest: number
}

export type Diagnosis = {
	/** Days by which the money comes earlier; 0 or less when the customer pays in time anyway. */
	days: number
	daysUntilWanted: number
	/** Why selling is not needed or not possible, before any comparison. */
	obstacle: 'paid-in-time' | 'overdue' | null
	two: Way
	three: Way
	/** For the fee that the user was quoted. */
	quoted: Cost | null
	comparison: Comparison
}

/** Yearly rate of a cost in percent: cost ÷ money in hand × 365 ÷ days. Null without money in hand or without days. */
export function annualPercent(cost: number, advance: number, days: number): number | null {
	return advance > 0 && days > 0 ? (cost / advance) * (365 / days) * 100 : null
}

/** Interest in yen on a loan for some days. */
export function loanInterest(amount: number, ratePercent: number, days: number): number {
	return Math.round((amount * ratePercent * Math.max(days, 0)) / 100 / 365)
}

/** What a buyer asks: the fee and what is kept back in percent of the face, and expenses in yen. */
export type Terms = { ratePercent: number; holdbackPercent: number; expenses: number }

/** The cost of getting `wanted` yen out of a receivable of `face`: only as much is sold as that takes. */
export function costOf(options: { face: number; wanted: number; terms: Terms; days: number }): Cost {
	const { face, wanted, terms, days } = options
	const { ratePercent, holdbackPercent, expenses } = terms
	const share = 1 - (ratePercent + holdbackPercent) / 100
	const sold = share > 0 ? Math.min(face, Math.ceil((wanted + expenses) / share)) : face
	const fee = Math.round((sold * ratePercent) / 100)
	const heldBack = Math.min(sold - fee, Math.round((sold * holdbackPercent) / 100))
	const advance = Math.max(0, sold - fee - heldBack - expenses)
	return {
		ratePercent,
		sold,
		fee,
		expenses,
		heldBack,
		advance,
		annualPercent: annualPercent(fee + expenses, advance, days),
		missing: Math.max(0, wanted - advance),
	}
}

/** The terms at both ends of what is usual for a way. Only corporations can register a transfer, and only two parties need it. */
export function termsOf(kind: Way['kind'], band: Band, business: DiagnosisInput['business'], figures: FundingFigures) {
	const isRegistered = kind === 'two' && business === 'corporation'
	const low: Terms = { ratePercent: band.min, holdbackPercent: 0, expenses: 0 }
	const high: Terms = {
		ratePercent: band.max,
		holdbackPercent: figures.holdback,
		expenses: figures.stampDuty + (isRegistered ? figures.registration : 0),
	}
	return { low, high }
}

/** Evaluates the form. `today` is the day in Japan, 'YYYY-MM-DD'. */
export function diagnose(input: DiagnosisInput, today: string, figures: FundingFigures): Diagnosis {
	const days = daysBetween(input.wantedOn, input.dueOn)
	const daysUntilWanted = daysBetween(today, input.wantedOn)
	const bands = { two: figures.two, three: input.receivable === 'medical' ? figures.medical : figures.three }
	const costs = (kind: Way['kind'], wanted: number) => {
		const { low, high } = termsOf(kind, bands[kind], input.business, figures)
		return {
			low: costOf({ face: input.face, wanted, terms: low, days }),
			high: costOf({ face: input.face, wanted, terms: high, days }),
		}
	}
	const quoted = quotedCost(input, days)
	const way = (kind: Way['kind'], reasons: Reason[]): Way => {
		const { low, high } = costs(kind, input.wanted)
		const all = [...reasons, ...amountReasons(input, low, high), ...ceilingReasons(quoted, low, high, figures)]
		return { kind, band: bands[kind], reasons: all, fit: fitOf(input, all), low, high }
	}
	const two = way('two', twoPartyReasons(input, days, daysUntilWanted))
	const three = way('three', threePartyReasons(input, days, daysUntilWanted))
	const amount = Math.min(input.wanted, ...[two.low, two.high, three.low, three.high].map(({ advance }) => advance))
	const ceiling = interestCeiling(figures, amount)
	return {
		days,
		daysUntilWanted,
		obstacle: input.receivable === 'overdue' ? 'overdue' : days <= 0 ? 'paid-in-time' : null,
		two,
		three,
		quoted,
		comparison: {
			amount,
			two: costs('two', amount),
			three: costs('three', amount),
			loanInterest: loanInterest(amount, figures.loanRate, days),
			ceiling,
			ceilingInterest: loanInterest(amount, ceiling, days),
		},
	}
}

/** By so many days the money of the example comes earlier. */
export const EXAMPLE_DAYS = 45

/** An ordinary case, for a page that explains before it asks: a company sells invoices of 3 million yen to have 1 million in hand. */
export function exampleComparison(today: string, figures: FundingFigures): Comparison {
	const input: DiagnosisInput = {
		business: 'corporation',
		industry: 'construction',
		receivable: 'invoiced',
		debtor: 'large',
		face: 3_000_000,
		wanted: 1_000_000,
		wantedOn: today,
		dueOn: addDays(today, EXAMPLE_DAYS),
		tax: 'none',
		quotedRate: null,
	}
	return diagnose(input, today, figures).comparison
}

function quotedCost({ quotedRate, face, wanted }: DiagnosisInput, days: number): Cost | null {
	if (quotedRate === null) return null
	return costOf({ face, wanted, terms: { ratePercent: quotedRate, holdbackPercent: 0, expenses: 0 }, days })
}

/** One bad reason makes it hard, one caution conditional. An overdue receivable cannot be sold. */
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

/** What costs more than a loan of that size may by law is never called easy, although selling is no loan. A quote decides where there is one. */
function ceilingReasons(quoted: Cost | null, low: Cost, high: Cost, figures: FundingFigures): Reason[] {
	const cases = quoted
		? [{ cost: quoted, what: '見積もりの手数料は' }]
		: [
				{ cost: low, what: '目安の低いほうの費用でも' },
				{ cost: high, what: '目安の高いほうの費用は' },
			]
	const found = cases.find(({ cost }) => exceedsCeiling(cost, figures))
	if (!found) return []
	const ceiling = interestCeiling(figures, found.cost.advance)
	return [
		caution(
			`${found.what}、年率に直すと、同じ額の借入に利息制限法が認める上限の年${ceiling}%を超えます。借りられるなら、融資のほうが安く済みます。`,
		),
	]
}

/** Whether a sale costs more in a year than the law lets a loan of the same sum cost. */
export const exceedsCeiling = (cost: Cost, figures: FundingFigures): boolean =>
	cost.annualPercent !== null && cost.annualPercent > interestCeiling(figures, cost.advance)
