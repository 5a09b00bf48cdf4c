import type { Transaction } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { RefusedPicture } from '../../platform/storage-picture-check.ts'
import { squarePicture } from '../../platform/storage-pictures.ts'
import type { Storage } from '../../platform/storage.ts'
import { randomToken } from '../../platform/token.ts'
import { countAttempt } from '../shared/throttles.ts'
import { type Ctx, type Database, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, forVerifiedExperts } from '../shared/errors.ts'
import { requireLawfulTasks } from '../memberships/lawful-tasks.ts'
import { advertisingFault } from '../taxonomy/advertising-rules.ts'
import { readHeld } from '../taxonomy/task-part-reads.ts'
import { reindexOffice } from '../listings/listings.ts'
import type { ProfileInput } from './registration-schemas.ts'
import { changeRegistration } from './registration.ts'
import { reindexExpertTerms } from '../listings/suggestion-index.ts'

const PORTRAIT_BYTES = 8 * 1_048_576
const PORTRAIT_SIDE = 480

/** Saves the profile of an application. */
export async function saveProfile(ctx: Ctx, input: ProfileInput): Promise<void> {
	await changeRegistration(ctx, (trx, expertId) => writeProfile(trx, expertId, input))
}

/**
 * Saves a verified expert's own profile; the public page shows it at once. Name and reading were verified with the
 * documents: they stay as they are, whatever is sent.
 */
export async function updateOwnProfile(ctx: Ctx, input: ProfileInput): Promise<void> {
	await changeVerified(ctx, async (trx, expert) => {
		await writeProfile(trx, expert.id, { ...input, displayName: expert.display_name, kana: expert.kana })
	})
}

/** Runs `handler` on the viewer's own verified expert, whose row is locked, for changes that are not public. */
export async function asVerified<C extends Ctx, T>(
	ctx: C,
	handler: (trx: C, expert: { id: number; display_name: string; kana: string }) => Promise<T>,
): Promise<T> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const expert = await trx.db
			.selectFrom('experts')
			.select(['id', 'display_name', 'kana'])
			.where('user_id', '=', userId)
			.where('state', '=', 'verified')
			.forUpdate()
			.executeTakeFirst()
		if (!expert) throw forVerifiedExperts()
		return handler(trx, expert)
	})
}

/** The same for public changes: updates lists, suggestions and cached pages as well. */
export async function changeVerified<C extends Ctx>(
	ctx: C,
	handler: (trx: C, expert: { id: number; display_name: string; kana: string }) => Promise<void>,
): Promise<void> {
	await asVerified(ctx, async (trx, expert) => {
		await handler(trx, expert)
		await showChange(trx, expert.id)
	})
}

/** Increments the version of a verified expert and updates what is public. Call it last in the transaction of the change. */
export async function showChange(ctx: Ctx, expertId: number): Promise<void> {
	await ctx.db
		.updateTable('experts')
		.set((eb) => ({ version: eb('version', '+', 1), updated_at: ctx.now() }))
		.where('id', '=', expertId)
		.execute()
	await publishExpert(ctx, expertId)
}

/** Updates lists, suggestions and cached pages of an expert and their offices. Call it last in the transaction of the change. */
export async function publishExpert(ctx: Ctx, expertId: number): Promise<void> {
	const trx = ctx.db as Transaction<Database>
	const offices = await trx
		.selectFrom('office_members')
		.select('office_id')
		.where('expert_id', '=', expertId)
		.orderBy('office_id')
		.execute()
	const ids = offices.map((row) => row.office_id)
	await reindexExpertTerms(trx, expertId)
	for (const id of ids) await reindexOffice(trx, id)
	await publishTags(trx, [`expert:${expertId}`])
}

async function writeProfile(ctx: Ctx, expertId: number, input: ProfileInput): Promise<void> {
	await requireLawfulTasks(ctx, expertId, input.taskIds)
	await requireHonestProfile(ctx, expertId, input)
	const [website = null, ...links] = input.links
	await ctx.db
		.updateTable('experts')
		.set({
			display_name: input.displayName,
			kana: input.kana,
			headline: input.headline,
			biography: input.biography,
			practising_since: input.practisingSince,
			languages: input.languages,
			website,
			links,
		})
		.where('id', '=', expertId)
		.execute()
	await ctx.db.deleteFrom('expert_tasks').where('expert_id', '=', expertId).execute()
	await ctx.db
		.insertInto('expert_tasks')
		.values(input.taskIds.map((taskId) => ({ expert_id: expertId, task_id: taskId })))
		.execute()
	// The office of the application must not offer what its owner no longer does.
	await ctx.db
		.deleteFrom('office_tasks')
		.where('task_id', 'not in', input.taskIds)
		.where('office_id', 'in', (eb) =>
			eb
				.selectFrom('office_members as m')
				.innerJoin('offices as o', 'o.id', 'm.office_id')
				.select('o.id')
				.where('m.expert_id', '=', expertId)
				.where('o.state', '=', 'draft'),
		)
		.execute()
	await ctx.db.deleteFrom('expert_areas').where('expert_id', '=', expertId).execute()
	await ctx.db
		.insertInto('expert_areas')
		.values(input.areaIds.map((areaId) => ({ expert_id: expertId, prefecture_id: areaId })))
		.execute()
}

/** Throws `invalid` for texts that the advertising rules of the expert's professions forbid. */
async function requireHonestProfile(ctx: Ctx, expertId: number, { displayName, headline, biography }: ProfileInput): Promise<void> {
	const { professionIds } = await readHeld(ctx, expertId)
	const faults = Object.entries({ displayName, headline, biography: biography.join('\n') }).flatMap(([name, text]) => {
		const fault = advertisingFault(text, professionIds)
		return fault === null ? [] : [[name, fault] as const]
	})
	if (faults.length > 0) throw new DomainError('invalid', 'forbidden advertising', { fields: Object.fromEntries(faults) })
}

const refuse = (sentence: string) => new DomainError('invalid', 'unusable picture', { fields: { photo: sentence } })

/** Sets the photograph of the viewer's expert page, re-encoded; null removes it. */
export async function setPortrait(ctx: Ctx, content: Uint8Array | null): Promise<void> {
	const { userId } = requireMember(ctx)
	if (content?.length === 0) throw refuse('写真を選んでください。')
	if (content && content.length > PORTRAIT_BYTES) throw refuse('写真は8MBまでにしてください。')
	await countAttempt(ctx, 'avatarAccount', userId)
	let name: string | null = null
	if (content) {
		const picture = await squarePicture(content, PORTRAIT_SIDE).catch((error: unknown) => {
			if (error instanceof RefusedPicture) throw refuse('この写真は読み込めません。JPEG・PNG・WebPの画像を選んでください。')
			throw error
		})
		name = `portraits/${randomToken(18)}.webp`
		await ctx.storage.write(name, picture)
	}
	let before: string | null = null
	const write = async (trx: Ctx, expertId: number) => {
		const row = await trx.db.selectFrom('experts').select('portrait').where('id', '=', expertId).executeTakeFirstOrThrow()
		before = row.portrait
		await trx.db.updateTable('experts').set({ portrait: name }).where('id', '=', expertId).execute()
	}
	const expert = await ctx.db.selectFrom('experts').select('state').where('user_id', '=', userId).executeTakeFirst()
	try {
		if (expert?.state === 'verified') await changeVerified(ctx, (trx, { id }) => write(trx, id))
		else await changeRegistration(ctx, write)
	} catch (error) {
		if (name !== null) await ctx.storage.remove(name)
		throw error
	}
	await forgetPortrait(ctx.storage, before)
}

/** Removes the file behind a portrait, if it is one that was sent in. */
export async function forgetPortrait(storage: Storage, portrait: string | null): Promise<void> {
	if (portrait?.endsWith('.webp')) await storage.remove(portrait)
}

/** The photograph of `/media/portraits/{name}`, or null. Its name is in no list and changes with the picture. */
export async function readPortrait(ctx: Ctx, name: string): Promise<Buffer | null> {
	return ctx.storage.read(`portraits/${name}`)
}
