import type { Operator } from '../src/domain/shared/context.ts'

/** An operator who sells plans. */
export const seller: Operator = {
	name: '株式会社道標',
	representative: '道野 標',
	address: '東京都三鷹市下連雀3丁目1番1号',
	phone: '0422-00-0000',
	mail: 'contact@operator.example',
	hours: '平日',
	privacyOfficer: '管理部長',
	salesManager: '道野 標',
	telecomNumber: null,
	invoiceNumber: 'T1234567890123',
	bankAccount: { bank: '試験銀行', branch: '三鷹支店', kind: '普通', number: '1234567', holder: 'カ）ミチシルベ' },
}
