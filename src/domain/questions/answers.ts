import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import type { Credential } from '../experts/types.ts'
import { listPartsOfQuestion, readHeld } from '../taxonomy/task-part-reads.ts'
import { listsOfReserved } from '../listings/reserved-lists.ts'
import { type Held, mayDoPart, refusalOf, type TaskPart } from '../taxonomy/task-parts.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { countWrite } from '../shared/throttles.ts'
import { assertSwitchedOn } from '../shared/switches.ts'
import { findDraft } from './drafts.ts'
import type { AnswerEdit, AnswerInput } from './schemas.ts'
import { canAnswer, canEditAnswer } from './policy.ts'
import { indexQuestions } from './search/search-index.ts'
import type { AnswerContent, StoredCredential } from './tables.ts'
import {
	addendaColumn,
	assertAllowed,
	dropQuestionPages,
	lockAnswer,
	lockQuestion,
	readAnswer,
	readExpertFacts,
	readThread,
} from './thread.ts'
import type { AnswerForEdit, AnswerForm, EditResult, QuestionState } from './types.ts'

/** What the answer form shows, and whether the viewer may answer at all. Throws not-found for a question they cannot see. */
export async function getAnswerForm(ctx: Ctx, questionId: number): Promise<AnswerForm> {
	const { facts } = await readThread(ctx, questionId)
	const expert = await readExpertFacts(ctx, questionId)
	const parts = await listPartsOfQuestion(ctx, questionId)
	const permission = canAnswer(ctx.viewer, facts, expert, parts)
	const { rows } = await checkedSql({
		id: int4,
		title: text,
		body: text,
		state: text.as<QuestionState>(),
		addenda: addendaColumn,
	})`
		select q.id, q.title, q.body, q.state, (
			select json_agg(json_build_object('id', id, 'body', body, 'at', created_at) order by position)
			from question_addenda where question_id = q.id
		) as addenda
		from questions q where q.id = ${questionId}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('question')
	return {
		question: { ...row, addenda: (row.addenda ?? []).map((one) => ({ ...one, at: new Date(one.at) })) },
		permission,
		credentials: expert === null ? [] : (await readCredentials(ctx, expert.id)).map(toCredential),
		parts: parts.filter((part) => expert !== null && mayDoPart(expert.held, part)).map((part) => ({ id: part.id, name: partLabel(part) })),
		scopes: [...new Map(parts.filter(({ law }) => law !== null).map(({ scopeId, scopeName }) => [scopeId, scopeName]))].map(
			([id, name]) => ({
				id,
				name,
			}),
		),
		draft: ctx.viewer.kind === 'member' ? await findDraft(ctx, questionId) : null,
	}
}

const partLabel = ({ scopeName, name }: TaskPart): string => `${scopeName}：${name}`

/** The parts that the answer covers, as its author states; a single possible part is implied. Throws for what a law reserves to others. */
function coveredParts(parts: readonly TaskPart[], held: Held, chosen: readonly number[]): number[] {
	if (parts.length === 0) return []
	const lawful = parts.filter((part) => mayDoPart(held, part))
	const asked = parts.filter(({ id }) => chosen.includes(id))
	const unlawful = asked.filter((part) => !lawful.includes(part))
	if (unlawful.length > 0)
		throw new DomainError('forbidden', 'a part is reserved', { fields: { part: refusalOf(unlawful) }, ways: listsOfReserved(unlawful) })
	if (asked.length === 0 && lawful.length > 1)
		throw new DomainError('invalid', 'no part is stated', { fields: { part: 'この回答で扱う範囲を選んでください。' } })
	return (asked.length > 0 ? asked : lawful).map(({ id }) => id)
}

async function readCredentials(ctx: Ctx, expertId: number): Promise<StoredCredential[]> {
	const rows = await ctx.db
		.selectFrom('expert_credentials')
		.select(['profession_id', 'registration_number', 'association', 'registered_on'])
		.where('expert_id', '=', expertId)
		.orderBy('profession_id')
		.execute()
	return rows.map((row) => ({
		professionId: row.profession_id,
		registrationNumber: row.registration_number,
		association: row.association,
		registeredOn: row.registered_on,
	}))
}

export const toCredential = ({ professionId, ...credential }: StoredCredential): Credential => ({
	profession: getProfession(professionId),
	...credential,
})

/**
 * Answers a question with the expert's current credentials. Idempotent by client key: returns the answer
 * already stored. Throws forbidden with the reason, conflict for a second answer.
 */
export async function postAnswer(ctx: Ctx, questionId: number, input: AnswerInput): Promise<{ id: number; questionId: number }> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const { facts } = await lockQuestion(trx, questionId)
		const expert = await readExpertFacts(trx, questionId)
		if (expert?.answerId) {
			const same = await trx.db
				.selectFrom('answers')
				.select('id')
				.where('id', '=', expert.answerId)
				.where('client_key', '=', input.clientKey)
				.executeTakeFirst()
			if (same) return { id: same.id, questionId }
		}
		const parts = await listPartsOfQuestion(trx, questionId)
		const permission = canAnswer(ctx.viewer, facts, expert, parts)
		const isReserved = !permission.allowed && permission.reason === 'reserved'
		assertAllowed(permission, isReserved ? listsOfReserved(parts.filter(({ law }) => law !== null)) : [])
		await countWrite(trx, 'answerAccount', userId)
		await recordAgreements(trx, userId, ['questions'])
		const expertId = expert?.id ?? 0
		const { id } = await trx.db
			.insertInto('answers')
			.values({
				question_id: questionId,
				expert_id: expertId,
				credentials: JSON.stringify(await readCredentials(trx, expertId)),
				body: input.body,
				sources: JSON.stringify(input.sources),
				law_as_of: input.lawAsOf,
				part_ids: expert ? coveredParts(parts, expert.held, input.partIds) : [],
				client_key: input.clientKey,
				created_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await sql`
			update questions set answer_count = answer_count + 1, updated_at = ${trx.now()},
				state = case when state = 'open' then 'answered' else state end
			where id = ${questionId}::integer
		`.execute(trx.db)
		await trx.db.deleteFrom('qa_drafts').where('user_id', '=', userId).where('question_id', '=', questionId).execute()
		await indexQuestions(trx, [questionId])
		await dropQuestionPages(trx, [questionId], expertId)
		await publishEvent(trx, { event: 'answer.posted', answerId: id })
		return { id, questionId }
	})
}

async function readForEdit(ctx: Ctx, answerId: number): Promise<AnswerForEdit> {
	const row = await ctx.db
		.selectFrom('answers as a')
		.innerJoin('questions as q', 'q.id', 'a.question_id')
		.select(['a.id', 'a.question_id', 'q.title as question_title', 'a.body', 'a.sources', 'a.law_as_of', 'a.version'])
		.where('a.id', '=', answerId)
		.executeTakeFirst()
	if (!row) throw notFound('answer')
	return {
		id: row.id,
		questionId: row.question_id,
		questionTitle: row.question_title,
		body: row.body,
		sources: row.sources,
		lawAsOf: row.law_as_of,
		version: row.version,
	}
}

/** The expert's answer as its form opens. Throws for anyone else. */
export async function getAnswerForEdit(ctx: Ctx, answerId: number): Promise<AnswerForEdit> {
	requireMember(ctx)
	const { facts, answerFacts } = await readAnswer(ctx, answerId)
	assertAllowed(canEditAnswer(ctx.viewer, facts, answerFacts))
	return readForEdit(ctx, answerId)
}

/** Updates an answer; the former text stays in its history. */
export async function editAnswer(ctx: Ctx, answerId: number, edit: AnswerEdit): Promise<EditResult<AnswerForEdit>> {
	requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const { facts, answer, answerFacts } = await lockAnswer(trx, answerId)
		assertAllowed(canEditAnswer(ctx.viewer, facts, answerFacts))
		await requireStillLawful(trx, answer)
		const current = await readForEdit(trx, answerId)
		const before: AnswerContent = { body: current.body, sources: current.sources, lawAsOf: current.lawAsOf }
		const after: AnswerContent = { body: edit.body, sources: edit.sources, lawAsOf: edit.lawAsOf }
		if (sameAnswer(before, after)) return { kind: 'saved', version: current.version }
		if (edit.version !== current.version) return { kind: 'overtaken', current }
		await trx.db
			.insertInto('answer_revisions')
			.values({ answer_id: answerId, version: current.version, content: JSON.stringify(before), replaced_at: trx.now() })
			.execute()
		await trx.db
			.updateTable('answers')
			.set({
				body: after.body,
				sources: JSON.stringify(after.sources),
				law_as_of: after.lawAsOf,
				version: current.version + 1,
				edited_at: trx.now(),
			})
			.where('id', '=', answerId)
			.execute()
		await indexQuestions(trx, [answer.question_id])
		await dropQuestionPages(trx, [answer.question_id], answer.expert_id)
		return { kind: 'saved', version: current.version + 1 }
	})
}

/** Experts who gave up the credential that an answer rests on cannot edit it. */
async function requireStillLawful(ctx: Ctx, answer: { id: number; question_id: number; expert_id: number | null }): Promise<void> {
	const { part_ids } = await ctx.db.selectFrom('answers').select('part_ids').where('id', '=', answer.id).executeTakeFirstOrThrow()
	if (part_ids.length === 0 || answer.expert_id === null) return
	const held = await readHeld(ctx, answer.expert_id)
	const lost = (await listPartsOfQuestion(ctx, answer.question_id)).filter((part) => part_ids.includes(part.id) && !mayDoPart(held, part))
	if (lost.length > 0) assertAllowed({ allowed: false, reason: 'reserved', message: refusalOf(lost) })
}

const sameAnswer = (a: AnswerContent, b: AnswerContent): boolean =>
	a.body === b.body &&
	a.lawAsOf === b.lawAsOf &&
	a.sources.length === b.sources.length &&
	a.sources.every((source, place) => source.title === b.sources[place]?.title && source.url === b.sources[place]?.url)
