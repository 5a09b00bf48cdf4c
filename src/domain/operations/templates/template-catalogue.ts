import { articleTexts } from '../../articles/article-approval.ts'
import { assignmentTexts } from '../../cases/assignment.ts'
import { webhookTexts } from '../../developers/webhook-sending.ts'
import { appointmentTexts } from '../../appointments/appointment-words.ts'
import { dueDateTexts } from '../../calculators/due-date-reminders.ts'
import { documentTexts, letterNoticeTexts } from '../../documents/document-words.ts'
import { inquiryTexts } from '../../inquiries/inquiry-words.ts'
import { officeTexts } from '../../offices/forbidden-texts.ts'
import { mergeTexts } from '../../questions/merging/merge.ts'
import { hidingTexts } from '../../moderation/hiding.ts'
import { questionTaskTexts } from '../../questions/question-tasks.ts'
import { reviewTexts } from '../../reviews/review-writing.ts'
import { noticeSentences } from '../../social/notification-kinds.ts'
import { deskQueues, deskTitles } from '../desk-input.ts'
import { queueTexts } from '../queue-work/assignments.ts'
import { reasonWords } from './reason-words.ts'
import { accountWords } from '../../accounts/mailing/account-words.ts'
import type { MailTemplate } from '../../accounts/mailing/mail-words.ts'
import { billingWords } from '../../billing/billing-words.ts'
import { claimWords } from '../../experts/claims/claim-mails.ts'
import { importWords } from '../../experts/imports/import-mails.ts'
import { estimateTexts, estimateWords, leadTexts } from '../../estimates/estimate-words.ts'
import { listWaitWords } from '../../listings/waiting/list-wait-words.ts'
import { registrationTexts, registrationWords } from '../../experts/registration-mails.ts'
import { replyWords } from '../../cases/reply-words.ts'
import { officeWords } from '../../memberships/office-mails.ts'
import { digestWords, noticeWords } from '../../social/notice-words.ts'
import { supportWords } from '../../support/support-words.ts'
import { staffActWords } from './staff-act-words.ts'

export type TemplateGroup = { label: string; templates: readonly MailTemplate[] }

const textsOf = (...tables: readonly Readonly<Record<string, MailTemplate>>[]): MailTemplate[] =>
	tables.flatMap((table) => Object.values(table))

/** Every mail, every sentence of the site's notifications and every reason of a desk that staff can edit, by room. Mails to the operator alone, and reminders of invoices, have none here. */
export const templateGroups: readonly TemplateGroup[] = [
	{ label: 'アカウント', templates: Object.values<MailTemplate>(accountWords) },
	{ label: '運営の判断', templates: Object.values<MailTemplate>(staffActWords) },
	{ label: '専門家の登録', templates: Object.values<MailTemplate>({ ...registrationWords, ...importWords, ...claimWords }) },
	{ label: '事務所', templates: Object.values<MailTemplate>(officeWords) },
	{
		label: '見積もり依頼とお問い合わせ',
		templates: [
			...Object.values<MailTemplate>(estimateWords),
			...Object.values<MailTemplate>(replyWords),
			...Object.values<MailTemplate>(supportWords),
		],
	},
	{ label: '事務所の掲載を待つ方', templates: Object.values<MailTemplate>(listWaitWords) },
	{ label: '有料プラン', templates: Object.values<MailTemplate>(billingWords) },
	{ label: 'お知らせ', templates: [...Object.values<MailTemplate>(noticeWords), digestWords] },
	{ label: 'サイト内の文：質問と記事', templates: textsOf(noticeSentences, questionTaskTexts, mergeTexts, articleTexts) },
	{ label: 'サイト内の文：運営の判断', templates: textsOf(hidingTexts, registrationTexts, officeTexts, queueTexts) },
	{
		label: 'サイト内の文：見積もり（依頼した方へ）',
		templates: textsOf(estimateTexts),
	},
	{
		label: 'サイト内の文：見積もり（事務所へ）',
		templates: textsOf(leadTexts),
	},
	{
		label: 'サイト内の文：問い合わせ・口コミ・その他',
		templates: textsOf(inquiryTexts, assignmentTexts, reviewTexts, webhookTexts, dueDateTexts),
	},
	{ label: 'サイト内の文：面談', templates: textsOf(appointmentTexts) },
	{ label: 'サイト内の文：書類と契約書', templates: textsOf(documentTexts, letterNoticeTexts) },
	...deskQueues.map((queue) => ({ label: `審査・対応の文例：${deskTitles[queue]}`, templates: reasonWords[queue] })),
]

const byKey = new Map(templateGroups.flatMap(({ templates }) => templates.map((template) => [template.key, template] as const)))

export const findTemplate = (key: string): MailTemplate | null => byKey.get(key) ?? null
