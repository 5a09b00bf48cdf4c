import type { AnswerSource, Stage } from './types.ts'
import type { ShapesOf } from '../shared/tables.ts'

/** What an edit of a question may change, as the history keeps it. */
export type QuestionContent = {
	title: string
	body: string
	taskCategoryId: number
	taskIds: number[]
	prefectureId: number | null
	stage: Stage
	industry: string | null
}

export type StoredCredential = { professionId: number; registrationNumber: string; association: string; registeredOn: string | null }

export type AnswerContent = { body: string; sources: AnswerSource[]; lawAsOf: string | null }

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'question_revisions.content': QuestionContent
		'answers.credentials': StoredCredential[]
		'answers.sources': AnswerSource[]
		'answer_revisions.content': AnswerContent
		'qa_drafts.content': Record<string, unknown>
	}> {}
}
