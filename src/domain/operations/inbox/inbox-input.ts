/** What pages and the server know of an expert's inbox alike. Pure. */
export const inboxTabs = ['due', 'waiting', 'won', 'over'] as const
export type InboxTab = (typeof inboxTabs)[number]

export const inboxTabLabels: Readonly<Record<InboxTab, string>> = { due: '要対応', waiting: '相手待ち', won: '成約', over: '終了' }

/** In the order in which things of the same moment are listed: their place is part of a cursor. */
export const inboxKinds = [
	'lead',
	'inquiry',
	'followUp',
	'joinRequest',
	'review',
	'question',
	'appointment',
	'proposal',
	'document',
	'letter',
] as const
export type InboxKind = (typeof inboxKinds)[number]

export const inboxKindLabels: Readonly<Record<InboxKind, string>> = {
	lead: '見積もり依頼',
	inquiry: '問い合わせ',
	followUp: '追加の質問',
	joinRequest: '参加の申請',
	review: '口コミ',
	question: '質問',
	appointment: '面談',
	proposal: '面談の日程',
	document: '書類',
	letter: '契約書',
}

/** What is done in a thread or a request, which has a person in charge; the rest belongs to the viewer. */
export const inboxCaseKinds: readonly InboxKind[] = ['lead', 'inquiry', 'appointment', 'proposal', 'document', 'letter']

/** Whose cases are listed. */
export const inboxAssigned = ['own', 'nobody'] as const
export type InboxAssigned = (typeof inboxAssigned)[number]
export const inboxAssignedLabels: Readonly<Record<InboxAssigned, string>> = { own: '自分の担当', nobody: '担当なし' }

/** What is to be done, or how it stands. */
export type InboxState =
	| 'contact'
	| 'change'
	| 'check'
	| 'quote'
	| 'reply'
	| 'confirm'
	| 'answer'
	| 'decide'
	| 'meet'
	| 'propose'
	| 'submit'
	| 'booked'
	| 'proposed'
	| 'requested'
	| 'offered'
	| 'quoted'
	| 'replied'
	| 'won'
	| 'done'
	| 'declined'
	| 'late'
	| 'closed'

export const inboxStateLabels: Readonly<Record<InboxState, string>> = {
	contact: '選ばれました・連絡する',
	change: '変更の希望',
	check: '利益相反を確かめる',
	quote: '見積もりを回答する',
	reply: '返信する',
	confirm: '依頼を受けたと登録する',
	answer: '回答する',
	decide: '承認を決める',
	meet: '面談する',
	propose: '別の日時を提案する',
	submit: '書類を送る',
	booked: '面談の予約',
	proposed: '日時の返事待ち',
	requested: '書類の提出待ち',
	offered: '契約書への同意待ち',
	quoted: '見積もり済み',
	replied: 'やり取り中',
	won: '依頼が決定',
	done: '仕事が完了',
	declined: '辞退',
	late: '期限内の回答なし',
	closed: '終了',
}

/** Days within which what has no deadline of its own should be done. Questions have none: they are offers. */
export const TARGET_DAYS = { change: 2, check: 2, followUp: 2, joinRequest: 3, review: 7, propose: 2, submit: 3 } as const

/** An appointment is something to do from this many days before it. */
export const MEETING_DAYS = 1

/** Questions that the inbox offers; the rest are in the queue. */
export const QUESTIONS = 20

export const INBOX_SEARCH_LENGTH = 60

/** The parts of an address that narrow the list; whatever is opened from it keeps them. */
export const inboxNarrowing = ['tab', 'kind', 'office', 'who', 'q'] as const

/** What was done, as the address says it after an act. */
export const inboxDone = {
	quote: '見積もりを送りました。依頼者にお知らせしました。',
	decline: '辞退しました。依頼者にお知らせしました。',
	contacted: '依頼者へ連絡したことを記録しました。',
	done: '仕事が終わったことを報告しました。',
	send: '返信を送りました。相手にお知らせとメールが届きます。',
	close: 'やり取りを終了しました。',
	propose: '面談の日時の候補を送りました。相手にお知らせしました。',
	cancel: '面談をキャンセルしました。相手にもお知らせしました。',
} as const
export type InboxDone = keyof typeof inboxDone
