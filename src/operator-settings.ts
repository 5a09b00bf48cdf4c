import { z } from 'zod'
import type { BankAccount, Operator } from './domain/shared/context.ts'

const line = (most: number) => z.string().max(most, `a line of at most ${most} characters`)

/** The settings that say who runs the site, part of the list in config.ts. */
export const operatorSettings = {
	OPERATOR_NAME: line(80)
		.optional()
		.describe(
			'Who runs the site, as registered: a company with its form, or a person. /company, /tokushoho and the foot of mails name the operator once this and the next five settings are set.',
		),
	OPERATOR_REPRESENTATIVE: line(60).optional().describe('Representative of the operator, with the office held.'),
	OPERATOR_ADDRESS: line(120).optional().describe('Registered address of the operator, with the postal code.'),
	OPERATOR_PHONE: z
		.string()
		.regex(/^0\d{1,4}-\d{1,4}-\d{3,4}$/, 'a telephone number such as 03-1234-5678')
		.optional()
		.describe('Telephone number of the operator.'),
	OPERATOR_MAIL: z
		.string()
		.regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'a mail address')
		.optional()
		.describe('Mail address of the operator. Also hears of claims and requests that have a deadline.'),
	OPERATOR_PRIVACY_OFFICER: line(60).optional().describe('Who answers for personal data, by office or name.'),
	OPERATOR_HOURS: line(60).default('平日 10:00〜17:00').describe('When the operator answers the telephone.'),
	OPERATOR_SALES_MANAGER: line(60).optional().describe('Who answers for sales on /tokushoho. The representative when unset.'),
	TELECOM_NOTIFICATION_NUMBER: z
		.string()
		.regex(/^[A-H]-\d{2}-\d{5}$/, 'a number such as A-05-12345')
		.optional()
		.describe('Number of the notification as a telecommunications carrier (電気通信事業の届出番号).'),
	INVOICE_NUMBER: z
		.string()
		.regex(/^T\d{13}$/, 'a number such as T1234567890123')
		.optional()
		.describe('Registration number of the operator as an issuer of qualified invoices.'),
	OPERATOR_BANK_ACCOUNT: z
		.string()
		.regex(/^(?:[^/]{1,40}\/){3}\d{7}\/[^/]{1,60}$/, 'bank/branch/kind/number/holder, such as 架空銀行/本店営業部/普通/1234567/カ）シルベ')
		.optional()
		.describe('Bank account that paid plans are paid to. No plan is sold without it and without the named operator.'),
	MAIL_DKIM_SELECTOR: z
		.string()
		.regex(/^[A-Za-z0-9._-]{1,63}$/, 'a selector such as mail2026')
		.optional()
		.describe('Selector under which the DKIM key of the mail server is published. Only `npm run check:launch` reads it.'),
	LEGAL_TEXTS_REVIEWED_ON: z.iso
		.date('a day such as 2026-11-01')
		.optional()
		.describe('Day on which /rules, /privacy and /tokushoho were last reviewed for this business. Only `npm run check:launch` reads it.'),
	BACKUP_TESTED_ON: z.iso
		.date('a day such as 2026-11-01')
		.optional()
		.describe('Day on which a backup was last restored to see that it works. Only `npm run check:launch` reads it.'),
}

/** The fictitious operator of a demo. The address does not exist, and the number and the mail address belong to no one. */
const DEMO_OPERATOR: Operator = {
	name: '株式会社しるべ（架空の会社）',
	representative: '代表取締役 道野 標',
	address: '〒100-0000 東京都千代田区架空町1丁目1番1号',
	phone: '03-0000-0000',
	mail: 'contact@shirube.example',
	privacyOfficer: '個人情報保護管理者 町田 守',
	hours: '平日 10:00〜17:00',
	salesManager: '道野 標',
	telecomNumber: null,
	invoiceNumber: 'T0000000000000',
	bankAccount: { bank: '架空銀行', branch: '本店営業部', kind: '普通', number: '0000000', holder: 'カ）シルベ' },
}

const neededOfOperator = [
	'OPERATOR_NAME',
	'OPERATOR_REPRESENTATIVE',
	'OPERATOR_ADDRESS',
	'OPERATOR_PHONE',
	'OPERATOR_MAIL',
	'OPERATOR_PRIVACY_OFFICER',
] as const satisfies (keyof typeof operatorSettings)[]

export type OperatorConfig = {
	/** Undefined until all settings that the law asks for are there. */
	operator: Operator | undefined
	/** Settings of the operator that are missing. */
	missingOfOperator: readonly (typeof neededOfOperator)[number][]
	/** What the operator says for `npm run check:launch`. */
	launch: { dkimSelector: string | undefined; textsReviewedOn: string | undefined; backupTestedOn: string | undefined }
}

/**
 * The operator of the settings, or which settings are missing. A demo without any of them is run by a company that does not
 * exist, so that its pages can be looked at.
 */
export function operatorOf(values: z.infer<z.ZodObject<typeof operatorSettings>>, demo: boolean): OperatorConfig {
	const launch = {
		dkimSelector: values.MAIL_DKIM_SELECTOR,
		textsReviewedOn: values.LEGAL_TEXTS_REVIEWED_ON,
		backupTestedOn: values.BACKUP_TESTED_ON,
	}
	const missing = neededOfOperator.filter((name) => values[name] === undefined)
	if (demo && missing.length === neededOfOperator.length) return { operator: DEMO_OPERATOR, missingOfOperator: [], launch }
	const {
		OPERATOR_NAME: name,
		OPERATOR_REPRESENTATIVE: representative,
		OPERATOR_ADDRESS: address,
		OPERATOR_PHONE: phone,
		OPERATOR_MAIL: mail,
		OPERATOR_PRIVACY_OFFICER: privacyOfficer,
	} = values
	if (!name || !representative || !address || !phone || !mail || !privacyOfficer)
		return { operator: undefined, missingOfOperator: missing, launch }
	return {
		missingOfOperator: [],
		launch,
		operator: {
			name,
			representative,
			address,
			phone,
			mail,
			privacyOfficer,
			hours: values.OPERATOR_HOURS,
			salesManager: values.OPERATOR_SALES_MANAGER ?? representative,
			telecomNumber: values.TELECOM_NOTIFICATION_NUMBER ?? null,
			invoiceNumber: values.INVOICE_NUMBER ?? null,
			bankAccount: bankAccountOf(values.OPERATOR_BANK_ACCOUNT),
		},
	}
}

function bankAccountOf(text: string | undefined): BankAccount | null {
	if (text === undefined) return null
	const [bank = '', branch = '', kind = '', number = '', holder = ''] = text.split('/')
	return { bank, branch, kind, number, holder }
}
