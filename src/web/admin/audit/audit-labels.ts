import { queueLabel } from '../queue-labels.ts'

/** Subjects of actions, and the groups of actions that filter the log. */
const rooms: Readonly<Record<string, string>> = {
	expert: '専門家',
	proof: '資格の書類',
	office: '事務所',
	article: '記事',
	question: '質問',
	answer: '回答',
	review: '口コミ',
	report: '報告',
	appeal: '異議の申し立て',
	inquiry: '問い合わせ',
	access: 'やり取りの開示',
	lead: '見積もり依頼・資金の相談',
	support: '運営へのお問い合わせ',
	notice: '障害・事故のお知らせ',
	announcement: '案内',
	billing: '請求',
	user: '会員',
	mail: 'メール',
	queue: '審査と報告の作業台',
	staff: 'スタッフ',
	switch: '機能の切り替え',
	audit: '操作の記録',
	job: 'メールと定期作業',
}

/** Kinds of subjects that are no separate room. */
const kinds: Readonly<Record<string, string>> = {
	...rooms,
	estimate: '見積もり依頼',
	'credential-change': '資格の変更',
	'office-change': '事務所の変更',
	diagnosis: '資金の相談',
	job: '作業',
	suppression: '送信を止めた宛先',
	invoice: '請求書',
	refund: '返金',
	transfer: '入金',
	dunning: '督促のメール',
	price: '料金の版',
	coupon: 'クーポン',
}

const actions: Readonly<Record<string, string>> = {
	'expert.read': '専門家の申請を開いた',
	'expert.verify': '専門家を確認済みにした',
	'expert.return': '専門家に修正を依頼した',
	'expert.reject': '専門家の登録を見送った',
	'expert.suspend': '専門家の公開を停止した',
	'expert.credential.verify': '資格の変更を確認済みにした',
	'expert.sub-qualification.end': '付加資格の有効期間を直した',
	'expert.credential.return': '資格の変更の修正を依頼した',
	'proof.read': '資格の書類を開いた',
	'office.approve': '事務所の変更を承認した',
	'office.return': '事務所の変更の修正を依頼した',
	'office.suspend': '事務所の公開を停止した',
	'office.unsuspend': '事務所の公開を再開した',
	'article.begin': '編集部の記事を書き始めた',
	'article.edit': '記事を編集した',
	'article.publish': '記事を公開した',
	'article.return': '記事を執筆者に差し戻した',
	'article.unlist': '記事の公開を停止した',
	'article.relist': '記事の公開を再開した',
	'article.discard': '記事の下書きを捨てた',
	'notice.begin': 'お知らせを書き始めた',
	'notice.edit': 'お知らせの下書きを直した',
	'notice.discard': 'お知らせの下書きを捨てた',
	'notice.publish': 'お知らせを公開した',
	'notice.update': 'お知らせの経過を公開した',
	'notice.resolve': 'お知らせを解決にした',
	'announcement.begin': '案内を書き始めた',
	'announcement.edit': '案内の下書きを直した',
	'announcement.discard': '案内の下書きを捨てた',
	'announcement.publish': '案内を公開した',
	'announcement.withdraw': '案内を取りやめた',
	'switch.change': '機能の切り替えを変えた',
	'question.task': '質問の業務を決めた',
	'question.hide': '質問を非公開にした',
	'question.show': '質問をもう一度公開した',
	'question.history': '質問の編集の履歴を開いた',
	'answer.hide': '回答を非公開にした',
	'answer.show': '回答をもう一度公開した',
	'answer.history': '回答の編集の履歴を開いた',
	'answer.accept': '質問者に代わってベストアンサーを選んだ',
	'answer.unaccept': 'ベストアンサーを取り消した',
	'review.hide': '口コミを非公開にした',
	'review.show': '口コミをもう一度公開した',
	'report.hide': '報告を受けて非公開にした',
	'report.uphold': '報告に別の方法で対応した',
	'report.dismiss': '報告を受けて、公開を続けた',
	'appeal.grant': '異議を認めた',
	'appeal.reject': '異議を認めなかった',
	'inquiry.read': '報告された問い合わせを開いた',
	'access.request': 'やり取りの閲覧を申請した',
	'access.approve': 'やり取りの閲覧を承認した',
	'access.refuse': 'やり取りの閲覧を承認しなかった',
	'access.read': '法律の根拠にもとづいてやり取りを開いた',
	'access.close': 'やり取りの閲覧を終えた',
	'lead.read': '連絡先を開いた',
	'lead.contact': '連絡済みにした',
	'lead.close': '対応を終了した',
	'estimate.remind': '事務所に見積もりを催促した',
	'estimate.extend': '見積もりの期限を延ばした',
	'estimate.suggest': '代わりの事務所を選べると案内した',
	'estimate.cancel': '見積もり依頼を取り消した',
	'support.read': 'お問い合わせを開いた',
	'support.reply': 'お問い合わせに返信した',
	'support.close': 'お問い合わせを終了した',
	'support.reopen': 'お問い合わせの対応を再開した',
	'support.move': 'お問い合わせの種類を移した',
	'support.ask-author': '投稿した方への照会を記録した',
	'billing.payment': '入金を記録した',
	'billing.import': '銀行の明細を取り込んだ',
	'billing.match': '入金を請求書に充てた',
	'billing.ignore': '入金を対象外にした',
	'billing.refund-request': '返金を依頼した',
	'billing.refund-approve': '返金を承認した',
	'billing.refund-reject': '返金を却下した',
	'billing.refund-pay': '返金の振り込みを記録した',
	'billing.dunning': '督促のメールを書き換えた',
	'billing.dunning-remove': '督促のメールをやめた',
	'billing.price': '料金の版を加えた',
	'billing.coupon': 'クーポンを加えた',
	'billing.card-event': 'カードの出来事をもう一度処理した',
	'billing.card-difference': 'カードの入金の違いを確認した',
	'billing.export': '仕訳を書き出した',
	'user.read': '会員の情報を開いた',
	'user.timeline': '会員のタイムラインを開いた',
	'user.note': '会員についてメモを書いた',
	'user.note-remove': '会員についてのメモを削除した',
	'user.end-sessions': 'すべての端末からログアウトさせた',
	'user.resend-verification': '確認のメールを送り直した',
	'user.standing': '会員の投稿と処分を開いた',
	'user.limit': '会員の投稿を制限した',
	'user.suspend': '会員の利用を停止した',
	'user.factor-request': '二段階認証の解除を依頼した',
	'user.factor-reset': '二段階認証を解除した',
	'user.factor-refuse': '二段階認証の解除を見送った',
	'user.restore': '会員の制限・停止を解いた',
	'user.update': '会員の情報を変えた',
	'mail.resend': 'メールを送り直した',
	'mail.settle': '届かないメールの対応を終えた',
	'mail.suppress': '宛先への送信を止めた',
	'mail.allow': '宛先への送信を再開した',
	'queue.skip': 'あとに回した',
	'queue.undo': '判断を取り消した',
	'audit.export': '操作の記録を書き出した',
	'staff.grant': '役割を加えた',
	'staff.revoke': '役割を外した',
	'job.retry': '終わらなかった作業をやり直した',
	'job.run': '定期作業を実行した',
}

/** The label of an action; one without a label shows its code. */
export const actionLabel = (action: string): string => actions[action] ?? action

/** The choices of the filter; what an address asks for more exactly is among them. */
export function actionChoices(chosen: string): { value: string; label: string }[] {
	const choices = Object.entries(rooms).map(([value, label]) => ({ value, label }))
	return chosen === '' || rooms[chosen] !== undefined ? choices : [...choices, { value: chosen, label: actionLabel(chosen) }]
}

/** `expert:12` as 「専門家12」. */
export function subjectLabel(subject: string): string {
	const [kind = '', id = ''] = subject.split(/:(.*)/s)
	if (kind === 'queue') return queueLabel(id)
	const label = kinds[kind]
	return label === undefined ? subject : `${label}${id}`
}

/** 「専門家12」 as `expert:12`; a code stays. */
export function subjectCode(text: string): string {
	const [, label, id] = /^(.+?)\s*(\d+)$/.exec(text.normalize('NFKC')) ?? []
	const kind = Object.keys(kinds).find((one) => kinds[one] === label)
	return kind === undefined ? text : `${kind}:${id}`
}
