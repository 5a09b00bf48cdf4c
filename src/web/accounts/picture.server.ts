import { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { removeAvatar, setAvatar } from '../../domain/accounts/avatars.ts'
import { bytesOf, fileField } from '../forms/form-fields.server.ts'

/** The form of the picture, whose second button takes it away. */
export const pictureSchema = z.object({ image: fileField, remove: z.unknown().optional() })

/** Sets or removes the picture. Only for the server, because it loads an image library. */
export async function changePicture(ctx: AccountsCtx, { image, remove }: z.output<typeof pictureSchema>): Promise<void> {
	if (remove === undefined) await setAvatar(ctx, await bytesOf(image))
	else await removeAvatar(ctx)
}
