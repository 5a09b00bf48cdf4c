import type { Diagnosis } from './diagnosis.ts'
import type { DiagnosisInput, Industry } from './diagnosis-input.ts'
import type { FundingFigures } from './figures.ts'

/** What to have ready before asking a buyer, an adviser or a bank, most usual first. */
export function documentsNeeded(input: DiagnosisInput): string[] {
	const { business, industry, receivable, tax } = input
	return [
		...(receivable === 'medical'
			? ['診療報酬・介護報酬の請求書と支払決定通知（直近3か月〜6か月分）']
			: receivable === 'ordered'
				? ['注文書・契約書と、作業の進み具合が分かる資料']
				: ['売掛金の請求書と、注文書・契約書・納品書や検収書']),
		...proofOfWork(industry, receivable),
		'その得意先からの入金が分かる通帳（直近3か月〜6か月分）',
		business === 'corporation' ? '直近の決算書と試算表' : '直近の確定申告書と収支内訳書・青色申告決算書',
		...(business === 'corporation' ? ['登記事項証明書と印鑑証明書'] : ['開業届の控えなど、事業をしていることが分かる資料']),
		'代表者の本人確認書類',
		'資金繰り表（向こう3か月分）',
		...(tax === 'none' ? ['納税証明書'] : ['納税の猶予や分納の許可通知と、納付した領収書']),
		'借入金の一覧と返済予定表',
	]
}

function proofOfWork(industry: Industry, receivable: DiagnosisInput['receivable']): string[] {
	if (receivable === 'medical') return []
	switch (industry) {
		case 'construction':
			return ['工事請負契約書、出来高の査定や完成検査の記録']
		case 'transport':
			return ['運送委託契約書と、荷受けの受領書']
		case 'staffing':
			return ['派遣・業務委託の契約書と、勤務時間の記録']
		case 'it':
			return ['業務委託契約書と、検収の連絡（メールを含む）']
		case 'manufacturing':
		case 'wholesale':
			return ['取引基本契約書（譲渡を制限する特約の有無を確かめます）']
		case 'medical':
		case 'food':
		case 'other':
			return []
	}
}

export type Alternative = {
	key: 'advance-payment' | 'bank' | 'public-loan' | 'guarantee' | 'reschedule' | 'tax-grace' | 'collection' | 'contract-check'
	title: string
	body: string
	/** How long it usually takes. */
	leadTime: string
	/** What it usually costs. */
	cost: string
	/** Whose list of offices helps; the user's own call comes first where it is null. */
	taskId: number
	taskName: string
}

/** Other ways to raise the money, those that fit the dates and the situation first. */
export function alternatives(input: DiagnosisInput, diagnosis: Diagnosis, { loanRates }: FundingFigures): Alternative[] {
	const { daysUntilWanted, obstacle } = diagnosis
	const list: Alternative[] = []
	if (obstacle === 'overdue') list.push(collection)
	if (input.tax !== 'none') list.push(taxGrace)
	if (obstacle !== 'overdue' && input.debtor !== 'consumer') list.push(advancePayment)
	const loans = [
		{ ...publicLoan, cost: `${loanRates.usual}ほどの利息` },
		{ ...guarantee, cost: `${loanRates.guaranteed}ほどの利息と、${loanRates.guaranteeFee}ほどの保証料` },
		{ ...bank, cost: `${loanRates.usual}ほどの利息` },
	]
	// A loan takes longer than days; then reducing payments comes before raising money.
	list.push(...(daysUntilWanted >= 21 && input.tax !== 'arrears' ? [...loans, reschedule] : [reschedule, ...loans]))
	list.push(contractCheck)
	return list
}

const advancePayment: Alternative = {
	key: 'advance-payment',
	title: '得意先に支払いの前倒しや着手金を相談する',
	body: '手数料がかからない方法です。早く払ってもらう代わりに少し値引きする約束でも、手数料より安いことがあります。発注者が大きな会社なら、受け取りから60日以内の支払期日を定める中小受託取引適正化法（取適法）の対象になる取引かも確かめます。',
	leadTime: '相談から数日',
	cost: 'なし、または値引き分',
	taskId: 102,
	taskName: '資金繰り改善',
}

const publicLoan: Omit<Alternative, 'cost'> = {
	key: 'public-loan',
	title: '日本政策金融公庫の融資',
	body: '小規模な事業者や創業して間もない方も申し込めます。計画書と資金繰り表を整えてから申し込むと、面談での説明が通りやすくなります。',
	leadTime: '申し込みから3週間〜1か月',
	taskId: 202,
	taskName: '公庫申込準備',
}

const guarantee: Omit<Alternative, 'cost'> = {
	key: 'guarantee',
	title: '信用保証協会の保証を付けた融資・自治体の制度融資',
	body: '保証協会が返済を保証することで、銀行や信用金庫から借りやすくする仕組みです。売上が急に減ったときの別枠（セーフティネット保証）や、自治体が利子や保証料の一部を補助する制度もあります。',
	leadTime: '申し込みから1か月〜2か月',
	taskId: 203,
	taskName: '制度融資',
}

const bank: Omit<Alternative, 'cost'> = {
	key: 'bank',
	title: '取引のある銀行・信用金庫の短期借入',
	body: '入金予定が決まっている運転資金は、請求書や契約書を示して短期で借りる相談ができます。手形や電子記録債権があれば、割引という方法もあります。',
	leadTime: '相談から2週間〜1か月',
	taskId: 101,
	taskName: '銀行融資相談',
}

const reschedule: Alternative = {
	key: 'reschedule',
	title: '借入金の返済条件の見直し（リスケジュール）',
	body: '毎月の返済が資金不足の原因なら、返済額を一時的に減らす相談ができます。その間は新しい借り入れが難しくなるため、改善計画と合わせて銀行へ話します。',
	leadTime: '相談から1か月ほど。急ぐときは先に返済の猶予だけを頼みます',
	cost: '追加の利息や保証料がかかることがあります',
	taskId: 104,
	taskName: '返済条件変更',
}

const taxGrace: Alternative = {
	key: 'tax-grace',
	title: '税金・社会保険料の納付の猶予を相談する',
	body: '一度に納めると事業を続けられないときは、税務署や年金事務所に申請して、分けて納める猶予（換価の猶予など）を受けられる場合があります。差し押さえを受ける前に、自分から相談することが大切です。',
	leadTime: '申請から2週間〜1か月',
	cost: '猶予の間の延滞税は軽減されます',
	taskId: 102,
	taskName: '資金繰り改善',
}

const collection: Alternative = {
	key: 'collection',
	title: '支払われない売掛金を回収する',
	body: '期日を過ぎた売掛金は、買取の対象になりません。まず書面で支払いを求め、応じないときは内容証明、支払督促や訴訟へと進みます。時効にかかる前に動きます。',
	leadTime: '督促は数日、裁判所の手続きは2か月ほどから',
	cost: '弁護士などの報酬と実費',
	taskId: 703,
	taskName: '債権回収',
}

const contractCheck: Alternative = {
	key: 'contract-check',
	title: '契約する前に、専門家に見積もりと契約書を見てもらう',
	body: '買い戻しの義務、遅延損害金、公正証書や個人保証を求める条項があると、名前は買取でも実質は貸付とみなされることがあります。年率と条項を確かめてから決めます。',
	leadTime: '数日〜2週間',
	cost: '事務所により違います。掲載している事務所の料金の中央値と件数を、料金相場のページで確かめられます',
	taskId: 103,
	taskName: 'ファクタリング検討',
}
