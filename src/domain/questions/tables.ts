import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AnswerSource, QuestionState, Stage } from './types.ts'

export type QuestionsTable = {
	id: GeneratedAlways<number>
	asker_id: string | null
	asker_handle: string
	is_anonymous: Generated<boolean>
	title: string
	body: string
	task_category_id: number
	prefecture_id: number | null
	stage: Stage
	industry: string | null
	state: Generated<QuestionState>
	best_answer_id: number | null
	best_chosen_by: 'asker' | 'staff' | null
	best_reason: string | null
	answer_count: Generated<number>
	helpful_count: Generated<number>
	view_count: Generated<number>
	popularity: GeneratedAlways<number>
	version: Generated<number>
	client_key: string | null
	created_at: Generated<Date>
	updated_at: Generated<Date>
	edited_at: Date | null
	resolved_at: Date | null
	anonymised_at: Date | null
	hidden_at: Date | null
	hidden_reason: string | null
	deleted_at: Date | null
}

/** What follows the task is the question's own, kept by triggers; `state` only while everybody may see it. */
export type QuestionTasksTable = {
	question_id: number
	position: number
	task_id: number
	popularity: GeneratedAlways<number>
	answer_count: GeneratedAlways<number>
	state: GeneratedAlways<QuestionState | null>
}

export type QuestionImagesTable = {
	id: GeneratedAlways<number>
	token: string
	owner_id: string | null
	question_id: number | null
	position: Generated<number>
	alt: Generated<string>
	width: number
	height: number
	created_at: Date
	posted_at: Date | null
	removed_at: Date | null
}

export type QuestionAddendaTable = {
	id: GeneratedAlways<number>
	question_id: number
	position: number
	body: string
	created_at: Generated<Date>
}

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

export type QuestionRevisionsTable = {
	question_id: number
	version: number
	content: JSONColumnType<QuestionContent>
	replaced_at: Date
}

export type QuestionSearchesTable = { question_id: number; tokeniser: number; title_tokens: string; tokens: string }

export type SearchTermsTable = {
	term: string
	label: string
	reading: Generated<string>
	romaji: Generated<string>
	titles: Generated<number>
	texts: Generated<number>
	is_offered: Generated<boolean>
	bigrams: string[]
}

export type StoredCredential = { professionId: number; registrationNumber: string; association: string; registeredOn: string | null }

export type AnswersTable = {
	id: GeneratedAlways<number>
	question_id: number
	expert_id: number | null
	credentials: JSONColumnType<StoredCredential[]>
	body: string
	sources: JSONColumnType<AnswerSource[]>
	law_as_of: string | null
	helpful_count: Generated<number>
	comment_count: Generated<number>
	thanks: string | null
	thanked_at: Date | null
	version: Generated<number>
	client_key: string | null
	created_at: Generated<Date>
	edited_at: Date | null
	hidden_at: Date | null
	hidden_reason: string | null
}

export type AnswerContent = { body: string; sources: AnswerSource[]; lawAsOf: string | null }

export type AnswerRevisionsTable = { answer_id: number; version: number; content: JSONColumnType<AnswerContent>; replaced_at: Date }

export type AnswerCommentsTable = {
	id: GeneratedAlways<number>
	answer_id: number
	position: number
	author: 'asker' | 'expert'
	body: string
	client_key: string | null
	created_at: Generated<Date>
	hidden_at: Date | null
	hidden_reason: string | null
}

export type HelpfulVotesTable = { answer_id: number; user_id: string; created_at: Generated<Date> }

export type QaDraftsTable = {
	id: GeneratedAlways<string>
	user_id: string
	question_id: number | null
	content: JSONColumnType<Record<string, unknown>>
	updated_at: Date
}

export type QuestionTables = {
	questions: QuestionsTable
	question_tasks: QuestionTasksTable
	question_images: QuestionImagesTable
	question_addenda: QuestionAddendaTable
	question_revisions: QuestionRevisionsTable
	question_searches: QuestionSearchesTable
	search_terms: SearchTermsTable
	answers: AnswersTable
	answer_revisions: AnswerRevisionsTable
	answer_comments: AnswerCommentsTable
	helpful_votes: HelpfulVotesTable
	qa_drafts: QaDraftsTable
}

declare module '../shared/context.ts' {
	interface Database extends QuestionTables {}
}
