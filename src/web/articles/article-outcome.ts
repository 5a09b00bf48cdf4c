import type { ArticleBlock, Chapter } from '../../domain/articles/article-markdown.ts'
import type { ArticleForEdit } from '../../domain/articles/article-types.ts'
import type { Outcome, Overtaken } from '../forms/form-outcome.ts'
import type { Values } from '../forms/form-state.ts'

/** The form state of an article, always with what was typed. */
export type ArticleOutcome = Outcome<
	/** Kept; with a preview if one was asked for. */
	{ kind: 'saved'; version: number; at: string; preview: ArticlePreview | null; values: Values } | Overtaken
>

export type ArticlePreview = { title: string; lead: string; blocks: ArticleBlock[]; chapters: Chapter[]; minutes: number }

/** An article's manuscript as the fields of its form. */
export const valuesOf = ({ manuscript }: Pick<ArticleForEdit, 'manuscript'>): Values => ({
	title: manuscript.title,
	lead: manuscript.lead,
	body: manuscript.body,
	category: manuscript.taskCategoryId === null ? '' : `${manuscript.taskCategoryId}`,
	task: manuscript.taskIds.map(String),
	sourceTitle: manuscript.sources.map(({ title }) => title),
	sourceUrl: manuscript.sources.map(({ url }) => url),
	lawAsOf: manuscript.lawAsOf ?? '',
	supervisor: manuscript.supervisorId === null ? '' : `${manuscript.supervisorId}`,
})

/** The state of an article, as a label. */
export function stageLabel({
	stage,
	slug,
	isUnlisted,
}: {
	stage: ArticleForEdit['stage']
	slug: string | null
	isUnlisted: boolean
}): string {
	if (stage === 'submitted') return '編集部が確認中'
	if (stage === 'returned') return '修正のお願い'
	if (isUnlisted) return '公開停止中'
	if (stage === 'settled') return '公開中'
	return slug === null ? '下書き' : '公開中（変更を編集中）'
}

export const stageTone = (label: string): 'plain' | 'good' | 'warn' | 'accent' =>
	label === '公開中' ? 'good' : label === '修正のお願い' || label === '公開停止中' ? 'warn' : label === '下書き' ? 'plain' : 'accent'
