import type { ExpertCard } from '../experts/types.ts'
import type { Page } from '../shared/paging.ts'
import type { Freshness } from '../taxonomy/facts.ts'
import type { Permission } from '../questions/permission.ts'
import type { Passage } from '../questions/types.ts'
import type { ArticleQuery } from './article-input.ts'
import type { ArticleBlock, Chapter } from './article-markdown.ts'

export type ArticleAuthorKind = 'expert' | 'editor'

/** Of the manuscript. `settled`: the site shows it as it is. */
export type ArticleStage = 'draft' | 'submitted' | 'returned' | 'settled'

export type ArticleSource = { title: string; url: string }

/** An article while it is written. May be unfinished: '' and null mean that a part is missing. */
export type Manuscript = {
	title: string
	lead: string
	body: string
	taskCategoryId: number | null
	taskIds: number[]
	sources: ArticleSource[]
	/** 'YYYY-MM-DD'. */
	lawAsOf: string | null
	/** The expert who checked it; editors alone name one. */
	supervisorId: number | null
}

/** Who is named as the author. */
export type ArticleAuthor = {
	kind: ArticleAuthorKind
	name: string
	/** Of their page; null for the editors, and for an expert who has left or is suspended. */
	expertId: number | null
}

export type ArticleListItem = {
	id: number
	slug: string
	title: string
	lead: string
	taskCategory: { id: number; name: string }
	author: ArticleAuthor
	readingMinutes: number
	publishedAt: Date
	revisedAt: Date | null
	/** In a search: the passage with the words. */
	passage?: Passage
}

export type ArticleList = {
	query: ArticleQuery
	items: ArticleListItem[]
	page: Page
	category: { id: number; name: string } | null
	task: { id: number; name: string } | null
}

export type Article = ArticleListItem & {
	blocks: ArticleBlock[]
	chapters: Chapter[]
	tasks: { id: number; name: string }[]
	sources: ArticleSource[]
	lawAsOf: string | null
	/** What has changed since, and whether it is more than a year old. */
	freshness: Freshness
	/** The author's card; null where there is no page to lead to. */
	authorCard: ExpertCard | null
	/** Null where none is named, and where they may do no part of the article's tasks any more. */
	supervisorCard: ExpertCard | null
	/** The parts of the tasks that the supervisor may do and answers for; null where that is all of them. */
	supervisedParts: string[] | null
	related: ArticleListItem[]
}

/** What authors see of their own article, and editors of any. */
export type ManuscriptItem = {
	id: number
	title: string
	author: ArticleAuthor
	stage: ArticleStage
	returnedReason: string | null
	/** Null before the first publication. */
	slug: string | null
	isUnlisted: boolean
	publishedAt: Date | null
	savedAt: Date
}

export type ArticleForEdit = ManuscriptItem & {
	manuscript: Manuscript
	version: number
	submittedAt: Date | null
	unlistedReason: string | null
	/** The earlier versions that are kept, newest first. */
	revisions: { id: number; version: number; occasion: 'submitted' | 'published' | 'replaced'; title: string; keptAt: Date }[]
	can: { save: Permission; submit: Permission; withdraw: Permission; discard: Permission }
}

/** `overtaken`: another person saved a newer version meanwhile and nothing was written; `current` is that version. */
export type SaveResult = { kind: 'saved'; version: number } | { kind: 'overtaken'; current: ArticleForEdit }
