import { defineTexts } from '../accounts/mailing/mail-words.ts'

const subject = { 件名: '開業の届け出について' }
const sample = { ...subject, 事務所名: 'みたか税理士事務所' }
const letter = { ...subject, 契約書: '業務委託契約書' }

/** The sentences of notices of the files of a case. */
export const documentTexts = defineTexts('document', {
	requested: [
		'書類のお願い（相談した方へ）',
		'{事務所名}から、「{件名}」に必要な書類{点数}点のお願いが届きました。',
		{ ...sample, 点数: '3' },
	],
	requestedOfOffice: [
		'書類のお願い（事務所へ）',
		'「{事務所名}」との「{件名}」で、依頼した方から書類{点数}点のお願いが届きました。',
		{ ...sample, 点数: '1' },
	],
	arrived: ['新しい書類', '「{件名}」に、新しい書類が届きました。', subject],
	ruleChanged: [
		'書類を残しておく期間の変更',
		'「{件名}」の書類を残しておく期間が、終わってから{期間}に変わりました。',
		{ ...subject, 期間: '1年' },
	],
	deletionAhead: [
		'書類の削除の予告',
		'「{件名}」の書類は、{削除日}に削除されます。必要なものはダウンロードしてください。',
		{ ...subject, 削除日: '2026年12月1日' },
	],
})

/** The sentences of notices of engagement letters. */
export const letterNoticeTexts = defineTexts('letter', {
	offered: [
		'契約書が届いた（相談した方へ）',
		'{事務所名}から、「{件名}」の{契約書}が届きました。内容を確認してください。',
		{ ...sample, ...letter },
	],
	withdrawn: ['契約書の取り下げ（相談した方へ）', '{事務所名}が、「{件名}」の契約書を取り下げました。', sample],
	agreed: ['契約書への同意（事務所へ）', '「{件名}」の{契約書}に、依頼者が同意しました。', letter],
	revoked: ['契約書の解除の通知', '「{件名}」の{契約書}について、解除の通知が届きました。', letter],
})
