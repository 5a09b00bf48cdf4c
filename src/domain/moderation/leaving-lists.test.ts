import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { leavingCardLines, leavingLists } from './leaving-lists.ts'

type List = keyof typeof leavingLists

const linesOf = (list: List): readonly string[] => [...leavingLists[list], ...(list === 'anonymised' ? [] : leavingCardLines[list])]

/** For each table that refers to a user or to an identity: in which list /leave names it, and by which words. */
const named: Readonly<Record<string, readonly [List, string]>> = {
	account_merges: ['kept', '操作の記録'],
	account_plans: ['kept', '有料プラン'],
	account_restrictions: ['deleted', '利用の制限'],
	action_codes: ['deleted', 'メールアドレス、パスワード'],
	address_claims: ['deleted', 'メールアドレス'],
	announcement_closings: ['deleted', '届いたお知らせ'],
	announcements: ['kept', 'スタッフだった方'],
	api_tokens: ['deleted', 'トークン'],
	appeals: ['deleted', '異議の申し立て'],
	appointment_proposals: ['anonymised', '面談の日時'],
	appointments: ['anonymised', '面談の日時'],
	article_revisions: ['anonymised', '公開した記事'],
	articles: ['anonymised', '公開した記事'],
	audit_log: ['kept', '操作の記録'],
	bank_lines: ['kept', '操作の記録'],
	billing_profiles: ['kept', '振込の名義'],
	calendar_feeds: ['deleted', 'カレンダーを購読'],
	case_document_views: ['deleted', '書類を開いた記録'],
	case_documents: ['deleted', '案件に置いた書類'],
	card_charges: ['kept', '入金'],
	card_customers: ['deleted', 'カードの表示'],
	card_differences: ['kept', '操作の記録'],
	card_removals: ['kept', '顧客の登録とカード'],
	card_sessions: ['kept', 'Stripe'],
	credential_changes: ['kept', '審査'],
	delayed_verdicts: ['kept', 'スタッフだった方'],
	diagnosis_contacts: ['deleted', '資金診断'],
	document_requests: ['kept', '書類のお願い'],
	due_date_reminders: ['deleted', '手続きの期限'],
	estimate_quotes: ['anonymised', '見積書'],
	estimate_requests: ['anonymised', '見積もり依頼'],
	expert_decisions: ['kept', '審査'],
	expert_fact_checks: ['kept', 'スタッフだった方'],
	experts: ['deleted', '専門家として公開しているページ'],
	factor_resets: ['deleted', '2段階の確認の解除'],
	favourites: ['deleted', 'お気に入り'],
	feature_switches: ['kept', 'スタッフだった方'],
	follows: ['deleted', 'フォロー'],
	helpful_votes: ['anonymised', '参考になった'],
	identity_links: ['deleted', '外部アカウントとの連携'],
	inquiries: ['anonymised', '問い合わせの文章'],
	inquiry_blocks: ['deleted', 'ブロックした相手'],
	inquiry_messages: ['kept', '担当者としてお客様に送った文章'],
	invoices: ['kept', '請求書'],
	known_devices: ['deleted', '端末'],
	lead_cares: ['kept', 'スタッフだった方'],
	ledger_entries: ['kept', '入金'],
	letter_consents: ['kept', '双方が同意した契約書'],
	line_notices: ['deleted', '通知の設定'],
	login_tickets: ['deleted', 'ログインの記録'],
	mail_suppressions: ['deleted', 'メールの記録'],
	mail_template_versions: ['kept', 'スタッフだった方'],
	mails: ['deleted', 'メールの記録'],
	message_accesses: ['kept', 'スタッフだった方'],
	notification_digests: ['deleted', '届いたお知らせ'],
	notification_settings: ['deleted', '通知の設定'],
	notifications: ['deleted', '届いたお知らせ'],
	oauth_transactions: ['deleted', '外部アカウントとの連携'],
	office_changes: ['anonymised', '事務所のページ'],
	office_drafts: ['anonymised', '事務所のページ'],
	office_invitations: ['deleted', '招待'],
	passkeys: ['deleted', 'パスキー'],
	payments: ['kept', '入金'],
	person_notes: ['deleted', '運営が付けたメモ'],
	pickups: ['kept', 'スタッフだった方'],
	privacy_requests: ['kept', '個人情報についての請求'],
	push_subscriptions: ['deleted', '端末'],
	qa_drafts: ['deleted', '質問と記事の下書き'],
	question_images: ['deleted', '質問に付けた写真'],
	question_merges: ['kept', 'スタッフだった方'],
	questions: ['anonymised', '回答のある質問'],
	queue_assignments: ['kept', 'スタッフだった方'],
	queue_claims: ['kept', 'スタッフだった方'],
	queue_skips: ['kept', 'スタッフだった方'],
	queue_views: ['kept', 'スタッフだった方'],
	refunds: ['kept', '返金'],
	reply_addresses: ['deleted', '返信先'],
	reports: ['anonymised', '報告'],
	reviews: ['anonymised', '口コミ'],
	rule_agreements: ['deleted', '規約への同意'],
	second_factors: ['deleted', '2段階の確認'],
	sessions: ['deleted', 'ログイン中の端末'],
	site_settings: ['kept', 'スタッフだった方'],
	staff_roles: ['kept', 'スタッフだった方'],
	subscriptions: ['kept', '有料プラン'],
	support_replies: ['kept', '運営へのお問い合わせ'],
	support_requests: ['kept', '運営へのお問い合わせ'],
	suspension_requests: ['deleted', '利用の制限'],
	taxonomy_drafts: ['kept', 'スタッフだった方'],
	taxonomy_editions: ['kept', 'スタッフだった方'],
	webhook_endpoints: ['deleted', 'Webhook'],
}

test('/leave names what becomes of every table that refers to a person', () =>
	withCtx(async ({ db }) => {
		const { rows } = await sql<{ table: string }>`
			select distinct c.conrelid::regclass::text as table from pg_constraint c
			where c.contype = 'f' and c.confrelid in ('users'::regclass, 'identities'::regclass) and c.conrelid <> 'users'::regclass
			order by 1
		`.execute(db)
		expect(rows.map(({ table }) => table)).toEqual(Object.keys(named).toSorted())
		const silent = Object.entries(named).filter(([, [list, words]]) => !linesOf(list).some((line) => line.includes(words)))
		expect(silent).toEqual([])
	}))
