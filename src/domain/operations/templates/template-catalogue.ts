import { accountWords } from '../../accounts/mailing/account-words.ts'
import type { MailTemplate } from '../../accounts/mailing/mail-words.ts'
import { billingWords } from '../../billing/billing-words.ts'
import { estimateWords } from '../../estimates/estimate-words.ts'
import { registrationWords } from '../../experts/registration-mails.ts'
import { officeWords } from '../../memberships/office-mails.ts'
import { digestWords, noticeWords } from '../../social/notice-words.ts'
import { supportWords } from '../../support/support-words.ts'
import { staffActWords } from './staff-act-words.ts'

export type TemplateGroup = { label: string; templates: readonly MailTemplate[] }

/** Every mail whose words staff can edit, by room. Mails to the operator alone, and reminders of invoices, have none here. */
export const templateGroups: readonly TemplateGroup[] = [
	{ label: 'アカウント', templates: Object.values<MailTemplate>(accountWords) },
	{ label: '運営の判断', templates: Object.values<MailTemplate>(staffActWords) },
	{ label: '専門家の登録', templates: Object.values<MailTemplate>(registrationWords) },
	{ label: '事務所', templates: Object.values<MailTemplate>(officeWords) },
	{
		label: '見積もり依頼とお問い合わせ',
		templates: [...Object.values<MailTemplate>(estimateWords), ...Object.values<MailTemplate>(supportWords)],
	},
	{ label: '有料プラン', templates: Object.values<MailTemplate>(billingWords) },
	{ label: 'お知らせ', templates: [...Object.values<MailTemplate>(noticeWords), digestWords] },
]

const byKey = new Map(templateGroups.flatMap(({ templates }) => templates.map((template) => [template.key, template] as const)))

export const findTemplate = (key: string): MailTemplate | null => byKey.get(key) ?? null
