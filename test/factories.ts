import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { type ProfessionSlug, findProfession } from '../src/domain/taxonomy/attributes.ts'
import { reindexOffice } from '../src/domain/listings/listings.ts'
import { reindexExpertTerms } from '../src/domain/listings/suggestion-index.ts'
import type { Tables } from '../src/domain/shared/tables.ts'

/** Creates offices, experts and related rows, with realistic defaults, in the transaction of `ctx`. */
type InTransaction = Pick<Ctx, 'db'>

const transactionOf = (ctx: InTransaction) => ctx.db as Transaction<Database>

let made = 0

/** Location of the default office: 三鷹駅 and the municipality around it. */
export const MITAKA = { prefectureId: 13, municipalityId: 13204, lat: 35.702683, lng: 139.56083 }

export async function makeUser(
	ctx: InTransaction,
	values: { uid?: string; email?: string | null; isExpert?: boolean } = {},
): Promise<{ id: string; uid: string }> {
	const uid = values.uid ?? `user_${randomBytes(9).toString('hex')}`
	return ctx.db
		.insertInto('users')
		.values({ uid, email: values.email ?? null, is_expert: values.isExpert ?? false })
		.returning(['id', 'uid'])
		.executeTakeFirstOrThrow()
}

export type ExpertValues = Partial<Omit<Insertable<Tables['experts']>, 'id'>> & { professions?: ProfessionSlug[]; taskIds?: number[] }

/** A verified 税理士 by default. */
export async function makeExpert(ctx: InTransaction, values: ExpertValues = {}): Promise<number> {
	const { professions = ['zeirishi'], taskIds = [503], ...columns } = values
	const number = ++made
	const { id } = await ctx.db
		.insertInto('experts')
		.values({
			user_id: columns.user_id ?? (await makeUser(ctx, { isExpert: true })).id,
			display_name: `試験 太郎${number}`,
			kana: 'しけん たろう',
			headline: '中小企業の税務を支えます',
			biography: ['開業前から決算までお手伝いします。'],
			practising_since: '2010-04-01',
			state: 'verified',
			website: null,
			portrait: null,
			verified_at: new Date('2026-01-10T00:00:00Z'),
			submitted_at: columns.state === 'submitted' ? new Date('2026-06-01T00:00:00Z') : null,
			...columns,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	for (const slug of professions)
		await ctx.db
			.insertInto('expert_credentials')
			.values({
				expert_id: id,
				profession_id: findProfession(slug)?.id ?? 0,
				registration_number: randomBytes(6).toString('hex'),
				association: '東京税理士会',
				registered_on: '2010-04-01',
			})
			.execute()
	if (columns.state === 'submitted') await proveCredentials(ctx, id)
	for (const taskId of taskIds) await ctx.db.insertInto('expert_tasks').values({ expert_id: id, task_id: taskId }).execute()
	await reindexExpertTerms(transactionOf(ctx), id)
	return id
}

/** Rows of documents without their files, as an application needs them. */
async function proveCredentials(ctx: InTransaction, expertId: number): Promise<void> {
	const credentials = await ctx.db.selectFrom('expert_credentials').select('id').where('expert_id', '=', expertId).execute()
	for (const { id } of credentials)
		await ctx.db
			.insertInto('proof_files')
			.values({
				credential_id: id,
				name: `${randomBytes(12).toString('hex')}.pdf`,
				extension: 'pdf',
				byte_count: 120_000,
				page_count: 1,
				uploaded_at: new Date('2026-06-01T00:00:00Z'),
				purge_at: null,
			})
			.execute()
}

export type OfficeValues = Partial<Omit<Insertable<Tables['offices']>, 'id'>> & {
	professions?: ProfessionSlug[]
	/** Each with a fee per case in yen; 503 (確定申告) by default. */
	taskIds?: number[]
	feeMin?: number
	hours?: Omit<Insertable<Tables['office_hours']>, 'office_id'>[]
	expertIds?: number[]
	/** False leaves the listing tables alone, as a write that still has to call `reindexOffice` would. */
	listed?: boolean
}

/** A published 税理士事務所 at 三鷹駅 for 確定申告, open to new clients, by default. */
export async function makeOffice(ctx: InTransaction, values: OfficeValues = {}): Promise<number> {
	const { professions = ['zeirishi'], taskIds = [503], feeMin = 33_000, hours = [], expertIds = [], listed = true, ...columns } = values
	const number = ++made
	const { id } = await ctx.db
		.insertInto('offices')
		.values({
			kind: 'sole',
			name: `試験${number}税理士事務所`,
			kana: 'しけんぜいりしじむしょ',
			representative: '試験 太郎',
			headline: '三鷹駅から歩いて3分',
			description: ['地域の事業者を支えます。'],
			prefecture_id: Math.floor((columns.municipality_id ?? MITAKA.municipalityId) / 1000),
			municipality_id: MITAKA.municipalityId,
			address_line: '下連雀3丁目1-1',
			lat: MITAKA.lat,
			lng: MITAKA.lng,
			state: 'published',
			published_at: new Date('2026-02-01T00:00:00Z'),
			corporate_number: null,
			invoice_number: null,
			postal_code: '1810013',
			phone: '0422-00-0000',
			phone_public_at: null,
			website: null,
			founded_on: null,
			picture: null,
			...columns,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	for (const slug of professions)
		await ctx.db
			.insertInto('office_professions')
			.values({ office_id: id, profession_id: findProfession(slug)?.id ?? 0 })
			.execute()
	for (const taskId of taskIds)
		await ctx.db
			.insertInto('office_tasks')
			.values({ office_id: id, task_id: taskId, fee_basis: 'per_case', fee_min: feeMin, fee_max: null })
			.execute()
	for (const row of hours)
		await ctx.db
			.insertInto('office_hours')
			.values({ ...row, office_id: id })
			.execute()
	for (const [position, expertId] of expertIds.entries())
		await ctx.db
			.insertInto('office_members')
			.values({ office_id: id, expert_id: expertId, role: position === 0 ? 'owner' : 'editor', position })
			.execute()
	await ctx.db
		.insertInto('office_areas')
		.values({ office_id: id, prefecture_id: Math.floor((columns.municipality_id ?? MITAKA.municipalityId) / 1000) })
		.execute()
	if (listed) await reindexOffice(transactionOf(ctx), id)
	return id
}

/** A review that counts: updates the office's totals, as posting a review does. */
export async function makeReview(
	ctx: InTransaction,
	officeId: number,
	values: { stars?: number; body?: string; createdAt?: Date; hiddenAt?: Date } = {},
): Promise<number> {
	const stars = values.stars ?? 5
	const { id } = await ctx.db
		.insertInto('reviews')
		.values({
			office_id: officeId,
			user_id: (await makeUser(ctx)).id,
			task_id: null,
			stars,
			body: values.body ?? '説明がていねいで助かりました。',
			reply: null,
			replied_at: null,
			hidden_at: values.hiddenAt ?? null,
			...(values.createdAt ? { created_at: values.createdAt } : {}),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	if (!values.hiddenAt)
		await ctx.db
			.updateTable('offices')
			.set((eb) => ({ rating_sum: eb('rating_sum', '+', stars), rating_count: eb('rating_count', '+', 1) }))
			.where('id', '=', officeId)
			.execute()
	return id
}
