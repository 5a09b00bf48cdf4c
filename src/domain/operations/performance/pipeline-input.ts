import type { InboxKind, InboxState } from '../inbox/inbox-input.ts'

/** The columns of an expert's pipeline. Pure. */
export const pipelineColumns = ['new', 'offered', 'meeting', 'won', 'lost'] as const
export type PipelineColumn = (typeof pipelineColumns)[number]

export const pipelineLabels: Readonly<Record<PipelineColumn, string>> = {
	new: '新着',
	offered: '見積もり・返信済み',
	meeting: '面談の予定あり',
	won: '成約',
	lost: '成約せず終了',
}

/** How long what is over is shown. */
export const PIPELINE_DAYS = 90

/** What moves a case to another column, as its own page does: the key is the kind of the case and the act. */
export const pipelineMoves = {
	'lead-contacted': { label: '連絡した', done: '依頼者へ連絡したことを記録しました。' },
	'lead-done': { label: '仕事が終わった', done: '仕事が終わったことを報告しました。' },
	'inquiry-engage': { label: '依頼を受けることになった', done: '依頼を受けることになったと登録しました。双方が登録すると成約になります。' },
	'inquiry-done': { label: '仕事が終わった', done: '仕事が終わったことを報告しました。' },
	'inquiry-close': { label: 'やり取りを終了する', done: 'やり取りを終了しました。' },
	'inquiry-reopen': { label: 'やり取りを再開する', done: 'やり取りを再開しました。' },
} as const
export type PipelineMove = keyof typeof pipelineMoves

const movesOf: Partial<Record<`${'lead' | 'inquiry'}-${InboxState}`, readonly PipelineMove[]>> = {
	'lead-contact': ['lead-contacted', 'lead-done'],
	'lead-won': ['lead-done'],
	'inquiry-replied': ['inquiry-engage', 'inquiry-close'],
	'inquiry-confirm': ['inquiry-engage', 'inquiry-close'],
	'inquiry-reply': ['inquiry-close'],
	'inquiry-won': ['inquiry-done'],
	'inquiry-closed': ['inquiry-reopen'],
}

/**
 * What an office can do about a case from its card, by its state; what needs a form of its own, such as a quote or the reason of a
 * refusal, is on the page of the case. The command decides: one that has lost its ground meanwhile is refused.
 */
export const pipelineMovesOf = (kind: InboxKind, state: InboxState): readonly PipelineMove[] =>
	kind === 'lead' || kind === 'inquiry' ? (movesOf[`${kind}-${state}`] ?? []) : []
