import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { removeAvatar, setAvatar } from '../../domain/accounts/avatars.ts'

/** Sets or takes away the picture of a form. A module of the server's own: a library for pictures comes with it. */
export async function changePicture(ctx: AccountsCtx, form: FormData): Promise<void> {
	if (form.has('remove')) {
		await removeAvatar(ctx)
		return
	}
	const image = form.get('image')
	await setAvatar(ctx, image instanceof File ? new Uint8Array(await image.arrayBuffer()) : new Uint8Array())
}
