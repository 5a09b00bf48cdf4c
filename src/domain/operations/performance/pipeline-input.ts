/** The columns of an expert's pipeline. Pure. */
export const pipelineColumns = ['new', 'offered', 'meeting', 'won', 'lost'] as const
export type PipelineColumn = (typeof pipelineColumns)[number]

export const pipelineLabels: Readonly<Record<PipelineColumn, string>> = {
	new: '新着',
	offered: '見積もり・返信済み',
	meeting: '面談の予定あり',
	won: '成約',
	lost: '失注',
}

/** How long what is over is shown. */
export const PIPELINE_DAYS = 90
