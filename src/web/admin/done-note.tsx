import styles from './admin.module.css'

const sentences: Readonly<Record<string, string>> = {
	hide: '非公開にしました。書いた方と報告した方にお知らせしました。',
	uphold: '対応済みにしました。報告した方にお知らせしました。',
	dismiss: '対応済みにしました。報告した方に理由をお知らせしました。',
	grant: '異議を認め、もう一度公開しました。書いた方にお知らせしました。',
	reject: '判断を変えずに対応を終えました。書いた方に理由をお知らせしました。',
	given: '役割を加えました。',
	taken: '役割を外しました。',
	'billing-payment': '入金を記録しました。',
	'billing-refund': '返金を依頼しました。「返金」のページで承認します。',
	'billing-refund-approved': '返金を承認しました。振り込んだら、この画面で記録してください。',
	'billing-refund-rejected': '返金を却下しました。',
	'billing-refund-paid': '返金の振り込みを記録しました。',
	'billing-saved': '保存しました。',
	'billing-removed': '削除しました。',
	'support-reply': '返信を送りました。',
	'support-note': 'メモを保存しました。',
	'support-ask-author': '照会したことを記録しました。',
	'support-close': '対応を終了しました。',
	'support-reopen': '対応を再開しました。',
}

/** The search of a page that says what was done; the rest of it stays. */
export function withDone(url: string, done: string): string {
	const search = new URL(url).searchParams
	search.set('done', done)
	return `?${search.toString()}`
}

/** Says what became of the form, whose card has gone from the list. */
export function DoneNote({ done }: { done: string | null }) {
	const sentence = done === null ? undefined : sentences[done]
	if (sentence === undefined) return null
	return (
		<p className={styles.done} role="status">
			{sentence}
		</p>
	)
}
