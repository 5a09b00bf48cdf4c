import { readImageFile } from '../../domain/questions/question-images.ts'
import { createAccountsPart } from '../shared/accounts-part.ts'

/** Files of questions' images: no call of the API's document, as browsers ask for them by their address. */
export const questionImagesApi = createAccountsPart([])

questionImagesApi.get('/qa/images/:name', async (c) => {
	const { content, format, isPublic } = await readImageFile(c.var.ctx, c.req.param('name'))
	return c.body(new Uint8Array(content), 200, {
		'content-type': format === 'webp' ? 'image/webp' : 'image/jpeg',
		'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
	})
})
