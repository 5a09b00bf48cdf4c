import { requireHonestText } from '../memberships/office-advertising.ts'
import { makeOfficePhoto, officePhotoFormats, officePhotoSides } from '../../platform/storage-photos.ts'
import { RefusedPicture } from '../../platform/storage-picture-check.ts'
import type { Storage } from '../../platform/storage.ts'
import { randomToken } from '../../platform/token.ts'
import type { Ctx } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { countAttempt } from '../shared/throttles.ts'
import { changeOffice, openOffice } from '../memberships/office-access.ts'
import { applyOfficeCapacity } from '../memberships/office-capacity.ts'
import { shortLine } from '../shared/text-input.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { ALT_LENGTH, PHOTO_BYTES } from './office-sections.ts'
import { sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { type OfficePhoto, pictureOf } from './photo-paths.ts'
import { hours } from '../shared/japan-time.ts'

const refuse = (sentence: string) => new DomainError('invalid', 'unusable picture', { fields: { photo: sentence } })
const full = (most: number) => refuse(`いまのプランで載せられる写真は${most}枚までです。`)

const sentences: Record<RefusedPicture['kind'], string> = {
	type: 'この種類のファイルは使えません。JPEG・PNG・WebP・AVIFの写真を選んでください。',
	animated: '動く画像は使えません。止まった写真を選んでください。',
	'too-large': '写真の縦横が大きすぎます（4,000万画素まで）。小さくしてから選んでください。',
	disguised: '画像ではない内容が含まれているため使えません。写真を保存し直してから選んでください。',
	broken: 'この写真は読み込めません。JPEG・PNG・WebPの写真を選んでください。',
}

/**
 * An office's photographs in order, without those asleep because the plan allows fewer. Permission is the
 * caller's business: those of a public page are public.
 */
export async function listPhotos(ctx: Ctx, officeId: number): Promise<OfficePhoto[]> {
	return ctx.db
		.selectFrom('office_photos')
		.select(['id', 'token', 'alt', 'width', 'height'])
		.where('office_id', '=', officeId)
		.where('removed_at', 'is', null)
		.where('asleep_at', 'is', null)
		.orderBy('position')
		.orderBy('id')
		.execute()
}

export type OwnPhotos = { photos: OfficePhoto[]; most: number; asleep: number }

const selectOwn = checkedSql({
	id: int4.nullable,
	token: text.nullable,
	alt: text.nullable,
	width: int4.nullable,
	height: int4.nullable,
	is_asleep: bool,
	most: int4,
})

/** The photographs of an office for its members, how many its plan allows, and how many are asleep. */
export async function readOwnPhotos(ctx: Ctx, officeId: number): Promise<OwnPhotos> {
	const { rows } = await selectOwn`
		select p.id, p.token, p.alt, p.width, p.height, p.asleep_at is not null as is_asleep, plan.most
		from (select ${capacityOfOffice(ctx.now(), sql`${officeId}::integer`, (plan) => plan.photos)} as most) plan
		left join office_photos p on p.office_id = ${officeId}::integer and p.removed_at is null
		order by p.position, p.id
	`.execute(ctx.db)
	const photos = rows.flatMap(({ id, token, alt, width, height, is_asleep }) =>
		id === null || is_asleep ? [] : [{ id, token: token ?? '', alt: alt ?? '', width: width ?? 0, height: height ?? 0 }],
	)
	return { photos, most: rows[0]?.most ?? 0, asleep: rows.filter(({ is_asleep }) => is_asleep).length }
}

const fileOf = (token: string, side: number, format: string) => `photos/${token}-${side}.${format}`

/**
 * Adds a photograph at the end, re-encoded without metadata. Throws `invalid` (field photo) for anything but a usable
 * photograph, `throttled` for too many within an hour.
 */
export async function addPhoto(ctx: Ctx, officeId: number, content: Uint8Array, alt: string): Promise<void> {
	await openOffice(ctx, officeId, 'photos')
	await requireHonestText(ctx, officeId, 'alt', alt)
	if (content.length === 0) throw refuse('写真を選んでください。')
	if (content.length > PHOTO_BYTES) throw refuse('写真は1枚10MBまでにしてください。')
	const { photos: shown, most } = await readOwnPhotos(ctx, officeId)
	if (shown.length >= most) throw full(most)
	await countAttempt(ctx, 'officePhotoOffice', `${officeId}`)
	const { width, height, files } = await makeOfficePhoto(content).catch((error: unknown) => {
		if (error instanceof RefusedPicture) throw refuse(sentences[error.kind])
		throw error
	})
	const token = randomToken(18)
	// Inserted as removed: after a crash here the cleanup job finds its files.
	const { id } = await ctx.db
		.insertInto('office_photos')
		.values({ office_id: officeId, token, alt: shortLine(alt, ALT_LENGTH), width, height, created_at: ctx.now(), removed_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	for (const { side, format, content: made } of files) await ctx.storage.write(fileOf(token, side, format), made)
	await changeOffice(ctx, officeId, 'photos', async (trx) => {
		const photos = await listPhotos(trx, officeId)
		if (photos.length >= most) throw full(most)
		await trx.db
			.updateTable('office_photos')
			.set({ removed_at: null, position: photos.length + 1 })
			.where('id', '=', id)
			.execute()
		await showFirst(trx, officeId)
	})
}

/** Cards and the page's head show the first photograph; the drawn picture where there is none. */
async function showFirst(ctx: Ctx, officeId: number): Promise<void> {
	const [first] = await listPhotos(ctx, officeId)
	await ctx.db
		.updateTable('offices')
		.set({ picture: first ? pictureOf(first.token) : null, updated_at: ctx.now() })
		.where('id', '=', officeId)
		.execute()
}

async function rearrange(ctx: Ctx, officeId: number, arrange: (photos: OfficePhoto[]) => OfficePhoto[]): Promise<void> {
	await changeOffice(ctx, officeId, 'photos', async (trx) => {
		const before = await listPhotos(trx, officeId)
		const after = arrange(before)
		for (const { id } of before.filter((photo) => !after.includes(photo)))
			await trx.db.updateTable('office_photos').set({ removed_at: trx.now() }).where('id', '=', id).execute()
		for (const [index, { id }] of after.entries())
			await trx.db
				.updateTable('office_photos')
				.set({ position: index + 1 })
				.where('id', '=', id)
				.execute()
		// A free slot reactivates one that is asleep.
		await applyOfficeCapacity(trx, officeId)
		await showFirst(trx, officeId)
	})
}

/** Moves a photograph by one place, forward (-1) or back (1). */
export async function movePhoto(ctx: Ctx, officeId: number, photoId: number, by: -1 | 1): Promise<void> {
	await rearrange(ctx, officeId, (photos) => {
		const at = photos.findIndex(({ id }) => id === photoId)
		const [one, other] = [photos[at], photos[at + by]]
		return one && other ? photos.with(at, other).with(at + by, one) : photos
	})
}

/** Removes a photograph; the next cleanup deletes its files. */
export async function removePhoto(ctx: Ctx, officeId: number, photoId: number): Promise<void> {
	await rearrange(ctx, officeId, (photos) => photos.filter(({ id }) => id !== photoId))
}

/** Sets the text alternative of a photograph. */
export async function describePhoto(ctx: Ctx, officeId: number, photoId: number, alt: string): Promise<void> {
	await changeOffice(ctx, officeId, 'photos', async (trx) => {
		await requireHonestText(trx, officeId, 'alt', alt)
		await trx.db
			.updateTable('office_photos')
			.set({ alt: shortLine(alt, ALT_LENGTH) })
			.where('id', '=', photoId)
			.where('office_id', '=', officeId)
			.where('removed_at', 'is', null)
			.execute()
	})
}

const nameForm = /^([A-Za-z0-9_-]{24})-(?:1280|640|320)\.(avif|webp|jpg)$/

/** The file of `/media/photos/{name}`, whose name is unguessable and changes with the picture. Throws not-found. */
export async function readPhotoFile(ctx: Ctx, name: string): Promise<{ content: Buffer; type: string }> {
	const [, token, format] = nameForm.exec(name) ?? []
	if (token === undefined) throw notFound('picture')
	const row = await ctx.db
		.selectFrom('office_photos')
		.select('id')
		.where('token', '=', token)
		.where('removed_at', 'is', null)
		.where('asleep_at', 'is', null)
		.executeTakeFirst()
	const content = row ? await ctx.storage.read(`photos/${name}`) : null
	if (!content) throw notFound('picture')
	return { content, type: format === 'jpg' ? 'image/jpeg' : `image/${format}` }
}

const AT_ONCE = 200

/** Deletes the files of removed photographs, and then their rows. Runs every hour. */
export async function purgePhotos(ctx: { db: Ctx['db']; now: () => Date; storage: Storage }): Promise<number> {
	const rows = await ctx.db
		.selectFrom('office_photos')
		.select(['id', 'token'])
		.where((eb) => eb.or([eb('office_id', 'is', null), eb('removed_at', '<', new Date(ctx.now().getTime() - hours(1)))]))
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	for (const { id, token } of rows) {
		for (const side of officePhotoSides) for (const format of officePhotoFormats) await ctx.storage.remove(fileOf(token, side, format))
		await ctx.db.deleteFrom('office_photos').where('id', '=', id).execute()
	}
	return rows.length
}
