import { readPortrait } from '../../domain/experts/registration-profile.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { createAccountsPart } from '../shared/accounts-part.ts'

/** Photographs of experts, beside the drawn ones. */
export const portraitsApi = createAccountsPart([])

portraitsApi.get('/media/portraits/:name{[A-Za-z0-9_-]{24}\\.webp}', async (c) => {
	const picture = await readPortrait(c.var.ctx, c.req.param('name'))
	if (!picture) throw notFound('picture')
	return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' })
})
