import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { readingMinutes } from '../../src/domain/articles/article-input.ts'
import { articleText, parseArticle } from '../../src/domain/articles/article-markdown.ts'
import type { Manuscript } from '../../src/domain/articles/article-types.ts'
import { ALL_PAGES, publishTags } from '../../src/platform/page-tags.ts'
import { momentDaysAgo } from '../demo/calendar.ts'
import { profiles } from '../demo/profile.ts'
import { createRandom, mixSeed, type Random } from '../demo/random.ts'
import { type Held, mayDoPart } from '../../src/domain/taxonomy/task-parts.ts'
import { categories } from '../taxonomy/index.ts'
import { readMark, writeMark } from '../marks.ts'
import type { ProfessionSlug } from '../taxonomy/types.ts'
import { loadArticles } from './load.ts'
import type { ArticleSeed } from './types.ts'

const partsOf = new Map(categories.flatMap(({ tasks }) => tasks).map(({ id, parts }) => [id, parts]))

const ARTICLES_SEED = 0xa271c1e

type Writer = { id: number; userId: string; held: Held; taskIds: number[] }

/** Inserts the demo's articles that are missing. Never changes an existing one, which somebody may have edited. */
export async function insertDemoArticles(db: Kysely<Database>, onProgress: (line: string) => void): Promise<void> {
	const known = await readKnownSlugs(db)
	// Oldest first, so that ids grow with the days.
	const missing = loadArticles()
		.filter(({ slug }) => !known.has(slug))
		.sort((a, b) => b.publishedDaysAgo - a.publishedDaysAgo || (a.slug < b.slug ? -1 : 1))
	if (missing.length === 0) return
	await db.transaction().execute(async (trx) => {
		const writers = await readWriters(trx)
		for (const seed of missing) await insertArticle(trx, seed, writers)
		await writeMark(trx, 'articles', JSON.stringify([...known, ...missing.map(({ slug }) => slug)]))
	})
	await sql`analyze articles, article_tasks`.execute(db)
	await publishTags(db, [ALL_PAGES])
	onProgress(`Demo articles: ${missing.length}`)
}

async function readKnownSlugs(db: Kysely<Database>): Promise<Set<string>> {
	const value = await readMark(db, 'articles')
	const known = value === null ? [] : (JSON.parse(value) as string[])
	if (!known.some((name) => name.endsWith('.ts'))) return new Set(known)
	// Before 2026-11-22 the mark named source files, each of many articles: those in the database are known by their slugs.
	const { rows } = await sql<{ slug: string }>`select slug from articles where slug is not null`.execute(db)
	return new Set(rows.map(({ slug }) => slug))
}

async function insertArticle(trx: Transaction<Database>, seed: ArticleSeed, writers: readonly Writer[]): Promise<void> {
	const random = createRandom(mixSeed(ARTICLES_SEED, seed.taskCategoryId, seed.taskIds[0] ?? 0, ...Buffer.from(seed.slug).subarray(0, 24)))
	const author = seed.author === 'editor' ? null : chooseExpert(random, writers, seed, seed.author, null)
	const supervisor = seed.supervisor === null ? null : chooseExpert(random, writers, seed, seed.supervisor, author)
	const publishedAt = new Date(momentDaysAgo(random, seed.publishedDaysAgo))
	const revisedAt = seed.updatedDaysAgo === null ? null : new Date(momentDaysAgo(random, seed.updatedDaysAgo))
	const manuscript: Manuscript = {
		title: seed.title,
		lead: seed.lead,
		body: seed.body,
		taskCategoryId: seed.taskCategoryId,
		taskIds: [...new Set(seed.taskIds)],
		sources: seed.sources,
		lawAsOf: seed.lawAsOf,
		supervisorId: supervisor?.id ?? null,
	}
	const { id } = await trx
		.insertInto('articles')
		.values({
			author: author ? 'expert' : 'editor',
			author_user_id: author?.userId ?? null,
			expert_id: author?.id ?? null,
			manuscript: JSON.stringify(manuscript),
			stage: 'settled',
			saved_by: null,
			saved_at: revisedAt ?? publishedAt,
			created_at: publishedAt,
			slug: seed.slug,
			title: seed.title,
			lead: seed.lead,
			body: seed.body,
			task_category_id: seed.taskCategoryId,
			supervisor_id: supervisor?.id ?? null,
			sources: JSON.stringify(seed.sources),
			law_as_of: seed.lawAsOf,
			reading_minutes: readingMinutes(articleText(parseArticle(seed.body))),
			published_at: publishedAt,
			revised_at: revisedAt,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	for (const [place, taskId] of manuscript.taskIds.entries())
		await trx
			.insertInto('article_tasks')
			.values({ article_id: id, position: place + 1, task_id: taskId })
			.execute()
}

/** One of the profession who may do one of the tasks, best one who offers it; never the one already named. */
function chooseExpert(
	random: Random,
	writers: readonly Writer[],
	seed: ArticleSeed,
	profession: ProfessionSlug,
	taken: Writer | null,
): Writer | null {
	const parts = seed.taskIds.flatMap((id) => partsOf.get(id) ?? [])
	const able = writers.filter(
		({ id, held }) =>
			id !== taken?.id && held.professionIds.includes(profiles[profession].id) && parts.some((part) => mayDoPart(held, part)),
	)
	const apt = able.filter(({ taskIds }) => seed.taskIds.some((id) => taskIds.includes(id)))
	const from = apt.length > 0 ? apt : able
	return from.length === 0 ? null : random.pick(from)
}

async function readWriters(trx: Transaction<Database>): Promise<Writer[]> {
	const { rows } = await sql<{
		id: number
		user_id: string
		profession_ids: number[]
		subs: { professionId: number; id: number }[] | null
		task_ids: number[] | null
	}>`
		select e.id, e.user_id,
			(select array_agg(c.profession_id) from expert_credentials c where c.expert_id = e.id) as profession_ids,
			(
				select json_agg(json_build_object('professionId', s.profession_id, 'id', s.sub_qualification_id))
				from expert_sub_qualifications s where s.expert_id = e.id
			) as subs,
			(select array_agg(t.task_id) from expert_tasks t where t.expert_id = e.id) as task_ids
		from experts e
		where e.state = 'verified'
			and exists (select from office_members om join offices o on o.id = om.office_id and o.is_demo where om.expert_id = e.id)
			and exists (select from expert_credentials c where c.expert_id = e.id)
		order by e.id limit 2000
	`.execute(trx)
	return rows.map((row) => ({
		id: row.id,
		userId: row.user_id,
		held: { professionIds: row.profession_ids, subQualifications: row.subs ?? [] },
		taskIds: row.task_ids ?? [],
	}))
}
