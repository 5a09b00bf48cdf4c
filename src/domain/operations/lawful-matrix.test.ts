import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { reindexOffice } from '../listings/listings.ts'
import { refusedTasks } from '../memberships/lawful-tasks.ts'
import { getAnswerForm, postAnswer } from '../questions/answers.ts'
import { postQuestion } from '../questions/questions.ts'
import { makeMember, answerInput, as, memberOf, questionInput, refusal } from '../questions/questions-for-test.ts'
import { type ProfessionSlug, professions, subQualifications } from '../taxonomy/attributes.ts'
import { listTaskParts } from '../taxonomy/task-part-reads.ts'
import { type Held, mayDoPart, type TaskPart } from '../taxonomy/task-parts.ts'

/** Every profession alone, and with each sub-qualification that it can have. */
async function allCredentials(ctx: TestCtx): Promise<{ slug: ProfessionSlug; professionId: number; sub: number | null; held: Held }[]> {
	const { rows } = await sql<{ profession_id: number; sub_qualification_id: number }>`
		select profession_id, sub_qualification_id from sub_qualification_professions order by 1, 2
	`.execute(ctx.db)
	return professions.flatMap(({ id, slug }) =>
		[null, ...rows.filter((row) => row.profession_id === id).map((row) => row.sub_qualification_id)].map((sub) => ({
			slug,
			professionId: id,
			sub,
			held: { professionIds: [id], subQualifications: sub === null ? [] : [{ professionId: id, id: sub }] },
		})),
	)
}

async function holderOf(ctx: TestCtx, { slug, professionId, sub }: { slug: ProfessionSlug; professionId: number; sub: number | null }) {
	const expertId = await makeExpert(ctx, { professions: [slug], taskIds: [] })
	if (sub !== null)
		await ctx.db
			.insertInto('expert_sub_qualifications')
			.values({
				expert_id: expertId,
				profession_id: professionId,
				sub_qualification_id: sub,
				registration_number: '1',
				verified_at: ctx.now(),
			})
			.execute()
	return expertId
}

const nameOf = (slug: string, sub: number | null): string => (sub === null ? slug : `${slug}+${subQualifications[sub - 1]?.slug ?? ''}`)

async function allParts(ctx: TestCtx): Promise<{ taskIds: number[]; parts: TaskPart[] }> {
	const tasks = await ctx.db.selectFrom('tasks').select('id').where('published_at', 'is not', null).orderBy('id').execute()
	const taskIds = tasks.map(({ id }) => id)
	return { taskIds, parts: await listTaskParts(ctx, taskIds) }
}

test('every credential offers, is listed for and quotes exactly the parts that it may do, for every task', () =>
	withCtx(async (ctx) => {
		const { taskIds, parts } = await allParts(ctx)
		for (const credential of await allCredentials(ctx)) {
			const name = nameOf(credential.slug, credential.sub)
			const lawful = parts.filter((part) => mayDoPart(credential.held, part))
			const allowed = taskIds.filter((id) => lawful.some(({ scopeId }) => scopeId === id))
			const expertId = await holderOf(ctx, credential)
			const officeId = await makeOffice(ctx, { professions: [credential.slug], taskIds: [], expertIds: [expertId] })
			// The form and the API of an office's fees ask this before they write.
			const refused = await refusedTasks(ctx, officeId, taskIds)
			expect([name, taskIds.filter((id) => !refused.has(id))]).toEqual([name, allowed])
			if (allowed.length > 0)
				await ctx.db
					.insertInto('office_tasks')
					.values(
						allowed.map((task_id) => ({ office_id: officeId, task_id, fee_basis: 'per_case' as const, fee_min: 1_000, fee_max: null })),
					)
					.execute()
			await reindexOffice(ctx.db, officeId)
			// Quotes ask for office_parts (domain/estimates/estimate-leads.ts), lists and cards for what was kept of it.
			const { rows } = await sql<{ task_id: number; kept: number[]; now: number[]; listed: boolean }>`
				select t.task_id, t.part_ids as kept, office_parts(t.office_id, t.task_id) as now,
					exists (select from office_listings l where l.office_id = t.office_id and l.scope_id = t.task_id) as listed
				from office_tasks t where t.office_id = ${officeId} order by t.task_id
			`.execute(ctx.db)
			const expected = allowed.map((id) => {
				const ids = lawful.filter(({ scopeId }) => scopeId === id).map((part) => part.id)
				return { task_id: id, kept: ids, now: ids, listed: true }
			})
			expect([name, rows]).toEqual([name, expected])
			await sql`set constraints all immediate`.execute(ctx.db)
			await sql`set constraints all deferred`.execute(ctx.db)
		}
	}))

test(
	'of every task and category, who may do a part of it answers, and who may not is refused with the law',
	() =>
		withCtx(async (ctx) => {
			const { taskIds } = await allParts(ctx)
			const categories = await ctx.db.selectFrom('task_categories').select('id').orderBy('id').execute()
			const scopes = [
				...taskIds.map((id) => ({ taskCategoryId: Math.floor(id / 100), taskIds: [id] })),
				...categories.map(({ id }) => ({ taskCategoryId: id, taskIds: [] })),
			]
			const credentials = await allCredentials(ctx)
			const holders = new Map<string, Awaited<ReturnType<typeof asHolder>>>()
			async function asHolder(credential: (typeof credentials)[number]) {
				const expertId = await holderOf(ctx, credential)
				const user = await ctx.db
					.selectFrom('experts as e')
					.innerJoin('users as u', 'u.id', 'e.user_id')
					.select(['u.id', 'u.uid'])
					.where('e.id', '=', expertId)
					.executeTakeFirstOrThrow()
				return as(ctx, memberOf(user, { isExpert: true }))
			}
			for (const credential of credentials) holders.set(nameOf(credential.slug, credential.sub), await asHolder(credential))
			for (const scope of scopes) {
				const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput(scope))
				const seen: { name: string; allowed: boolean; reason: string }[] = []
				for (const [name, expert] of holders) {
					const { permission } = await getAnswerForm(expert, id)
					seen.push({ name, allowed: permission.allowed, reason: permission.allowed ? '' : permission.reason })
				}
				const { rows } = await sql<{ parts: number[] }>`select question_parts(${id}) as parts`.execute(ctx.db)
				const asked = rows[0]?.parts ?? []
				const { rows: lawful } = await sql<{ id: number; law_id: number | null; profession_id: number | null; sub: number | null }>`
				select p.id, p.law_id, g.profession_id, g.sub_qualification_id as sub
				from task_parts p left join task_part_grants g on g.part_id = p.id where p.id = any (${asked}::integer[])
			`.execute(ctx.db)
				const expected = credentials.map(({ slug, professionId, sub }) => ({
					name: nameOf(slug, sub),
					allowed:
						asked.length === 0 ||
						lawful.some((one) => one.law_id === null || (one.profession_id === professionId && (one.sub === null || one.sub === sub))),
				}))
				expect([scope, seen.map(({ name, allowed }) => ({ name, allowed }))]).toEqual([scope, expected])
				// One write of each kind, because the write and its trigger enforce the rule.
				const may = seen.find(({ allowed }) => allowed)
				const mayNot = seen.find(({ allowed }) => !allowed)
				const expertMay = may && holders.get(may.name)
				const expertMayNot = mayNot && holders.get(mayNot.name)
				const refused = expertMayNot ? await refusal(postAnswer(expertMayNot, id, answerInput({ partIds: asked }))) : 'qa/reserved'
				expect([scope, refused]).toEqual([scope, 'qa/reserved'])
				if (expertMay) {
					const { parts } = await getAnswerForm(expertMay, id)
					await postAnswer(expertMay, id, answerInput({ partIds: parts.map((part) => part.id) }))
				}
				// Answers of one expert are limited per hour.
				await ctx.db.deleteFrom('throttles').execute()
			}
		}),
	120_000,
)
