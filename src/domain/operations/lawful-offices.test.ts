import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inSavepoint, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { editorOf, content } from '../articles/articles-for-test.ts'
import { beginEditorial, publishArticle } from '../articles/article-approval.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { endSubQualifications } from '../experts/credential-expiry.ts'
import { applyRulesToProfiles } from '../experts/new-rules.ts'
import { profile } from '../experts/registration-for-test.ts'
import { updateOwnProfile } from '../experts/registration-profile.ts'
import { getAnswerForm, postAnswer } from '../questions/answers.ts'
import { postQuestion } from '../questions/questions.ts'
import { setTaskByStaff } from '../questions/question-tasks.ts'
import { makeReviewer } from '../experts/decisions-for-test.ts'
import { giveUpCredential } from '../experts/credential-changes.ts'
import { japan } from '../geography/areas.ts'
import { loadCardsOf } from '../listings/cards.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import { reindexOffice } from '../listings/listings.ts'
import { dropUnheld, refusedTasks } from '../memberships/lawful-tasks.ts'
import { applyNewRules } from '../memberships/new-rules.ts'
import { readSuspendedTasks } from '../memberships/suspended-tasks.ts'
import { applyChangedParts, applyRulesToAnswers } from '../questions/new-rules.ts'
import { makeMember, makeExpertViewer, answerInput, as, makeThread, memberOf, questionInput } from '../questions/questions-for-test.ts'
import { professions, type ProfessionSlug } from '../taxonomy/attributes.ts'
import { isDomainError } from '../shared/errors.ts'

/** 契約書作成, 遺産分割, 労務トラブル, 債権回収, 確定申告, 株価評価, 返済条件変更. */
const TASKS = [702, 1103, 605, 703, 503, 1002, 104]

const fee = (officeId: number, taskId: number) => ({
	office_id: officeId,
	task_id: taskId,
	fee_basis: 'per_case' as const,
	fee_min: 1_000,
	fee_max: null,
})

/** Runs deferred constraints, because the transaction of a test never commits. */
const checkNow = async (ctx: TestCtx) => {
	await sql`set constraints all immediate`.execute(ctx.db)
	await sql`set constraints all deferred`.execute(ctx.db)
}

/** Whether an expert may do a part, asked of the tables without the function that the domain and the triggers ask. */
const independentlyMay = (expert: RawBuilder<unknown>, part: RawBuilder<unknown>) => sql`(
	exists (select from task_parts open where open.id = ${part} and open.law_id is null) or exists (
		select from task_part_grants g
		join expert_credentials c on c.profession_id = g.profession_id and c.expert_id = ${expert}
		left join expert_sub_qualifications s on s.expert_id = c.expert_id and s.profession_id = g.profession_id and s.sub_qualification_id = g.sub_qualification_id
		where g.part_id = ${part} and (g.sub_qualification_id is null or s.expert_id is not null)
	)
)`

/** What is public though the parts forbid it: tasks and cases of offices, tasks of profiles, answers, supervised articles. */
async function forbiddenRows(ctx: TestCtx): Promise<string[]> {
	const { rows } = await sql<{ row: string }>`
		select o.id || '/' || t.task_id as row from offices o join office_tasks t on t.office_id = o.id
		where o.state = 'published' and not exists (
			select from task_parts p where p.task_id = t.task_id and (p.law_id is null or exists (
				select from task_part_grants g
				join expert_credentials c on c.profession_id = g.profession_id
				join office_members m on m.expert_id = c.expert_id and m.office_id = o.id
				join experts e on e.id = m.expert_id and e.state = 'verified'
				left join expert_sub_qualifications s on s.expert_id = e.id and s.profession_id = g.profession_id and s.sub_qualification_id = g.sub_qualification_id
				where g.part_id = p.id and (g.sub_qualification_id is null or s.expert_id is not null)
			))
		)
		union
		select l.office_id || ' is listed under ' || l.scope_id from office_listings l
		where l.scope_id > 100 and not exists (select from office_tasks t where t.office_id = l.office_id and t.task_id = l.scope_id)
		union
		select 'profile ' || et.expert_id || '/' || et.task_id from expert_tasks et join experts e on e.id = et.expert_id and e.state = 'verified'
		where not exists (select from task_parts p where p.task_id = et.task_id and ${independentlyMay(sql`et.expert_id`, sql`p.id`)})
		union
		select 'answer ' || a.id from answers a join question_tasks q on q.question_id = a.question_id
		where a.hidden_at is null and (a.part_ids = '{}' or not a.part_ids <@ array(select p.id from task_parts p where p.task_id = q.task_id))
		union
		select 'article ' || a.slug from articles a cross join unnest(supervised_parts(a.id)) part
		where a.supervisor_id is not null and not ${independentlyMay(sql`a.supervisor_id`, sql`part`)}
	`.execute(ctx.db)
	return rows.map(({ row }) => row)
}

test('a 税理士 publishes no fee for 契約書作成 or 遺産分割, and is in none of their lists', () =>
	withCtx(async (ctx) => {
		const officeId = await makeOffice(ctx, { expertIds: [await makeExpert(ctx)] })
		const refused = await refusedTasks(ctx, officeId, [702, 1103, 503])
		expect([...refused.keys()]).toEqual([702, 1103])
		expect(refused.get(1103)).toContain('行政書士法第1条の3と第19条')
		expect(refused.get(1103)).toContain('行政書士、司法書士、弁護士')
		for (const taskId of [702, 1103]) {
			await expect(
				inSavepoint(ctx, async (trx) => {
					await trx.db.insertInto('office_tasks').values(fee(officeId, taskId)).execute()
					await checkNow(trx)
				}),
			).rejects.toMatchObject({ constraint: 'office_tasks_lawful' })
			const { items } = await listOffices(ctx, { scopeId: taskId, area: japan, query: emptyQuery('japan') })
			expect(items.map(({ id }) => id)).not.toContain(officeId)
		}
	}))

test('a card says which part of a task the office may do, when it is not all of it', () =>
	withCtx(async (ctx) => {
		const cardOf = async (slug: ProfessionSlug) => {
			const officeId = await makeOffice(ctx, {
				professions: [slug],
				taskIds: [702],
				expertIds: [await makeExpert(ctx, { professions: [slug], taskIds: [702] })],
			})
			const [card] = await loadCardsOf(ctx, [officeId], 702)
			return card?.parts
		}
		expect(await cardOf('gyoseishoshi')).toEqual(['合意した内容の契約書の作成'])
		expect(await cardOf('bengoshi')).toBeNull()
	}))

const action = fc.record({
	kind: fc.constantFrom(
		'offer',
		'suspend',
		'verify',
		'expire',
		'grant',
		'give-up',
		'leave',
		'reserve',
		'open',
		'unlist',
		'publish',
		'profile',
		'case',
		'answer',
		'retask',
		'supervise',
	),
	member: fc.nat({ max: 2 }),
	task: fc.constantFrom(...TASKS),
})

async function asExpert(ctx: TestCtx, expertId: number): Promise<TestCtx> {
	const user = await ctx.db
		.selectFrom('experts as e')
		.innerJoin('users as u', 'u.id', 'e.user_id')
		.select(['u.id', 'u.uid'])
		.where('e.id', '=', expertId)
		.executeTakeFirstOrThrow()
	return as(ctx, memberOf(user, { isExpert: true }))
}

/** What a release with changed parts of a task does (seed/taxonomy/insert.ts). */
async function applyRules(ctx: TestCtx, task: number): Promise<void> {
	await applyNewRules(ctx)
	await applyRulesToProfiles(ctx)
	await applyChangedParts(
		ctx,
		[1, 2, 3, 4, 5].map((position) => task * 10 + position),
	)
}

/** What staff, members, clocks and editors of the rules do, as the domain does it. */
const actions: Record<
	string,
	(
		ctx: TestCtx,
		at: { officeId: number; expertId: number; task: number; decide: Awaited<ReturnType<typeof makeReviewer>>; turn: number },
	) => Promise<unknown>
> = {
	offer: async (ctx, { officeId, task }) => {
		if ((await refusedTasks(ctx, officeId, [task])).size > 0) return
		await ctx.db
			.insertInto('office_tasks')
			.values(fee(officeId, task))
			.onConflict((conflict) => conflict.doNothing())
			.execute()
		await reindexOffice(ctx.db, officeId)
	},
	suspend: (_ctx, { expertId, decide }) => decide(expertId, 'suspended'),
	verify: (_ctx, { expertId, decide }) => decide(expertId, 'verified'),
	expire: async (ctx, { officeId, expertId }) => {
		await sql`update expert_sub_qualifications set valid_until = '2026-05-31' where expert_id = ${expertId}`.execute(ctx.db)
		await endSubQualifications(ctx)
		await reindexOffice(ctx.db, officeId)
	},
	grant: async (ctx, { expertId }) => {
		await sql`
			insert into expert_sub_qualifications (expert_id, profession_id, sub_qualification_id, registration_number, verified_at)
			select c.expert_id, c.profession_id, q.sub_qualification_id, '1', now() from expert_credentials c
			join sub_qualification_professions q on q.profession_id = c.profession_id where c.expert_id = ${expertId} on conflict do nothing
		`.execute(ctx.db)
	},
	'give-up': async (ctx, { expertId }) => {
		const credential = await ctx.db.selectFrom('expert_credentials').select('id').where('expert_id', '=', expertId).executeTakeFirst()
		if (credential) await giveUpCredential(await asExpert(ctx, expertId), credential.id)
	},
	leave: async (ctx, { officeId, expertId }) => {
		await ctx.db
			.deleteFrom('office_members')
			.where('office_id', '=', officeId)
			.where('expert_id', '=', expertId)
			.where('role', '=', 'editor')
			.execute()
		await dropUnheld(ctx, officeId)
		await reindexOffice(ctx.db, officeId)
	},
	reserve: async (ctx, { task }) => {
		await sql`update task_parts set law_id = 8 where task_id = ${task} and law_id is null`.execute(ctx.db)
		await applyRules(ctx, task)
		const { rows } = await sql<{ id: number }>`
			select a.id from answers a cross join unnest(a.part_ids) part join task_parts p on p.id = part and p.task_id = ${task}
			where a.hidden_at is null and not ${independentlyMay(sql`a.expert_id`, sql`p.id`)}
		`.execute(ctx.db)
		expect(rows).toEqual([])
	},
	open: async (ctx, { task }) => {
		await sql`update task_parts set law_id = null where id = ${task * 10 + 1}`.execute(ctx.db)
		await applyRules(ctx, task)
	},
	profile: async (ctx, { expertId, task }) => updateOwnProfile(await asExpert(ctx, expertId), profile({ taskIds: ['101', `${task}`] })),
	case: async (ctx, { officeId, task, turn }) => {
		if ((await refusedTasks(ctx, officeId, [task])).size > 0) return
		await ctx.db
			.insertInto('office_cases')
			.values({
				office_id: officeId,
				task_id: task,
				title: '事例',
				client: '飲食店',
				body: '対応しました。',
				consented_on: '2026-01-05',
				position: turn + 1,
			})
			.execute()
	},
	answer: async (ctx, { expertId, task }) => {
		const { id } = await postQuestion(
			as(ctx, await makeMember(ctx)),
			questionInput({ taskCategoryId: Math.floor(task / 100), taskIds: [task] }),
		)
		const expert = await asExpert(ctx, expertId)
		const { parts } = await getAnswerForm(expert, id)
		await postAnswer(expert, id, answerInput({ partIds: parts.map((part) => part.id) }))
	},
	retask: async (ctx, { task }) => {
		const question = await ctx.db
			.selectFrom('questions')
			.select('id')
			.where('task_category_id', '=', Math.floor(task / 100))
			.orderBy('id', 'desc')
			.executeTakeFirst()
		const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		if (question) await setTaskByStaff(staff, question.id, { taskId: task, reason: '別の業務の相談のため' })
	},
	supervise: async (ctx, { expertId, task, turn }) => {
		const editor = await editorOf(ctx)
		const { id } = await beginEditorial(editor)
		const manuscript = content({ taskCategoryId: Math.floor(task / 100), taskIds: [task], supervisorId: expertId })
		await publishArticle(editor, id, { manuscript, version: 1, slug: `turn-${turn}` })
	},
	unlist: (ctx, { officeId }) =>
		ctx.db.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', officeId).where('state', '=', 'published').execute(),
	publish: (ctx, { officeId }) =>
		ctx.db.updateTable('offices').set({ state: 'published' }).where('id', '=', officeId).where('state', '=', 'unlisted').execute(),
}

test('no sequence of offers, decisions, expiries, departures and rule changes leaves a row that the parts forbid', async () => {
	const slugs = professions.map(({ slug }) => slug)
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.uniqueArray(fc.constantFrom<ProfessionSlug>(...slugs), { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
			fc.array(action, { minLength: 1, maxLength: 12 }),
			(held, sequence) =>
				withCtx(async (ctx) => {
					const decide = await makeReviewer(ctx)
					const expertIds: number[] = []
					for (const one of held) expertIds.push(await makeExpert(ctx, { professions: one, taskIds: [101] }))
					const officeId = await makeOffice(ctx, { taskIds: [101], expertIds })
					for (const [turn, { kind, member, task }] of sequence.entries()) {
						const at = { officeId, expertId: expertIds[member] ?? 0, task, decide, turn }
						try {
							await inSavepoint(ctx, (trx) => actions[kind]?.(trx, at) ?? Promise.resolve())
						} catch (error) {
							// A rejected action changes nothing; any other error is a bug.
							if (!isDomainError(error)) throw error
						}
						await checkNow(ctx)
						expect(await forbiddenRows(ctx)).toEqual([])
					}
				}),
		),
		{ numRuns: 25 },
	)
}, 120_000)

test('changed rules suspend the task with its fee, notify the owner, and restore it when a member may do it', () =>
	withCtx(async (ctx) => {
		const owner = await makeExpert(ctx, { professions: ['shindanshi'], taskIds: [101] })
		const officeId = await makeOffice(ctx, { professions: ['shindanshi'], taskIds: [101, 301], feeMin: 55_000, expertIds: [owner] })
		await sql`update task_parts set law_id = 8 where task_id = 301`.execute(ctx.db)
		expect(await applyNewRules(ctx)).toBe(1)
		await checkNow(ctx)
		expect(await readSuspendedTasks(ctx, officeId)).toMatchObject([
			{ taskId: 301, reason: 'rules', why: expect.stringContaining('弁護士法第72条') },
		])
		const { rows } = await sql<{
			text: string
		}>`select event->>'text' as text from pending_events where event->>'subject' like ${`withheld:${officeId}:%`}`.execute(ctx.db)
		expect(rows).toMatchObject([{ text: expect.stringContaining('料金は残っており') }])
		const kept = await ctx.db.selectFrom('withheld_office_tasks').select('fee_min').where('office_id', '=', officeId).executeTakeFirst()
		expect(kept).toEqual({ fee_min: 55_000 })
	}))

test('an earlier answer that the rules forbid is hidden with the law as the reason, and others get their parts', () =>
	withCtx(async (ctx) => {
		const { questionId, answerId } = await makeThread(ctx)
		const other = await makeExpertViewer(ctx, { professions: ['sharoushi'], taskIds: [601] })
		await sql`set local session_replication_role = replica`.execute(ctx.db)
		await ctx.db.updateTable('answers').set({ part_ids: [] }).where('id', '=', answerId).execute()
		const { id } = await ctx.db
			.insertInto('answers')
			.values({
				question_id: questionId,
				expert_id: other.expertId,
				credentials: '[]',
				body: answerInput().body,
				sources: '[]',
				created_at: ctx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await sql`set local session_replication_role = origin`.execute(ctx.db)
		expect(await applyRulesToAnswers(ctx)).toBe(1)
		const rows = await ctx.db
			.selectFrom('answers')
			.select(['id', 'part_ids', 'hidden_reason'])
			.where('question_id', '=', questionId)
			.orderBy('id')
			.execute()
		expect(rows).toEqual([
			{ id: answerId, part_ids: [5031], hidden_reason: null },
			{ id, part_ids: [], hidden_reason: expect.stringContaining('税理士法第2条と第52条') },
		])
	}))
