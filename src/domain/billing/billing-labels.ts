import type { SubscriptionState } from './subscription.ts'
import type { RefundState } from './tables.ts'

/** Words and limits of billing that pages show. Pure, for browsers as for the server. */

export type InvoiceStatus = 'open' | 'overdue' | 'paid' | 'credited' | 'credit_note'

export const invoiceStatusLabels: Readonly<Record<InvoiceStatus, string>> = {
	open: 'お支払い待ち',
	overdue: '期限切れ',
	paid: '支払い済み',
	credited: '取り消し済み',
	credit_note: '返還',
}

export const subscriptionStateLabels: Readonly<Record<SubscriptionState, string>> = {
	trial: 'お試し中',
	active: '契約中',
	past_due: '支払い期限切れ',
	paused: '休止中',
	ended: '終了',
}

export const refundStateLabels: Readonly<Record<RefundState, string>> = {
	requested: '承認待ち',
	approved: '振り込み待ち',
	rejected: '却下',
	paid: '振り込み済み',
}

/** Above this a second person decides about a refund, in yen. */
export const TWO_PEOPLE_ABOVE = 50_000

/** Files of banks that are understood (bank-file.ts). */
export const bankFormatLabels = {
	auto: '自動で見分ける',
	zengin: '全銀（振込入金通知・固定長）',
	sbi: '住信SBIネット銀行',
	bizstation: '三菱UFJ BizSTATION',
	custom: '列の名前を指定する',
} as const
export type BankFormat = keyof typeof bankFormatLabels
export const bankFormats = Object.keys(bankFormatLabels) as [BankFormat, ...BankFormat[]]

/** Words that a dunning mail may use, with their meaning. */
export const dunningWords = ['宛名', '請求番号', '金額', '期限', '終了日'] as const

/** Journals in the import columns of the usual accounting programs (accounting-export.ts). */
export const exportFormats = {
	freee: 'freee会計（振替伝票）',
	moneyforward: 'マネーフォワード クラウド会計（仕訳帳）',
	yayoi: '弥生会計（仕訳データ）',
} as const
export type ExportFormat = keyof typeof exportFormats
export const isExportFormat = (name: string | null): name is ExportFormat => name !== null && Object.hasOwn(exportFormats, name)
