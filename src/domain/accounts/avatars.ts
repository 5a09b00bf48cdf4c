import { RefusedPicture } from '../../platform/storage-picture-check.ts'
import { squarePicture } from '../../platform/storage-pictures.ts'
import { randomToken } from '../../platform/token.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { countAttempt } from './throttles.ts'
import { type FoundUser, getMyUser } from './users.ts'

export const AVATAR_BYTES = 8 * 1_048_576
const SIDE = 256
const PATH = '/avatars/'

const refuse = (sentence: string) => new DomainError('invalid', 'unusable picture', { fields: { image: sentence } })

/** Sets the caller's picture, re-encoded at 256 × 256 pixels without metadata. */
export async function setAvatar(ctx: AccountsCtx, content: Uint8Array): Promise<FoundUser> {
	if (ctx.viewer.kind !== 'member') throw authError('auth/session-required', 'account')
	if (content.length === 0) throw refuse('画像を選んでください。')
	if (content.length > AVATAR_BYTES) throw refuse('画像は8MBまでにしてください。')
	await countAttempt(ctx, 'avatarAccount', ctx.viewer.userId, 'account')
	const picture = await squarePicture(content, SIDE).catch((error: unknown) => {
		if (error instanceof RefusedPicture) throw refuse('この画像は読み込めません。JPEG・PNG・WebPの画像を選んでください。')
		throw error
	})
	const imageUrl = `${PATH}${randomToken(18)}.webp`
	await ctx.storage.write(fileOf(imageUrl), picture)
	try {
		return await replaceAvatar(ctx, imageUrl)
	} catch (error) {
		await forgetAvatar(ctx, imageUrl)
		throw error
	}
}

/** Removes the caller's picture. */
export async function removeAvatar(ctx: AccountsCtx): Promise<FoundUser> {
	return replaceAvatar(ctx, null)
}

async function replaceAvatar(ctx: AccountsCtx, imageUrl: string | null): Promise<FoundUser> {
	const { docId, user } = await getMyUser(ctx)
	const written = await ctx.db
		.updateTable('users')
		.set({ image_url: imageUrl, updated_at: ctx.now() })
		.where('id', '=', docId)
		// An account that was deleted since the request began must not get personal data again.
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	if (written.numUpdatedRows === 0n) throw notFound('user')
	await forgetAvatar(ctx, user.imageUrl)
	return getMyUser(ctx)
}

const fileOf = (imageUrl: string): string => `avatars/${imageUrl.slice(PATH.length)}`

/** Removes the file behind an avatar's address, if it is one of ours. */
export async function forgetAvatar(ctx: AccountsCtx, imageUrl: string | null): Promise<void> {
	if (imageUrl?.startsWith(PATH)) await ctx.storage.remove(fileOf(imageUrl))
}

/** The picture of `/avatars/{name}`, or null. Anybody may see it: its name is in no list and changes with the picture. */
export async function readAvatar(ctx: AccountsCtx, name: string): Promise<Buffer | null> {
	return ctx.storage.read(`avatars/${name}`)
}
