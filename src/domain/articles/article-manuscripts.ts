import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, type RowOf, storedJson, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import type { Permission } from '../questions/permission.ts'
import { listTaskParts, readHeld } from '../taxonomy/task-part-reads.ts'
import { listsOfReserved } from '../listings/reserved-lists.ts'
import { mayDoPart, refusalOf, type TaskPart } from '../taxonomy/task-parts.ts'
import { authorColumns, authorOf, authorShape, isId } from './article-items.ts'
import { type ArticleFacts, canDiscardArticle, canSaveArticle, canSubmitArticle, canWithdrawArticle } from './article-policy.ts'
import type { ManuscriptItem, ArticleForEdit, ArticleStage, Manuscript, SaveResult } from './article-types.ts'

/** What `manuscriptColumns` are. */
export const manuscriptShape = {
	...authorShape,
	id: int4,
	author_user_id: int8.nullable,
	expert_id: int4.nullable,
	manuscript: storedJson<Manuscript>(),
	stage: text.as<ArticleStage>(),
	returned_reason: text.nullable,
	submitted_at: timestamptz.nullable,
	version: int4,
	saved_by: int8.nullable,
	saved_at: timestamptz,
	slug: text.nullable,
	title: text.nullable,
	supervisor_id: int4.nullable,
	published_at: timestamptz.nullable,
	unlisted_at: timestamptz.nullable,
	unlisted_reason: text.nullable,
}

/** An article as its author and the editors see it. Nothing here checks a permission; the callers do. */
export type ManuscriptRow = RowOf<typeof manuscriptShape>

export const manuscriptColumns = sql`
	a.id, a.author_user_id, a.expert_id, a.manuscript, a.stage, a.returned_reason, a.submitted_at, a.version, a.saved_by, a.saved_at,
	a.slug, a.title, a.supervisor_id, a.published_at, a.unlisted_at, a.unlisted_reason, ${authorColumns}
`

/** Reads an article, locked for a write if asked: then it is as the writer before left it. Throws not-found. */
export async function readManuscript(ctx: Ctx, id: number, options: { lock: boolean } = { lock: false }): Promise<ManuscriptRow> {
	if (!isId(id)) throw notFound('article')
	if (options.lock) await sql`select id from articles where id = ${id}::integer for no key update`.execute(ctx.db)
	const { rows } = await checkedSql(manuscriptShape)`
		select ${manuscriptColumns} from articles a left join experts e on e.id = a.expert_id where a.id = ${id}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('article')
	return row
}

export const factsOf = (ctx: Ctx, row: ManuscriptRow): ArticleFacts => ({
	isAuthor:
		row.author === 'expert' && row.author_user_id !== null && ctx.viewer.kind === 'member' && row.author_user_id === ctx.viewer.userId,
	stage: row.stage,
	isPublished: row.published_at !== null,
})

export const toManuscriptItem = (ctx: Ctx, row: ManuscriptRow): ManuscriptItem => ({
	id: row.id,
	title: row.manuscript.title || row.title || '（題名なし）',
	author: authorOf(ctx, row),
	stage: row.stage,
	returnedReason: row.returned_reason,
	slug: row.slug,
	isUnlisted: row.unlisted_at !== null,
	publishedAt: row.published_at,
	savedAt: row.saved_at,
})

export async function toForEdit(ctx: Ctx, row: ManuscriptRow): Promise<ArticleForEdit> {
	const facts = factsOf(ctx, row)
	const revisions = await ctx.db
		.selectFrom('article_revisions')
		.select(['id', 'version', 'occasion', 'kept_at as keptAt'])
		.select(sql<string>`content ->> 'title'`.as('title'))
		.where('article_id', '=', row.id)
		.orderBy('id', 'desc')
		.limit(50)
		.execute()
	return {
		...toManuscriptItem(ctx, row),
		manuscript: row.manuscript,
		version: row.version,
		submittedAt: row.submitted_at,
		unlistedReason: row.unlisted_reason,
		revisions,
		can: {
			save: canSaveArticle(ctx.viewer, facts),
			submit: canSubmitArticle(ctx.viewer, facts),
			withdraw: canWithdrawArticle(ctx.viewer, facts),
			discard: canDiscardArticle(ctx.viewer, facts),
		},
	}
}

export const emptyManuscript: Manuscript = {
	title: '',
	lead: '',
	body: '',
	taskCategoryId: null,
	taskIds: [],
	sources: [],
	lawAsOf: null,
	supervisorId: null,
}

/** Sorts the keys, so that equal texts are equal as JSON: the database has another order. */
export const inOrder = (one: Manuscript): Manuscript => ({
	title: one.title,
	lead: one.lead,
	body: one.body,
	taskCategoryId: one.taskCategoryId,
	taskIds: one.taskIds,
	sources: one.sources.map(({ title, url }) => ({ title, url })),
	lawAsOf: one.lawAsOf,
	supervisorId: one.supervisorId,
})

const isSame = (a: Manuscript, b: Manuscript): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

export type Save = { manuscript: Manuscript; version: number }

/**
 * Saves a manuscript over the version that the writer loaded. Another person's overwritten text stays among
 * the revisions. Writes nothing when a newer version was saved meanwhile.
 */
export async function writeManuscript(ctx: Ctx, row: ManuscriptRow, { manuscript, version }: Save, userId: string): Promise<SaveResult> {
	if (isSame(row.manuscript, manuscript)) return { kind: 'saved', version: row.version }
	if (version !== row.version) return { kind: 'overtaken', current: await toForEdit(ctx, row) }
	if (row.saved_by !== userId) await keepRevision(ctx, row.id, row.version, 'replaced', row.manuscript, row.saved_by)
	await ctx.db
		.updateTable('articles')
		.set({
			manuscript: JSON.stringify(inOrder(manuscript)),
			version: row.version + 1,
			saved_by: userId,
			saved_at: ctx.now(),
			...(row.stage === 'settled' ? { stage: 'draft' as const } : {}),
		})
		.where('id', '=', row.id)
		.execute()
	return { kind: 'saved', version: row.version + 1 }
}

export async function keepRevision(
	ctx: Ctx,
	articleId: number,
	version: number,
	occasion: 'submitted' | 'published' | 'replaced',
	content: Manuscript,
	savedBy: string | null,
): Promise<void> {
	await ctx.db
		.insertInto('article_revisions')
		.values({
			article_id: articleId,
			version,
			occasion,
			content: JSON.stringify(inOrder(content)),
			saved_by: savedBy,
			kept_at: ctx.now(),
		})
		.execute()
}

/** Throws `invalid` for a category, task or supervisor that is not there. */
export async function checkTopics(ctx: Ctx, content: Manuscript, authorExpertId: number | null): Promise<void> {
	const { rows } = await checkedSql({ category: bool, tasks: int4, supervisor: bool })`
		select exists (select from task_categories where id = ${content.taskCategoryId}::smallint) as category,
			(select count(*)::integer from tasks where id = any (${content.taskIds}::smallint[]) and published_at is not null) as tasks,
			exists (select from experts where id = ${content.supervisorId}::integer and state = 'verified') as supervisor
	`.execute(ctx.db)
	const found = rows[0] ?? { category: false, tasks: 0, supervisor: false }
	const fields: Record<string, string> = {}
	let reserved: readonly TaskPart[] = []
	if (!found.category) fields['taskCategoryId'] = 'カテゴリーを選んでください。'
	if (found.tasks !== content.taskIds.length) fields['taskIds'] = '関連する業務を選び直してください。'
	if (content.supervisorId !== null && !found.supervisor) fields['supervisorId'] = 'この番号の専門家は公開されていません。'
	if (content.supervisorId !== null && content.supervisorId === authorExpertId)
		fields['supervisorId'] = '執筆者とは別の専門家を選んでください。'
	if (fields['supervisorId'] === undefined && content.supervisorId !== null) {
		reserved = await refusedSupervision(ctx, content.taskIds, [content.supervisorId])
		if (reserved.length > 0) fields['supervisorId'] = `この専門家は監修者になれません。${refusalOf(reserved)}`
	}
	if (Object.keys(fields).length > 0) throw new DomainError('invalid', 'unknown topics', { fields, ways: listsOfReserved(reserved) })
}

/**
 * Throws `invalid` for an article only about reserved work of which neither its author nor a supervisor may do a part. Work
 * with a part open to everybody may be written about by everybody.
 */
export async function requireLawfulHand(ctx: Ctx, { taskIds, supervisorId }: Manuscript, authorExpertId: number | null): Promise<void> {
	const refused = await refusedSupervision(
		ctx,
		taskIds,
		[authorExpertId, supervisorId].filter((id) => id !== null),
	)
	if (refused.length > 0)
		throw new DomainError('invalid', 'nobody who may do it wrote or checked it', {
			fields: { supervisorId: `この業務の記事には、行える資格のある監修者が必要です。${refusalOf(refused)}` },
			ways: listsOfReserved(refused),
		})
}

/** The parts of these tasks where the law lets none of these experts do one; empty where it lets one of them. */
async function refusedSupervision(ctx: Ctx, taskIds: readonly number[], expertIds: readonly number[]): Promise<TaskPart[]> {
	const parts = await listTaskParts(ctx, taskIds)
	if (parts.some(({ law }) => law === null)) return []
	for (const expertId of expertIds) {
		const held = await readHeld(ctx, expertId)
		if (parts.some((part) => mayDoPart(held, part))) return []
	}
	return parts
}

const CONFLICTS = new Set(['already', 'turn', 'limit'])

/** Throws what a permission denies, with its sentence as the form's message. */
export function assertAllowed(permission: Permission): void {
	if (permission.allowed) return
	const { reason, message } = permission
	const kind = reason === 'login' ? 'unauthenticated' : CONFLICTS.has(reason) ? 'conflict' : 'forbidden'
	throw new DomainError(kind, `refused: ${reason}`, { code: `article/${reason}`, fields: { form: message } })
}
