import { sql, type Updateable } from 'kysely'
import { hasRepresentation, readOpponent, writeOpponent } from './estimate-reading.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { hours, minutes } from '../shared/japan-time.ts'
import { findTypedPlace } from '../geography/typed-places.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import type { z } from 'zod'
import { type CallerCtx, countWrite } from '../shared/throttles.ts'
import { draftKey, openDraftKey } from './estimate-context.ts'
import { CONFIRM_HOURS, type EstimatePart, type EstimateStep, estimateSteps } from './estimate-input.ts'
import {
	type AreaInput,
	type ContactInput,
	factsSchema,
	type officesSchema,
	type StartInput,
	type taskSchema,
	type TypedFacts,
	type wishesSchema,
} from './estimate-schemas.ts'
import { listTaskQuestions, type TaskAnswer } from './task-questions.ts'
import { parseInput } from '../shared/parse-input.ts'
import type { TableRow, Tables } from '../shared/tables.ts'

type WishesInput = z.output<ReturnType<typeof wishesSchema>>

/** How soon after a mail the same address gets another. */
const RESEND_AFTER = minutes(2)

export type Draft = {
	id: number
	isMembers: boolean
	taskId: number
	prefectureId: number | null
	municipalityId: number | null
	entity: TableRow<'estimate_requests'>['entity']
	industry: string
	size: TableRow<'estimate_requests'>['size']
	facts: string
	answers: TaskAnswer[]
	opponent: string
	/** A part of the task is a representation: there may be an opponent. */
	mayHaveOpponents: boolean
	budgetMax: number | null
	desiredOn: string | null
	wishes: string
	officeIds: number[]
	contactName: string
	email: string
	phone: string
	/** A confirmation mail has been sent. */
	isMailed: boolean
	mailedAt: Date | null
	done: EstimateStep[]
	/** The parts that were saved: a step may hold several. */
	parts: string[]
}

/** Creates a draft and returns its key. The same form sent twice returns the same draft. */
export async function startEstimate(ctx: CallerCtx, input: StartInput): Promise<string> {
	const userId = viewerId(ctx)
	const before = await findByClientKey(ctx, input.clientKey, userId)
	if (before !== null) return draftKey(ctx, before)
	await checkTask(ctx, input.taskId)
	const hasArea = input.prefectureId !== null
	const municipalityId = hasArea ? await municipalityOf(ctx, input.prefectureId ?? 0, input.municipalityId) : null
	const id = await inTransaction(ctx, async (trx) => {
		const made = await trx.db
			.insertInto('estimate_requests')
			.values({
				user_id: userId,
				task_id: input.taskId,
				prefecture_id: input.prefectureId,
				municipality_id: municipalityId,
				office_ids: input.officeIds,
				done_steps: hasArea ? ['task', 'area'] : ['task'],
				client_key: input.clientKey,
				created_at: trx.now(),
				updated_at: trx.now(),
			})
			.onConflict((conflict) => conflict.constraint('estimate_requests_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return findByClientKey(trx, input.clientKey, userId)
		if (userId === null) await countWrite(trx, 'estimateDraftBlock', trx.caller.block)
		else await countWrite(trx, 'estimateDraftAccount', userId)
		return made.id
	})
	if (id === null) throw new DomainError('conflict', 'this form was sent by somebody else')
	return draftKey(ctx, id)
}

const viewerId = ({ viewer }: Ctx): string | null => (viewer.kind === 'member' ? viewer.userId : null)

async function findByClientKey(ctx: Ctx, clientKey: string, userId: string | null): Promise<number | null> {
	const row = await ctx.db
		.selectFrom('estimate_requests')
		.select('id')
		.where('client_key', '=', clientKey)
		.where('user_id', userId === null ? 'is' : '=', userId)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	return row?.id ?? null
}

async function checkTask(ctx: Ctx, taskId: number): Promise<void> {
	const task = await ctx.db
		.selectFrom('tasks')
		.select('id')
		.where('id', '=', taskId)
		.where('published_at', 'is not', null)
		.executeTakeFirst()
	if (!task) throw new DomainError('invalid', 'no such task', { fields: { taskId: '頼みたい業務を選んでください。' } })
}

/** The municipality if it lies in the prefecture. */
async function municipalityOf(ctx: Ctx, prefectureId: number, municipalityId: number | null): Promise<number | null> {
	if (municipalityId === null) return null
	const found = await getMunicipality(ctx, municipalityId).catch(() => null)
	return found?.prefectureId === prefectureId ? found.id : null
}

/**
 * Finds the draft of a key. A member's opens to that member alone; a visitor's to the holder of the key, and becomes the
 * property of the member who continues it. Throws `not-found` once it was sent, or for any other key.
 */
export async function readDraft(ctx: Ctx, key: string): Promise<Draft> {
	const row = await ctx.db
		.selectFrom('estimate_requests')
		.selectAll()
		.select(hasRepresentation(sql.ref('estimate_requests.task_id')).as('may_have_opponents'))
		.where('id', '=', openDraftKey(ctx, key))
		.where('state', '=', 'draft')
		.executeTakeFirst()
	const userId = viewerId(ctx)
	if (!row || (row.user_id !== null && row.user_id !== userId)) throw notFound('draft')
	if (row.user_id === null && userId !== null)
		await ctx.db
			.updateTable('estimate_requests')
			.set({ user_id: userId, confirm_hash: null, confirm_expires_at: null })
			.where('id', '=', row.id)
			.where('user_id', 'is', null)
			.execute()
	const account = userId === null ? null : await readAccount(ctx, userId)
	const mailedAt = row.confirm_hash === null ? null : mailedAtOf(row.confirm_expires_at, ctx.now())
	const done = estimateSteps.filter(({ parts }) => parts.every((part) => row.done_steps.includes(part))).map(({ step }) => step)
	return {
		id: row.id,
		isMembers: userId !== null,
		taskId: row.task_id,
		prefectureId: row.prefecture_id,
		municipalityId: row.municipality_id,
		entity: row.entity,
		industry: row.industry,
		size: row.size,
		facts: row.facts,
		answers: row.task_answers,
		opponent: await readOpponent(ctx, row.id),
		mayHaveOpponents: row.may_have_opponents,
		budgetMax: row.budget_max,
		desiredOn: row.desired_on,
		wishes: row.wishes,
		officeIds: row.office_ids,
		contactName: row.contact_name ?? account?.name ?? '',
		email: account?.email ?? row.email ?? '',
		phone: row.phone ?? '',
		isMailed: mailedAt !== null,
		mailedAt,
		done,
		parts: row.done_steps,
	}
}

/** When the mail of a link was sent that still works; null without one. */
const mailedAtOf = (expiresAt: Date | null, now: Date): Date | null =>
	expiresAt !== null && expiresAt > now ? new Date(expiresAt.getTime() - hours(CONFIRM_HOURS)) : null

export async function readAccount(ctx: Ctx, userId: string): Promise<{ name: string; email: string | null; isVerified: boolean } | null> {
	const row = await ctx.db
		.selectFrom('users as u')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['u.first_name', 'u.last_name', 'i.email', 'i.email_verified_at'])
		.where('u.id', '=', userId)
		.executeTakeFirst()
	if (!row) return null
	const name = [row.last_name, row.first_name].filter((part) => part !== null && part !== '').join(' ')
	return { name, email: row.email, isVerified: row.email_verified_at !== null }
}

/** The first step that is not complete. */
export const nextStep = ({ done }: Pick<Draft, 'done'>): EstimateStep =>
	estimateSteps.find(({ step }) => !done.includes(step))?.step ?? 'contact'

/** Throws `invalid` for a place that is none, or that may be several; the sentence names those. */
export async function readTypedArea(ctx: Ctx, place: string): Promise<AreaInput> {
	const answer = await findTypedPlace(ctx, place)
	if (answer.place !== null) return answer.place
	const sentence =
		answer.names.length > 0
			? `同じ名前の地域があります。${answer.names.join('、')}のように、都道府県から入力してください。`
			: '地域が見つかりません。市区町村、駅、郵便番号のどれかを入力してください。'
	throw new DomainError('invalid', 'no such place', { fields: { place: sentence } })
}

/** Saves the first page of the form. Throws `invalid` for an unknown task or place. */
export async function saveTaskAndArea(ctx: Ctx, key: string, { taskId, place }: z.output<typeof taskSchema>): Promise<void> {
	const area = await readTypedArea(ctx, place)
	await inTransaction(ctx, async (trx) => {
		await saveTask(trx, key, { taskId })
		await saveArea(trx, key, area)
	})
}

/** Saves the second page of the form; see saveFacts. */
export async function saveFactsAndWishes(ctx: Ctx, key: string, typed: TypedFacts & WishesInput): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await saveFacts(trx, key, typed)
		await saveWishes(trx, key, typed)
	})
}

export const saveTask = async (ctx: Ctx, key: string, { taskId }: { taskId: number }): Promise<void> => {
	await checkTask(ctx, taskId)
	// Another task has other offices and other questions: both steps must be repeated.
	await save(ctx, key, 'task', (draft) => ({
		task_id: taskId,
		...(draft.taskId === taskId ? {} : { done_steps: draft.parts.filter((part) => part !== 'offices' && part !== 'facts') }),
	}))
}

export async function saveArea(ctx: Ctx, key: string, { prefectureId, municipalityId }: AreaInput): Promise<void> {
	const municipality = await municipalityOf(ctx, prefectureId, municipalityId)
	await save(ctx, key, 'area', () => ({ prefecture_id: prefectureId, municipality_id: municipality }))
}

/** Throws `invalid` with the errors of all fields, `answers.KEY` for the questions of the task. */
export async function saveFacts(ctx: Ctx, key: string, typed: TypedFacts): Promise<void> {
	const { taskId } = await readDraft(ctx, key)
	const { answers, opponent, ...facts } = parseInput(factsSchema(await listTaskQuestions(ctx, taskId)), typed)
	await inTransaction(ctx, async (trx) => {
		const draft = await save(trx, key, 'facts', (before) => {
			if (before.taskId !== taskId)
				throw new DomainError('conflict', 'the task was changed', { fields: { form: '業務が変わりました。もう一度入力してください。' } })
			return { ...facts, task_answers: JSON.stringify(answers) }
		})
		await writeOpponent(trx, draft.id, draft.mayHaveOpponents ? opponent : '')
	})
}

export const saveWishes = (ctx: Ctx, key: string, input: WishesInput): Promise<Draft> =>
	save(ctx, key, 'wishes', () => ({ budget_max: input.budgetMax, desired_on: input.desiredOn, wishes: input.wishes }))

export const saveOffices = (ctx: Ctx, key: string, { officeIds }: z.output<typeof officesSchema>): Promise<Draft> =>
	save(ctx, key, 'offices', () => ({ office_ids: officeIds }))

/** For a member, the address of the account replaces what was typed. */
export const saveContact = (ctx: Ctx, key: string, { contactName, email, phone }: ContactInput): Promise<Draft> =>
	save(ctx, key, 'contact', (draft) => {
		const address = draft.isMembers && draft.email !== '' ? draft.email : email
		// Another address must be confirmed by a separate link, and a link that did not arrive is sent again; the same form sent
		// twice at once is no wish for a second mail.
		const keepsLink = address === draft.email && draft.mailedAt !== null && ctx.now().getTime() - draft.mailedAt.getTime() < RESEND_AFTER
		return {
			contact_name: contactName,
			email: address,
			phone,
			...(keepsLink ? {} : { confirm_hash: null, confirm_expires_at: null }),
		}
	})

async function save(
	ctx: Ctx,
	key: string,
	part: EstimatePart,
	change: (draft: Draft) => Updateable<Tables['estimate_requests']>,
): Promise<Draft> {
	const draft = await readDraft(ctx, key)
	const columns = change(draft)
	const done = new Set<string>([...(columns.done_steps ?? draft.parts), part])
	const result = await ctx.db
		.updateTable('estimate_requests')
		.set({ ...columns, done_steps: [...done], updated_at: ctx.now() })
		.where('id', '=', draft.id)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	if (result.numUpdatedRows === 0n) throw notFound('draft')
	return draft
}
