const labels: Readonly<Record<string, string>> = {
	'send-mail': '手続きのメール',
	'deliver-event': 'お知らせの作成',
	'notification-mail': 'お知らせのメール',
	'digest-mail': '1日1回のまとめ',
	'notification-upkeep': 'お知らせの定期作業',
	'clean-accounts': 'アカウントの掃除',
	'clean-question-images': '質問の画像の掃除',
	'keep-up-offices': '削除した事務所と写真の掃除',
	'keep-up-inquiries': '問い合わせのファイルと返信時間の定期作業',
	'keep-up-estimates': '見積もり依頼の期限',
	'refresh-search-terms': '検索のことばの更新',
	'purge-proofs': '資格の証明書類の掃除',
}

/** What staff read; a queue without a label shows its name. */
export const queueLabel = (name: string): string => labels[name] ?? name
