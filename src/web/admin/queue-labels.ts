const labels: Readonly<Record<string, string>> = {
	'send-mail': '手続きのメール',
	'deliver-event': 'お知らせの作成',
	'send-to-device': '端末へのお知らせ',
	'send-webhook': '外部のプログラムへの通知（Webhook）',
	'back-up': 'バックアップ',
	'notification-mail': 'お知らせのメール',
	'digest-mail': '1日1回のまとめ',
	'maintain-notifications': 'お知らせの定期作業',
	'clean-accounts': 'アカウントの掃除',
	'clean-question-images': '質問の画像の掃除',
	'maintain-offices': '削除した事務所と写真の掃除',
	'maintain-imports': '取り込んだ事務所への案内',
	'maintain-list-waits': '事務所の掲載を待つ方へのお知らせ',
	'maintain-appointments': '面談の予約の期限とお知らせ',
	'maintain-inquiries': '問い合わせのファイルと返信時間の定期作業',
	'maintain-estimates': '見積もり依頼の期限',
	'maintain-announcements': '案内の開始・終了と送信',
	'measure-fees': '料金相場の集計',
	'measure-insights': '管理トップと「数字」の集計',
	'maintain-billing': '契約の更新と督促',
	'work-cards': 'カードでの支払い',
	'check-office-texts': '加わった資格の広告の決まりと事務所の文章の照合',
	'reconcile-cards': 'カードの入金と帳簿の照合',
	'refresh-search-terms': '検索のことばの更新',
	'change-of-day': '日付で変わるもの（付加資格の期限、日替わりの一覧）',
	'settle-verdicts': '取り消しの時間が過ぎた判断の反映',
	'publish-taxonomy': '業務の分類の、予約した公開',
	'check-links': '道具のリンクの点検',
	'purge-proofs': '資格の証明書類の掃除',
}

/** Names of earlier releases, kept in the audit log. */
const renamed: Readonly<Record<string, string>> = {
	'notification-upkeep': 'maintain-notifications',
	'keep-up-offices': 'maintain-offices',
	'keep-up-inquiries': 'maintain-inquiries',
	'keep-up-estimates': 'maintain-estimates',
}

/** What staff read; a queue without a label shows its name. */
export const queueLabel = (name: string): string => labels[renamed[name] ?? name] ?? name
