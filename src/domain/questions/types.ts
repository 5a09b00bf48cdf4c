import type { Credential } from '../experts/types.ts'
import type { Prefecture } from '../geography/areas.ts'
import type { Page } from '../shared/paging.ts'
import type { Freshness } from '../taxonomy/facts.ts'
import type { QuestionImage } from './image-paths.ts'
import type { Block } from './markdown.ts'
import type { Permission } from './permission.ts'
import type { QuestionQuery } from './input.ts'

/**
 * What pages and calls see of questions and answers. No type here has an id of the asker, nor anything else by which
 * two threads could be linked to the same person: an asker is a name for this thread only.
 */

export const stages = [
	{ value: 'planning', label: '開業前' },
	{ value: 'sole', label: '個人事業' },
	{ value: 'corporation', label: '法人' },
] as const
export type Stage = (typeof stages)[number]['value']

/** `open`: no answer yet. `resolved`: by a best answer, or by the asker alone. */
export type QuestionState = 'open' | 'answered' | 'resolved'
export const questionStateLabels: Readonly<Record<QuestionState, string>> = {
	open: '回答募集中',
	answered: '回答あり',
	resolved: '解決済み',
}

export type Asker = {
	/** The thread's handle, or the name of one who chose to show it. */
	name: string
	imageUrl: string | null
	isAnonymous: boolean
}

export type TopicTask = { id: number; name: string }

export type QuestionListItem = {
	id: number
	title: string
	/** The beginning of the body, at most 120 characters on one line. */
	excerpt: string
	state: QuestionState
	taskCategory: { id: number; name: string }
	tasks: TopicTask[]
	prefecture: Prefecture | null
	stage: Stage
	askerName: string
	answerCount: number
	helpfulCount: number
	viewCount: number
	askedAt: Date
	/** Not published yet; only ever true in the asker's own list. */
	awaitsAddress: boolean
	/** In a search: the passage with the words, in the question or an answer to it. */
	passage?: Passage | null
}

/** A piece of a text in its parts, those that were searched for marked. */
export type Passage = { from: 'question' | 'answer' | 'article'; parts: { text: string; marked: boolean }[] }

/** One who answered, as a list shows them. */
export type Answerer = { id: number; name: string; portrait: string | null }

/** Counts stop here, so that a frequent word costs as little as a rare one: a list says "1,000+" for this number. */
export const COUNT_CAP = 1_000

export type QuestionList = {
	query: QuestionQuery
	items: QuestionListItem[]
	page: Page
	/** Questions of the same text, category, task and prefecture by state. `more`: these are of the newest only, so there are at least so many. */
	counts: { all: number; answered: number; unanswered: number; resolved: number; more: boolean }
	/** Names for the filters in force; null where the filter is off. An unknown category or task is a not-found error. */
	category: { id: number; name: string } | null
	task: { id: number; name: string } | null
	/** The words that were searched for, to be marked in titles and excerpts. */
	words: string[]
	/** True when too little was found for all words, so that some may be missing. */
	relaxed: boolean
	/** True where everyday words were taken for others: the results are about what they mean. */
	meant: boolean
	/** What was searched for instead, where nothing has a word as it was typed. */
	corrected: string | null
}

export type AnswerSource = { title: string; url: string }

export type AnswerExpert = {
	/** Null where there is no page: for one who has left (name is then 退会した専門家) or is suspended. */
	id: number | null
	name: string
	headline: string
	/** Path below /media/, or null for the drawn default. */
	portrait: string | null
	office: { id: number; name: string } | null
}

export type AnswerComment = { id: number; author: 'asker' | 'expert'; body: string; at: Date }

export type AnswerDetail = {
	id: number
	questionId: number
	expert: AnswerExpert
	/** As they were when the answer was given. Number and association are '' once the expert has left. */
	credentials: Credential[]
	content: Block[]
	sources: AnswerSource[]
	/** 'YYYY-MM-DD'. */
	lawAsOf: string | null
	/** What has changed since, and whether the text is more than a year old. */
	freshness: Freshness
	/** What it covers, as its author stated: 「遺産分割：合意した内容の協議書の作成」. */
	parts: string[]
	isBest: boolean
	/** Written for another question that was merged into this one: comments and thanks are of that asker. */
	isMoved: boolean
	helpfulCount: number
	/** Whether the viewer found it helpful. */
	votedByViewer: boolean
	/** The asker's thanks. */
	thanks: { text: string; at: Date } | null
	comments: AnswerComment[]
	answeredAt: Date
	editedAt: Date | null
	/** Set only for its author and staff, who still see a hidden answer. */
	hidden: { at: Date; reason: string } | null
	version: number
	can: {
		edit: Permission
		vote: Permission
		/** Choosing it as the best answer, or moving the choice to it. */
		accept: Permission
		/** Withdrawing the choice. */
		withdrawAcceptance: Permission
		thank: Permission
		comment: Permission
		hide: Permission
		readHistory: Permission
	}
}

export type QuestionDetail = {
	id: number
	title: string
	body: string
	state: QuestionState
	taskCategory: { id: number; name: string }
	tasks: TopicTask[]
	prefecture: Prefecture | null
	stage: Stage
	industry: string | null
	asker: Asker
	/** Only ever true for the asker themselves. */
	isViewersOwn: boolean
	images: QuestionImage[]
	addenda: { id: number; body: string; at: Date }[]
	answerCount: number
	helpfulCount: number
	viewCount: number
	askedAt: Date
	editedAt: Date | null
	resolvedAt: Date | null
	/** Not published before its asker confirms their address; only the asker sees it. */
	awaitsAddress: boolean
	/** Set only for staff and the asker, who still see a hidden question. */
	hidden: { at: Date; reason: string } | null
	version: number
	/** The best one first on every page, then by 参考になった and age; 30 a page. */
	answers: AnswerDetail[]
	answersPage: Page
	/** Whether the best answer was chosen by the asker or, with a reason, by staff. */
	bestChosen: { by: 'asker' | 'staff'; reason: string | null } | null
	/** For experts: who may answer by law, shown before they try. */
	reserved: { scopeId: number; taskName: string; part: string; law: string; professions: string[] }[]
	similar: SimilarQuestion[]
	can: {
		/** Free editing, until the first answer. */
		edit: Permission
		/** 追記, from the first answer on. */
		addAddendum: Permission
		delete: Permission
		anonymise: Permission
		resolve: Permission
		reopen: Permission
		answer: Permission
		/** Suggesting the task of a question without one. */
		suggestTask: Permission
		hide: Permission
		readHistory: Permission
	}
	/** The viewer's own answer, which they may edit. */
	viewersAnswerId: number | null
}

export type SimilarQuestion = { id: number; title: string; state: QuestionState; answerCount: number }

/** A question as its edit form opens. */
export type QuestionForEdit = {
	id: number
	title: string
	body: string
	taskCategoryId: number
	taskIds: number[]
	prefectureId: number | null
	stage: Stage
	industry: string | null
	isAnonymous: boolean
	version: number
	/** Once there is an answer only 追記 is left. */
	edit: Permission
	addAddendum: Permission
	addenda: { id: number; body: string; at: Date }[]
}

/** An answer as its edit form opens: the text as it was written. */
export type AnswerForEdit = {
	id: number
	questionId: number
	questionTitle: string
	body: string
	sources: AnswerSource[]
	lawAsOf: string | null
	version: number
}

/** What the answer form shows before anything is written. */
export type AnswerForm = {
	question: { id: number; title: string; body: string; state: QuestionState; addenda: { id: number; body: string; at: Date }[] }
	permission: Permission
	/** What the answer will carry as its credential snapshot. */
	credentials: Credential[]
	/** What the viewer may answer of what is asked; the answer states which of them it covers. */
	parts: { id: number; name: string }[]
	/** Tasks, or the category, of which a law reserves a part: their lists show who may do it. */
	scopes: { id: number; name: string }[]
	draft: Draft | null
}

/**
 * The result of an edit. `overtaken`: another person saved a newer version meanwhile and nothing was written; `current` is
 * that version, to be shown beside what the viewer wrote.
 */
export type EditResult<Current> = { kind: 'saved'; version: number } | { kind: 'overtaken'; current: Current }

/** A draft: the form values as typed. */
export type Draft = { content: Record<string, unknown>; updatedAt: Date }

/** The versions of a text, the current one first. `isRecorded`: read by staff, which was audited. */
export type History<Content> = { questionId: number; title: string; versions: Version<Content>[]; isRecorded: boolean }
/** `changed` names the differences to the version before; empty for the first. */
export type Version<Content> = { version: number; content: Content; writtenAt: Date; changed: (keyof Content)[] }

/** What an edit of a question may change, with current names. */
export type WrittenQuestion = {
	title: string
	body: string
	category: string
	tasks: string[]
	prefecture: string | null
	stage: Stage
	industry: string | null
}

export type ExpertAnswerItem = {
	answerId: number
	expertName: string
	question: { id: number; title: string; state: QuestionState }
	excerpt: string
	isBest: boolean
	helpfulCount: number
	answeredAt: Date
	/** Set only in the list of its author, when staff have hidden it. */
	hiddenReason: string | null
}
