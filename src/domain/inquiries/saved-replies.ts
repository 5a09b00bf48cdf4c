import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { ownOffices } from '../estimates/estimate-leads.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { clientKeySchema, text as textOf } from '../questions/schemas.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, forVerifiedExperts, notFound } from '../shared/errors.ts'
import { cleanLine } from '../shared/text-input.ts'
import { inquiryLengths } from './inquiry-input.ts'
import type { Access } from './inquiry-access.ts'
import { fillPlaceholders, findUnknownPlaceholder } from './reply-placeholders.ts'

export const savedReplyLengths = { title: { min: 1, max: 40 }, body: inquiryLengths.body } as const

const fields = {
	title: textOf('見出し', savedReplyLengths.title, cleanLine),
	body: textOf('本文', savedReplyLengths.body).superRefine((body, check) => {
		const unknown = findUnknownPlaceholder(body)
		if (unknown !== null) check.addIssue({ code: 'custom', message: `{${unknown}} は差し込めません。使える項目から選んでください。` })
	}),
}
export const savedReplySchema = z.object(fields)
export const newSavedReplySchema = z.object({ ...fields, clientKey: clientKeySchema })
export type SavedReplyInput = z.output<typeof savedReplySchema>
export type NewSavedReply = z.output<typeof newSavedReplySchema>

/** `isAsleep`: beyond what the office's plan holds; it is kept and can be edited, but not inserted. */
export type SavedReply = { id: number; title: string; body: string; isAsleep: boolean }
export type OfficeReplies = { officeId: number; officeName: string; max: number; replies: SavedReply[] }

const selectOffices = checkedSql({
	id: int4,
	name: text,
	max: int4,
	replies: builtJson(() => z.array(z.strictObject({ id: z.int(), title: z.string(), body: z.string() }))),
})

/** The viewer's offices that fulfil `condition` on `o`, with their replies. One statement. */
async function readOffices(ctx: Ctx, condition: RawBuilder<unknown>): Promise<OfficeReplies[]> {
	const { userId } = requireMember(ctx)
	const { rows } = await selectOffices`
		select o.id, o.name,
			${capacityOfOffice(ctx.now(), sql`o.id`, ({ savedReplies }) => savedReplies)} as max,
			(
				select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'body', s.body) order by s.id), '[]')
				from saved_replies s where s.office_id = o.id
			) as replies
		from offices o
		where o.state <> 'deleted' and o.id in (${ownOffices(userId)}) and ${condition}
		order by o.id
	`.execute(ctx.db)
	return rows.map(({ id, name, max, replies }) => ({
		officeId: id,
		officeName: name,
		max,
		replies: replies.map((reply, index) => ({ ...reply, isAsleep: index >= max })),
	}))
}

/** The saved replies of each of the viewer's offices. Throws forbidden for who is no verified expert. */
export async function listSavedReplies(ctx: Ctx): Promise<OfficeReplies[]> {
	if (!requireMember(ctx).isExpert) throw forVerifiedExperts()
	return readOffices(ctx, sql`true`)
}

type Thread = Pick<Access, 'side' | 'officeId' | 'officeName' | 'contactName' | 'subject' | 'ownName'> & { taskName: string | null }

/** The replies that the office's side of a thread can insert, filled for this client. None for the client. */
export async function listRepliesFor(ctx: Ctx, thread: Thread): Promise<{ id: number; title: string; text: string }[]> {
	if (thread.side !== 'office') return []
	const [office] = await readOffices(ctx, sql`o.id = ${thread.officeId}::integer`)
	const values = {
		お名前: thread.contactName,
		件名: thread.subject,
		業務: thread.taskName ?? 'ご相談の業務',
		事務所: thread.officeName,
		担当者: thread.ownName,
	}
	return (office?.replies ?? [])
		.filter(({ isAsleep }) => !isAsleep)
		.map(({ id, title, body }) => ({ id, title, text: fillPlaceholders(body, values) }))
}

const refused = (field: string, sentence: string) => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })
const TITLE_TAKEN = '同じ見出しの定型文があります。別の見出しにしてください。'

/**
 * Adds a reply to an office. Idempotent by key. Throws not-found for who is no verified expert of the office, conflict when the
 * plan holds no more or the title exists.
 */
export async function addSavedReply(ctx: Ctx, officeId: number, { title, body, clientKey }: NewSavedReply): Promise<void> {
	requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		// One at a time for an office, so that the number stays within the plan.
		await sql`select id from offices where id = ${officeId}::integer for no key update`.execute(trx.db)
		const [office] = await readOffices(trx, sql`o.id = ${officeId}::integer`)
		if (!office) throw notFound('office')
		const made = await trx.db
			.selectFrom('saved_replies')
			.select('id')
			.where('office_id', '=', officeId)
			.where('client_key', '=', clientKey)
			.executeTakeFirst()
		if (made) return
		if (office.replies.length >= office.max) throw refused('form', `いまのプランで保存できる定型文は${office.max}件までです。`)
		const row = await trx.db
			.insertInto('saved_replies')
			.values({ office_id: officeId, title, body, client_key: clientKey, created_at: trx.now(), updated_at: trx.now() })
			.onConflict((conflict) => conflict.constraint('saved_replies_title').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!row) throw refused('title', TITLE_TAKEN)
	})
}

/** The reply in a transaction, locked with its office. Throws not-found for everybody but the office's verified experts. */
async function change(ctx: Ctx, id: number, handler: (trx: Ctx, reply: { officeId: number }) => Promise<void>): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ office_id: int4 })`
			select s.office_id from saved_replies s join offices o on o.id = s.office_id
			where s.id = ${id}::integer and o.state <> 'deleted' and s.office_id in (${ownOffices(userId)})
			for no key update of o, s
		`.execute(trx.db)
		const [row] = rows
		if (!row) throw notFound('saved reply')
		await handler(trx, { officeId: row.office_id })
	})
}

/** Changes title and text. Throws conflict for a title that another reply of the office has. */
export async function changeSavedReply(ctx: Ctx, id: number, { title, body }: SavedReplyInput): Promise<void> {
	await change(ctx, id, async (trx, { officeId }) => {
		const taken = await trx.db
			.selectFrom('saved_replies')
			.select('id')
			.where('office_id', '=', officeId)
			.where('title', '=', title)
			.where('id', '<>', id)
			.executeTakeFirst()
		if (taken) throw refused('title', TITLE_TAKEN)
		await trx.db.updateTable('saved_replies').set({ title, body, updated_at: trx.now() }).where('id', '=', id).execute()
	})
}

export async function deleteSavedReply(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, async (trx) => {
		await trx.db.deleteFrom('saved_replies').where('id', '=', id).execute()
	})
}
