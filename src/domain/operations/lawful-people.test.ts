import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inSavepoint, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { beginEditorial, publishArticle } from '../articles/article-approval.ts'
import { content, editorOf } from '../articles/articles-for-test.ts'
import { beginArticle, submitArticle } from '../articles/article-writing.ts'
import { proposeOffices, receivableOffices } from '../estimates/estimate-offices.ts'
import { profile } from '../experts/registration-for-test.ts'
import { updateOwnProfile } from '../experts/registration-profile.ts'
import { japan } from '../geography/areas.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import { applyDrafts } from '../offices/office-editing.ts'
import { officeSite, save } from '../offices/offices-for-test.ts'
import { postAnswer } from '../questions/answers.ts'
import { postQuestion } from '../questions/questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput } from '../questions/questions-for-test.ts'
import { setTaskByStaff } from '../questions/question-tasks.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import type { ProfessionSlug } from '../taxonomy/attributes.ts'
import { listTaskParts, readHeld } from '../taxonomy/task-part-reads.ts'
import { mayDoPart } from '../taxonomy/task-parts.ts'

/** The constraint that refuses a write which no page or call makes. */
async function lastLine(ctx: TestCtx, write: (trx: TestCtx) => Promise<unknown>): Promise<unknown> {
	return inSavepoint(ctx, async (trx) => {
		await write(trx)
		await sql`set constraints all immediate`.execute(trx.db)
	}).then(
		() => 'written',
		(error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error),
	)
}

/** Each with work that its law leaves to others, and with work that it may do. */
const people: { slug: ProfessionSlug; name: string; own: number; others: number[] }[] = [
	// 契約書作成, 遺産分割, 定款作成, 債権回収, 就業規則.
	{ slug: 'zeirishi', name: '税理士', own: 503, others: [702, 1103, 402, 703, 601] },
	// 労務トラブル takes a 特定社会保険労務士; 確定申告, 契約書作成, 遺産分割.
	{ slug: 'sharoushi', name: '社会保険労務士', own: 601, others: [605, 503, 702, 1103] },
	// 債権回収 takes a 認定司法書士; 確定申告, 就業規則, 建設業許可.
	{ slug: 'shihoshoshi', name: '司法書士', own: 403, others: [703, 503, 601, 801] },
]

test.each(people)(
	'a $name without more appears and answers nowhere where the law leaves the work to others',
	async ({ slug, own, others }) =>
		withCtx(async (ctx) => {
			const { member } = await officeSite(ctx)
			const person = await member(`${slug}@example.com`, { professions: [slug], taskIds: [own] })
			const officeId = await makeOffice(ctx, { professions: [slug], taskIds: [own], expertIds: [person.expertId] })
			const mine = await person.ctx()
			const held = await readHeld(ctx, person.expertId)
			const parts = await listTaskParts(ctx, others)
			// The premise: of each of these tasks every part is reserved to others.
			expect(parts.filter((part) => mayDoPart(held, part)).map(({ scopeName }) => scopeName)).toEqual([])
			const laws = new Map(others.map((id) => [id, parts.find(({ scopeId }) => scopeId === id)?.law?.sentence ?? '']))

			// The form of the office's fees, and of its cases: each field says why, and nothing is applied.
			const fees = Object.fromEntries(
				others.flatMap(
					(id) =>
						[
							[`fee-basis-${id}`, 'per_case'],
							[`fee-min-${id}`, '10000'],
						] as const,
				),
			)
			const typed = await save(mine, officeId, 'fees', fees)
			for (const [id, law] of laws) expect(typed).toMatchObject({ faults: { [`fee-min-${id}`]: expect.stringContaining(law) } })
			expect((await domainErrorOf(applyDrafts(mine, officeId))).sentences).not.toBe('')
			await save(mine, officeId, 'fees', Object.fromEntries(Object.keys(fees).map((name) => [name, ''])))
			const cases = others.flatMap((id, index) => {
				const at = (field: string) => `case-${field}-${index + 1}`
				return [
					[at('title'), '初めての相談'],
					[at('client'), '飲食店'],
					[at('body'), '書類の写しを見て、期限と順番を説明し、手続きが終わるまで対応しました。'],
					[at('consented'), '2026-01-05'],
					[at('task'), `${id}`],
				] as const
			})
			const told = await save(mine, officeId, 'cases', Object.fromEntries(cases))
			for (const [index, id] of others.entries())
				expect(told).toMatchObject({ faults: { [`case-task-${index + 1}`]: expect.stringContaining(laws.get(id) ?? '?') } })
			expect((await domainErrorOf(applyDrafts(mine, officeId))).sentences).not.toBe('')

			for (const [id, law] of laws) {
				expect((await domainErrorOf(updateOwnProfile(mine, profile({ taskIds: [`${own}`, `${id}`] })))).sentences).toContain(law)

				const taskCategoryId = Math.floor(id / 100)
				const { id: questionId } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ taskCategoryId, taskIds: [id] }))
				const partIds = parts.filter(({ scopeId }) => scopeId === id).map((part) => part.id)
				for (const chosen of [[], partIds])
					expect((await domainErrorOf(postAnswer(mine, questionId, answerInput({ partIds: chosen })))).sentences).toContain(law)

				// An article by them, and one of the editors that they would supervise.
				const manuscript = content({ taskCategoryId, taskIds: [id] })
				const { id: articleId } = await beginArticle(mine)
				await submitArticle(mine, articleId, { manuscript, version: 1 })
				const editor = await editorOf(ctx)
				expect(
					(await domainErrorOf(publishArticle(editor, articleId, { manuscript, version: 2, slug: `by-${slug}-${id}` }))).sentences,
				).toContain(law)
				const editorial = await beginEditorial(editor)
				const supervised = { ...manuscript, supervisorId: person.expertId }
				expect(
					(await domainErrorOf(publishArticle(editor, editorial.id, { manuscript: supervised, version: 1, slug: `of-${slug}-${id}` })))
						.sentences,
				).toContain(law)

				// Lists, what an estimate request offers, and one that names the office all the same.
				const { items } = await listOffices(ctx, { scopeId: id, area: japan, query: emptyQuery('japan') })
				expect(items.map((office) => office.id)).not.toContain(officeId)
				const proposed = await proposeOffices(ctx, { taskId: id, prefectureId: 13, municipalityId: 13204, chosen: [officeId] })
				expect(proposed.map((office) => office.id)).not.toContain(officeId)
				expect([...(await receivableOffices(ctx, id, [officeId]))]).toEqual([])

				expect(
					await lastLine(ctx, (trx) =>
						trx.db
							.insertInto('office_tasks')
							.values({ office_id: officeId, task_id: id, fee_basis: 'per_case', fee_min: 1, fee_max: null })
							.execute(),
					),
				).toBe('office_tasks_lawful')
				expect(
					await lastLine(ctx, (trx) => trx.db.insertInto('expert_tasks').values({ expert_id: person.expertId, task_id: id }).execute()),
				).toBe('expert_tasks_lawful')
				expect(
					await lastLine(ctx, (trx) =>
						trx.db
							.insertInto('office_cases')
							.values({ office_id: officeId, task_id: id, title: '', client: '', body: '', consented_on: '2026-01-05', position: 1 })
							.execute(),
					),
				).toBe('office_cases_lawful')
				await ctx.db.deleteFrom('throttles').execute()
			}
		}),
)

test('an answer that staff move to work reserved to others is withheld, and shown again by nobody', () =>
	withCtx(async (ctx) => {
		const { id: questionId } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ taskCategoryId: 7, taskIds: [702] }))
		const { viewer } = await makeExpertViewer(ctx, { professions: ['gyoseishoshi'], taskIds: [702] })
		await postAnswer(as(ctx, viewer), questionId, answerInput())
		const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		await setTaskByStaff(staff, questionId, { taskId: 703, reason: '債権回収の相談のため' })
		const answers = ctx.db.selectFrom('answers').select(['hidden_reason', 'part_ids']).where('question_id', '=', questionId)
		expect(await answers.execute()).toEqual([{ hidden_reason: expect.stringContaining('弁護士法第72条'), part_ids: [] }])
		expect(
			await lastLine(ctx, (trx) =>
				trx.db.updateTable('answers').set({ hidden_at: null, hidden_reason: null }).where('question_id', '=', questionId).execute(),
			),
		).toBe('answers_lawful')
	}))
