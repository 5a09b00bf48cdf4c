import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, text } from '../../platform/checked-sql.ts'
import { makePhoto, type PhotoFormat, type PhotoSide } from '../../platform/storage-photos.ts'
import { RefusedPicture } from '../../platform/storage-picture-check.ts'
import type { Storage } from '../../platform/storage.ts'
import { randomToken } from '../../platform/token.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { shortLine } from '../shared/text-input.ts'
import { countAttempt } from '../shared/throttles.ts'
import { ALT_LENGTH, IMAGE_BYTES, MAX_IMAGES, type QuestionImage } from './image-paths.ts'
import { canEdit, isModerator } from './policy.ts'
import { assertAllowed, dropQuestionPages, lockQuestion, readThread, viewerId } from './thread.ts'
import { days, hours } from '../shared/japan-time.ts'

/** What an image belongs to: a question, or the viewer's draft of a new one where it is null. */
type Place = number | null

const refuse = (sentence: string) => new DomainError('invalid', 'unusable picture', { fields: { image: sentence } })

const sentences: Record<RefusedPicture['kind'], string> = {
	type: 'この種類のファイルは使えません。JPEG・PNG・WebP・AVIFの画像を選んでください。',
	animated: '動く画像は使えません。止まった画像を選んでください。',
	'too-large': '画像の縦横が大きすぎます（4,000万画素まで）。小さくしてから選んでください。',
	disguised: '画像ではない内容が含まれているため使えません。画像を保存し直してから選んでください。',
	broken: 'この画像は読み込めません。JPEG・PNG・WebPの画像を選んでください。',
}
const fullSentence = `画像は${MAX_IMAGES}枚まで添えられます。`

/** Checks before every change of images: the viewer, and whether the question may still be changed. */
async function open(ctx: Ctx, place: Place, lock: boolean): Promise<string> {
	const { userId } = requireMember(ctx)
	if (place !== null) {
		const { facts } = await (lock ? lockQuestion : readThread)(ctx, place)
		assertAllowed(canEdit(ctx.viewer, facts))
	} else if (lock) await sql`select id from users where id = ${userId}::bigint for no key update`.execute(ctx.db)
	return userId
}

const ofPlace = (place: Place, userId: string) =>
	place === null
		? sql`owner_id = ${userId}::bigint and posted_at is null and removed_at is null`
		: sql`question_id = ${place}::integer and removed_at is null`

/**
 * Adds an image at the end of a question or of its draft, re-encoded without metadata in two sizes. Throws `invalid` (field
 * image) for anything but a usable picture, `throttled` for too many within an hour.
 */
export async function addImage(ctx: Ctx, place: Place, content: Uint8Array): Promise<void> {
	const userId = await open(ctx, place, false)
	if (content.length > IMAGE_BYTES) throw refuse('画像は1枚8MBまでにしてください。')
	if ((await readImages(ctx, place, userId)).length >= MAX_IMAGES) throw refuse(fullSentence)
	await countAttempt(ctx, 'questionImageAccount', userId)
	const { width, height, files } = await makePhoto(content).catch((error: unknown) => {
		if (error instanceof RefusedPicture) throw refuse(sentences[error.kind])
		throw error
	})
	const token = randomToken(18)
	// Inserted as removed: after a crash here a job finds its files.
	const { id } = await ctx.db
		.insertInto('question_images')
		.values({ token, owner_id: userId, question_id: null, width, height, created_at: ctx.now(), posted_at: null, removed_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	for (const { side, format, content: made } of files) await ctx.storage.write(fileOf(token, side, format), made)
	await inTransaction(ctx, async (trx) => {
		await open(trx, place, true)
		const images = await readImages(trx, place, userId)
		if (images.length >= MAX_IMAGES) throw refuse(fullSentence)
		await trx.db
			.updateTable('question_images')
			.set({ question_id: place, posted_at: place === null ? null : trx.now(), removed_at: null, position: images.length + 1 })
			.where('id', '=', id)
			.execute()
		await refreshPage(trx, place)
	})
}

const fileOf = (token: string, side: PhotoSide, format: PhotoFormat) => `questions/${token}-${side}.${format}`

const refreshPage = async (ctx: Ctx, place: Place) => {
	if (place !== null) await dropQuestionPages(ctx, [place])
}

/** Removes an image: its URL is invalid at once, the next cleanup deletes its files. Does nothing for another's image. */
export async function removeImage(ctx: Ctx, place: Place, id: number): Promise<void> {
	await rearrange(ctx, place, (images) => images.filter((image) => image.id !== id))
}

/** Moves an image one place forward. */
export async function raiseImage(ctx: Ctx, place: Place, id: number): Promise<void> {
	await rearrange(ctx, place, (images) => {
		const at = images.findIndex((image) => image.id === id)
		const image = images[at]
		return at < 1 || !image ? images : [...images.slice(0, at - 1), image, images[at - 1]!, ...images.slice(at + 1)]
	})
}

async function rearrange(ctx: Ctx, place: Place, arrange: (images: QuestionImage[]) => QuestionImage[]): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const userId = await open(trx, place, true)
		const before = await readImages(trx, place, userId)
		const after = arrange(before)
		const removed = before.filter((image) => !after.includes(image))
		for (const { id } of removed) await trx.db.updateTable('question_images').set({ removed_at: trx.now() }).where('id', '=', id).execute()
		for (const [index, { id }] of after.entries())
			await trx.db
				.updateTable('question_images')
				.set({ position: index + 1 })
				.where('id', '=', id)
				.execute()
		await refreshPage(trx, place)
	})
}

/** Sets the text alternatives of the viewer's images by id; longer texts are cut. */
export async function describeImages(ctx: Ctx, place: Place, texts: ReadonlyMap<number, string>): Promise<void> {
	if (texts.size === 0) return
	await inTransaction(ctx, async (trx) => {
		const userId = await open(trx, place, true)
		for (const image of await readImages(trx, place, userId)) {
			const alt = shortLine(texts.get(image.id) ?? image.alt, ALT_LENGTH)
			if (alt !== image.alt) await trx.db.updateTable('question_images').set({ alt }).where('id', '=', image.id).execute()
		}
		await refreshPage(trx, place)
	})
}

async function readImages(ctx: Ctx, place: Place, userId: string): Promise<QuestionImage[]> {
	const { rows } = await checkedSql({ id: int4, token: text, alt: text, width: int4, height: int4 })`
		select id, token, alt, width, height from question_images where ${ofPlace(place, userId)} order by position
	`.execute(ctx.db)
	return rows
}

/** The images of the viewer's own question, also when it may not be changed any more, or of their draft. For its form. */
export async function listImages(ctx: Ctx, place: Place): Promise<QuestionImage[]> {
	const { userId } = requireMember(ctx)
	if (place !== null) {
		const { facts } = await readThread(ctx, place)
		if (!facts.isAsker) assertAllowed(canEdit(ctx.viewer, facts))
	}
	return readImages(ctx, place, userId)
}

/** Attaches the images of the viewer's draft to the posted question, in the same transaction. */
export async function attachDraftImages(ctx: Ctx, userId: string, questionId: number): Promise<void> {
	await ctx.db
		.updateTable('question_images')
		.set({ question_id: questionId, posted_at: ctx.now() })
		.where('owner_id', '=', userId)
		.where('posted_at', 'is', null)
		.where('removed_at', 'is', null)
		.execute()
}

const nameForm = /^([A-Za-z0-9_-]{24})-(1600|640)\.(webp|jpg)$/

/**
 * The file of `/qa/images/{name}`: public while its question is. That of a draft or waiting question is its owner's only, that of a hidden
 * one the asker's and moderators'. Throws not-found otherwise.
 */
export async function readImageFile(ctx: Ctx, name: string): Promise<{ content: Buffer; format: PhotoFormat; isPublic: boolean }> {
	const [, token, , format] = nameForm.exec(name) ?? []
	if (token === undefined) throw notFound('picture')
	const { rows } = await checkedSql({ owner_id: int8.nullable, posted: bool, hidden: bool, waiting: bool, deleted: bool })`
		select i.owner_id, i.posted_at is not null as posted, q.hidden_at is not null as hidden,
			q.awaits_address_since is not null as waiting, q.id is null or q.deleted_at is not null as deleted
		from question_images i left join questions q on q.id = i.question_id
		where i.token = ${token} and i.removed_at is null
	`.execute(ctx.db)
	const [row] = rows
	const isOwn = row?.owner_id != null && row.owner_id === viewerId(ctx)
	const isPublic = row !== undefined && row.posted && !row.deleted && !row.hidden
	const mayLook =
		row !== undefined && (row.posted ? !row.deleted && (!row.hidden || isOwn || (isModerator(ctx.viewer) && !row.waiting)) : isOwn)
	const content = mayLook ? await ctx.storage.read(`questions/${name}`) : null
	if (!content) throw notFound('picture')
	return { content, format: format as PhotoFormat, isPublic }
}

/** An abandoned draft, and a hidden question without an appeal. */
const DRAFT_DAYS = 60
const HIDDEN_DAYS = 90
const AT_ONCE = 500

/** Deletes the files of removed images, and then their rows. Runs every hour. */
export async function purgeImages(ctx: { db: Ctx['db']; now: () => Date; storage: Storage }): Promise<number> {
	const before = (ms: number) => new Date(ctx.now().getTime() - ms)
	const { rows } = await checkedSql({ id: int4, token: text })`
		select i.id, i.token from question_images i left join questions q on q.id = i.question_id
		where i.removed_at < ${before(hours(1))}
			or (i.posted_at is not null and (q.id is null or q.deleted_at is not null or (q.hidden_at < ${before(days(HIDDEN_DAYS))} and q.awaits_address_since is null)))
			or (i.posted_at is null and (i.owner_id is null or i.created_at < ${before(days(DRAFT_DAYS))}))
		order by i.id limit ${AT_ONCE}
	`.execute(ctx.db)
	for (const { id, token } of rows) {
		for (const side of [1_600, 640] as const)
			for (const format of ['webp', 'jpg'] as const) await ctx.storage.remove(fileOf(token, side, format))
		await ctx.db.deleteFrom('question_images').where('id', '=', id).execute()
	}
	return rows.length
}

/** Deletes the images of a discarded draft. */
async function discardDraftImages(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.updateTable('question_images')
		.set({ removed_at: ctx.now() })
		.where('owner_id', '=', userId)
		.where('posted_at', 'is', null)
		.where('removed_at', 'is', null)
		.execute()
}

/** Detaches a leaving user's images, in the transaction that deletes the account: those of drafts are deleted at once. */
export async function withdrawImages(ctx: Ctx, userId: string): Promise<void> {
	await discardDraftImages(ctx, userId)
	await ctx.db.updateTable('question_images').set({ owner_id: null }).where('owner_id', '=', userId).execute()
}
