/** What becomes of each reference to the account that ends. A test compares this with the foreign keys of the database. */
export type MergeRule =
	/** Goes to the account that is kept; a row that would be there twice by these columns does not. */
	| { does: 'move'; label: string; unless?: readonly string[]; onlyPosted?: true }
	/** Erased with the account, as leaving erases it. */
	| { does: 'erase' }
	/** A record of what somebody did, which stays with the row without a name. */
	| { does: 'stay' }

const move = (label: string, more: { unless?: readonly string[]; onlyPosted?: true } = {}): MergeRule => ({ does: 'move', label, ...more })
const erase: MergeRule = { does: 'erase' }
const stay: MergeRule = { does: 'stay' }

/** By `table.column` of each foreign key to `users`. */
export const mergeRules: Readonly<Record<string, MergeRule>> = {
	'account_merges.decided_by': stay,
	'account_merges.from_user_id': stay,
	'account_merges.requested_by': stay,
	'account_merges.to_user_id': move('以前に統合した記録'),
	// A paid plan refuses the merge; what has ended stays as after leaving.
	'account_plans.user_id': erase,
	'account_restrictions.created_by': stay,
	'account_restrictions.lifted_by': stay,
	'account_restrictions.user_id': move('以前の制限の記録'),
	'announcement_closings.user_id': erase,
	'announcements.created_by': stay,
	'api_tokens.user_id': erase,
	'appeals.author_id': move('異議の申し立て', { unless: ['kind', 'subject_id'] }),
	'appeals.decided_by': stay,
	'appointment_proposals.author_id': move('面談の日時の提案'),
	'appointments.user_id': move('面談の予約'),
	'article_revisions.saved_by': move('記事の履歴'),
	'articles.author_user_id': move('記事'),
	'articles.saved_by': move('保存した記事'),
	'audit_log.user_id': stay,
	'bank_lines.imported_by': stay,
	'billing_profiles.user_id': stay,
	'calendar_feeds.user_id': erase,
	'card_charges.user_id': stay,
	'card_customers.user_id': stay,
	'card_differences.resolved_by': stay,
	'card_sessions.user_id': stay,
	'credential_changes.decided_by': stay,
	'delayed_verdicts.user_id': stay,
	'diagnosis_contacts.user_id': move('資金の相談'),
	'due_date_reminders.user_id': move('手続きの期限のお知らせ', { unless: [] }),
	'estimate_quotes.author_id': move('作った見積書'),
	'estimate_requests.user_id': move('見積もり依頼'),
	'expert_decisions.decided_by': stay,
	'experts.user_id': move('専門家の登録と事務所'),
	'factor_resets.decided_by': stay,
	'factor_resets.requested_by': stay,
	'factor_resets.user_id': erase,
	'favourites.user_id': move('お気に入り', { unless: ['office_id', 'expert_id', 'question_id', 'task_id'] }),
	'feature_switches.changed_by': stay,
	'follows.user_id': move('フォロー', { unless: ['expert_id'] }),
	'helpful_votes.user_id': move('参考になった', { unless: ['answer_id'] }),
	'inquiries.user_id': move('事務所への問い合わせ'),
	'inquiry_blocks.user_id': move('ブロック', { unless: ['office_id', 'side'] }),
	'inquiry_messages.author_id': move('問い合わせの発言'),
	'invoices.user_id': stay,
	'lead_cares.user_id': stay,
	'ledger_entries.user_id': stay,
	'mail_suppressions.by_user_id': stay,
	'mails.user_id': erase,
	'message_accesses.decided_by': stay,
	'message_accesses.requested_by': stay,
	'notification_digests.user_id': erase,
	'notification_settings.user_id': erase,
	'notifications.follower_id': erase,
	'notifications.user_id': erase,
	'office_changes.asked_by': move('事務所の変更の依頼'),
	'office_changes.decided_by': stay,
	'office_drafts.saved_by': move('事務所の下書き'),
	'office_invitations.invited_by': move('事務所への招待'),
	'payments.recorded_by': stay,
	'payments.user_id': stay,
	'person_notes.author_id': stay,
	'person_notes.user_id': move('スタッフのメモ'),
	'privacy_requests.created_by': stay,
	'privacy_requests.decided_by': stay,
	'privacy_requests.identity_by': stay,
	'privacy_requests.user_id': move('個人情報の請求'),
	'qa_drafts.user_id': erase,
	// What is posted moves with its question; pictures of a draft go with it.
	'question_images.owner_id': move('質問の写真', { onlyPosted: true }),
	'questions.asker_id': move('質問'),
	'queue_claims.user_id': stay,
	'queue_skips.user_id': stay,
	'refunds.decided_by': stay,
	'refunds.requested_by': stay,
	'refunds.user_id': stay,
	'reports.decided_by': stay,
	'reports.reporter_id': move('行った報告', { unless: ['kind', 'subject_id'] }),
	'reviews.replied_by': move('口コミへの返信'),
	'reviews.user_id': move('口コミ', { unless: ['office_id'] }),
	'rule_agreements.user_id': erase,
	'site_settings.changed_by': stay,
	'staff_roles.user_id': stay,
	'subscriptions.user_id': stay,
	'support_replies.author_id': stay,
	'support_requests.user_id': move('運営へのお問い合わせ'),
	'webhook_endpoints.user_id': erase,
}

/** What the account that ends loses, as the page says it. */
export const lostByMerging = [
	'ログインの方法（パスワード、パスキー、外部アカウントとの連携、二段階認証）とログイン中の端末。残すアカウントのものだけを使えます',
	'お名前、写真、お知らせの設定、届いたお知らせ、質問と記事の下書き、規約への同意の記録',
	'外部のプログラムのためのトークンとWebhook、カレンダーを購読するためのアドレス',
	'残すアカウントと重なるもの（同じ相手のフォローやお気に入りなど）は、1つになります',
] as const
