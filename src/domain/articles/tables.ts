import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ArticleAuthorKind, ArticleSource, ArticleStage, Manuscript } from './article-types.ts'

export type ArticlesTable = {
	id: GeneratedAlways<number>
	author: ArticleAuthorKind
	author_user_id: string | null
	expert_id: number | null
	manuscript: JSONColumnType<Manuscript>
	stage: Generated<ArticleStage>
	returned_reason: string | null
	submitted_at: Date | null
	version: Generated<number>
	saved_by: string | null
	saved_at: Date
	created_at: Generated<Date>
	slug: string | null
	title: string | null
	lead: string | null
	body: string | null
	task_category_id: number | null
	supervisor_id: number | null
	sources: JSONColumnType<ArticleSource[]> | null
	law_as_of: string | null
	reading_minutes: number | null
	published_at: Date | null
	revised_at: Date | null
	unlisted_at: Date | null
	unlisted_reason: string | null
}

export type ArticleTasksTable = { article_id: number; position: number; task_id: number }

export type ArticleRevisionsTable = {
	id: GeneratedAlways<number>
	article_id: number
	version: number
	occasion: 'submitted' | 'published' | 'replaced'
	content: JSONColumnType<Manuscript>
	saved_by: string | null
	kept_at: Date
}

export type ArticleSearchesTable = { article_id: number; tokeniser: number; title_tokens: string; tokens: string }

export type ArticleTables = {
	articles: ArticlesTable
	article_tasks: ArticleTasksTable
	article_revisions: ArticleRevisionsTable
	article_searches: ArticleSearchesTable
}

declare module '../shared/context.ts' {
	interface Database extends ArticleTables {}
}
