import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import styles from './admin.module.css'

const sentences: Readonly<Record<string, string>> = {
	'hide-question': '質問を非公開にしました。書いた方にお知らせしました。',
	'show-question': '質問をもう一度公開しました。書いた方にお知らせしました。',
	'hide-answer': '回答を非公開にしました。書いた方にお知らせしました。',
	'show-answer': '回答をもう一度公開しました。書いた方にお知らせしました。',
	'accept-answer': 'ベストアンサーを選びました。',
	'withdraw-answer': 'ベストアンサーを取り消しました。',
	'set-task': '質問の業務を決めました。',
	'hide-review': '口コミを非公開にしました。書いた方にお知らせしました。',
	'show-review': '口コミをもう一度公開しました。書いた方にお知らせしました。',
	'mail-allow': 'この宛先への送信を再開しました。',
	'expert-verified': '確認済みにして公開しました。本人にメールで知らせました。',
	'expert-needs_fix': '修正を依頼しました。理由は、本人にメールで届きます。',
	'expert-rejected': '登録を見送りました。理由は、本人にメールで届きます。',
	'expert-suspended': '公開を停止しました。理由は、本人にメールで届きます。',
	'expert-rechecked': '再確認を記録しました。',
	'expert-recheck-asked': '確かめられなかったことを、本人にメールで知らせました。',
	'expert-renamed': '氏名を変更し、本人にメールで知らせました。',
	'credential-verified': '資格の変更を確認済みにし、本人にメールで知らせました。',
	'credential-returned': '資格の変更を差し戻しました。理由は、本人にメールで届きます。',
	'sub-qualification-end': '有効期間を直しました。',
	'office-approved': '変更を承認し、公開ページに反映しました。事務所にメールで知らせました。',
	'office-returned': '変更を差し戻しました。理由は、事務所にメールで届きます。',
	'office-suspended': '公開を停止しました。理由は、事務所の代表者にメールで届きます。',
	'office-unsuspended': '公開の停止を解き、事務所の代表者にメールで知らせました。',
	'access-requested': '閲覧を申請しました。管理者の権限を持つ別の担当者が判断します。',
	'access-approved': '閲覧を承認しました。申請した方が、72時間のあいだ開けます。',
	'access-refused': '閲覧を承認しませんでした。',
	'access-closed': '閲覧を終えました。',
	'diagnosis-contacted': '連絡済みにしました。',
	'diagnosis-closed': '対応を終了しました。',
	'job-retried': 'もう一度実行します。数秒たってから、このページを開き直すと結果が分かります。',
	'support-moved': '分類を変えました。その分類の担当者の一覧に移りました。',
	'article-published': '公開しました。',
	'article-returned': '執筆者に差し戻しました。理由は、執筆者の画面に表示されます。',
	'article-unlisted': '公開を停止しました。理由は、執筆者の画面に表示されます。',
	'article-relisted': 'もう一度公開しました。',
	'article-discarded': '編集部の下書きを消しました。',
	'person-note': 'メモを保存しました。',
	'person-note-removed': 'メモを削除しました。',
	'person-sessions': 'すべての端末からログアウトさせました。',
	'person-limited': '投稿を制限し、本人にメールで知らせました。',
	'person-suspended': '利用を停止し、すべての端末からログアウトさせました。本人にメールで知らせました。',
	'suspend-requested': '停止の承認を依頼しました。別の担当者が承認すると、停止されます。',
	'suspend-refused': '停止を見送りました。',
	'suspend-withdrawn': '停止の依頼を取り下げました。',
	'person-restored': '制限・停止を解き、本人にメールで知らせました。',
	'person-factor-requested': '二段階認証の解除を依頼しました。別の担当者が承認すると、解除されます。',
	'person-factor-reset': '二段階認証を解除し、すべての端末からログアウトさせました。',
	'person-factor-refused': '二段階認証の解除を見送りました。',
	'person-merge-requested': '統合を依頼しました。別の担当者が承認すると、統合されます。',
	'person-merged': 'アカウントを統合しました。この会員のアカウントが残りました。',
	'person-merge-refused': '統合を見送りました。',
	'person-resent': '確認のメールを送りました。',
	'privacy-taken-in': '請求を記録しました。',
	'privacy-identified': '本人確認を記録しました。',
	'privacy-outlook': '見通しを知らせ、期限を改めました。',
	'privacy-erased': 'アカウントを消去しました。結果を本人に知らせて、請求を終了してください。',
	'privacy-decided': '請求を終了し、結果を知らせました。',
	'lead-propose': '依頼者に案内しました。依頼者が選ぶまで、事務所には何も届きません。',
	'lead-note': 'メモを加えました。',
	'queue-skip': 'あとに回しました。1日のあいだ、あなたの一覧には出ません。',
	'queue-assigned': '担当を決めました。',
	'queue-unassigned': '担当を外しました。',
	'queue-marks': '照合の印を保存しました。次に開いた担当者にも表示されます。',
	'queue-view': '見方を保存しました。あなただけに表示されます。',
	'queue-view-shared': '見方を保存しました。この作業台を使う担当者の全員に表示されます。',
	'queue-view-removed': '見方を消しました。',
	'queue-bulk-undone': 'まだ反映していない判断を取り消しました。',
	'queue-undo': '判断を取り消しました。まだ何も反映していません。',
	given: '役割を加えました。',
	taken: '役割を外しました。',
	'billing-payment': '入金を記録しました。',
	'billing-refund': '返金を依頼しました。「返金」のページで承認します。',
	'billing-refund-approved': '返金を承認しました。振り込んだら、この画面で記録してください。',
	'billing-refund-rejected': '返金を却下しました。',
	'billing-refund-paid': '返金の振り込みを記録しました。',
	'billing-retried': 'もう一度処理します。1分ほどで結果が分かります。',
	'billing-resolved': '確認済みにしました。',
	'billing-saved': '保存しました。',
	'billing-removed': '削除しました。',
	'item-saved': '下書きを保存しました。公開中の内容は、まだ変わっていません。',
	'item-made': '新しい項目の下書きを作りました。公開するまで、だれにも見えません。',
	'item-published': '公開しました。',
	'item-scheduled': '公開する日時を決めました。その時刻に、ひとりでに公開されます。',
	'item-unscheduled': '公開の予約を取り消しました。下書きは残っています。',
	'item-discarded': '下書きを捨てました。',
	'item-restored': '前の版を下書きに写しました。確かめてから公開してください。',
	'item-settled': '違いを片付けました。',
	'item-kept': 'この項目を、リポジトリになくても続けます。',
	'item-retired': '終了しました。',
	'item-revived': 'もう一度公開しました。',
	'item-merged': '統合しました。前のアドレスは、統合した先に転送されます。',
	'item-split': '分割しました。新しい業務の文章を整えてください。',
	'pickup-begun': '下書きを作りました。まだ公開していません。見え方を確かめてから公開してください。',
	'pickup-edited': '保存しました。',
	'pickup-published': '公開しました。始まりの日から表示されます。',
	'pickup-ended': '掲載を終えました。ページから消えました。',
	'pickup-discarded': '下書きを消しました。',
	'import-confirmed': '案内を送り始めました。少しずつ送ります。',
	'import-resent': '返事のない方に、もう一度送り始めました。',
	'import-discarded': '取り込みをやめて、内容を消しました。',
	'articles-imported': '下書きを作りました。記事の一覧か、執筆者のマイページから直して公開できます。',
	'articles-discarded': '取り込みをやめて、内容を消しました。',
	'notice-created': '下書きを作りました。まだ公開していません。',
	'notice-edited': '下書きを保存しました。',
	'notice-discarded': '下書きを捨てました。',
	'notice-published': '公開しました。',
	'notice-updated': '経過を公開しました。',
	'notice-resolved': '解決したことを公開しました。',
	'announcement-created': '下書きを作りました。まだ公開していません。',
	'announcement-edited': '下書きを保存しました。',
	'announcement-discarded': '下書きを捨てました。',
	'announcement-published': '公開しました。始まりの日時から知らせます。',
	'announcement-withdrawn': '取りやめました。ページの上の帯は消え、まだ知らせていない方には届きません。',
	'setting-changed': '保存しました。次に開くページから効きます。',
	'switch-changed': '切り替えました。次の操作から効きます。',
	'template-saved': '保存しました。次のメールやお知らせから使います。',
	'template-tested': 'あなたのメールアドレスに送りました。',
	'template-restored': '戻しました。次のメールやお知らせから使います。',
	'support-reply': '返信を送りました。',
	'support-note': 'メモを保存しました。',
	'support-ask-author': '照会したことを記録しました。',
	'support-close': '対応を終了しました。',
	'support-reopen': '対応を再開しました。',
}

/** Returns the query with the outcome added; other parameters stay. */
export function withDone(url: string, done: string): string {
	const search = new URL(url).searchParams
	search.set('done', done)
	return `?${search.toString()}`
}

/** What became of a form, by the name that its page is led on with; undefined for an unknown one. */
export const outcomeSentence = (done: string): string | undefined => sentences[done]

/** Shows the outcome of the form that led here. */
export function DoneNote({ done }: { done: string | null }) {
	const sentence = done === null ? undefined : outcomeSentence(done)
	if (sentence === undefined) return null
	return (
		<p className={styles.done} role="status">
			{sentence}
		</p>
	)
}

/** Names a form of a page: its intent and the row that it is about. */
export const formKey = (intent: string, id: number | string): string => `${intent}:${id}`

/**
 * Shows why a decision was rejected when its form is gone because somebody else has decided, and
 * keeps the reason or the note that was typed. `forms` are the keys of the forms that the page shows.
 */
export function LateDecision({ formState, forms }: { formState: FormState | undefined; forms: readonly string[] }) {
	if (!formState || forms.includes(formKey(formState.intent, formState.targetId))) return null
	const typed = textIn(formState.values, 'reason') ?? textIn(formState.values, 'note') ?? ''
	return (
		<>
			<ErrorSummary formState={formState} />
			{typed !== '' && (
				<div className={styles.warn}>
					<p>入力した文（保存されていません）</p>
					<p className={styles.reason}>{typed}</p>
				</div>
			)}
		</>
	)
}
