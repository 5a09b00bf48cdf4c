import { readPhotoFile } from '../../domain/offices/office-photos.ts'
import { createAccountsPart } from '../shared/accounts-part.ts'

/** Photographs of offices, beside the drawn pictures. */
export const officePhotosApi = createAccountsPart([])

officePhotosApi.get('/media/photos/:name{[A-Za-z0-9_-]{24}-(?:1280|640|320)\\.(?:avif|webp|jpg)}', async (c) => {
	const { content, type } = await readPhotoFile(c.var.ctx, c.req.param('name'))
	return c.body(new Uint8Array(content), 200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
})
