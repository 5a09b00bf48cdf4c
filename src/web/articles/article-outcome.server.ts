import {
	articleSchema,
	manuscriptSchema,
	versionSchema,
	manuscriptFromForm,
	versionFromForm,
} from '../../domain/articles/article-schemas.ts'
import { readingMinutes } from '../../domain/articles/article-input.ts'
import { articleText, chaptersOf, parseArticle } from '../../domain/articles/article-markdown.ts'
import type { ArticleForEdit, Manuscript, SaveResult } from '../../domain/articles/article-types.ts'
import { clockTime, dayText, isoDay, momentText } from '../../domain/shared/japan-time.ts'
import { typedValues } from '../forms/read-form.ts'
import type { ArticleOutcome, ArticlePreview } from './article-outcome.ts'

export type { ArticleOutcome }

/** An article as it is typed, finished or not, and the version that its form was opened with. */
export const keptArticle = manuscriptSchema.extend(versionSchema.shape)

/** One that is ready for readers. */
export const finishedArticle = articleSchema.extend(versionSchema.shape)

export const readArticle = (form: FormData) => ({ ...manuscriptFromForm(form), ...versionFromForm(form) })

/** What the page says of a save. */
export function outcomeOf(form: FormData, result: SaveResult, options: { now: Date; preview?: Manuscript | null }): ArticleOutcome {
	const values = typedValues(form)
	if (result.kind === 'overtaken') return { kind: 'overtaken', version: result.current.version, current: linesOf(result.current), values }
	const { preview } = options
	return { kind: 'saved', version: result.version, at: clockTime(options.now), preview: preview ? previewOf(preview) : null, values }
}

const linesOf = ({ manuscript }: ArticleForEdit) => [
	{ label: 'タイトル', text: manuscript.title },
	{ label: 'リード文', text: manuscript.lead },
	{ label: '本文', text: manuscript.body },
	{ label: '出典', text: manuscript.sources.map(({ title, url }) => `${title} ${url}`).join('\n') },
]

export function previewOf({ title, lead, body }: Manuscript): ArticlePreview {
	const blocks = parseArticle(body)
	return { title, lead, blocks, chapters: chaptersOf(blocks), minutes: readingMinutes(articleText(blocks)) }
}

const occasions = { submitted: '提出', published: '公開', replaced: '別の人が書き換える前' } as const

/** An article as its form's page shows it. */
export const viewForEdit = (article: ArticleForEdit) => ({
	id: article.id,
	title: article.title,
	author: article.author,
	stage: article.stage,
	returnedReason: article.returnedReason,
	slug: article.slug,
	isUnlisted: article.isUnlisted,
	unlistedReason: article.unlistedReason,
	version: article.version,
	can: article.can,
	submitted: article.submittedAt && dayText(article.submittedAt),
	published: article.publishedAt && dayText(article.publishedAt),
	revisions: article.revisions.map(({ id, title, version, occasion, keptAt }) => ({
		id,
		title,
		version,
		occasion: occasions[occasion],
		kept: { iso: isoDay(keptAt), text: momentText(keptAt) },
	})),
})

export type ArticleEditView = ReturnType<typeof viewForEdit>
