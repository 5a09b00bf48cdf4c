import { redirect } from 'react-router'
import { askPath } from '../../../domain/shared/links.ts'
import { listImages } from '../../../domain/questions/question-images.ts'
import { takePictures } from './pictures.server.ts'
import { pageAction } from '../../forms/page-action.server.ts'
import { textOf } from '../../forms/read-form.ts'
import { parseId } from '../../../domain/shared/ids.ts'

/** Nothing to look at by itself. */
export const loader = () => redirect(askPath())

/** Images of a question while it is being written, for the form's script. */
export const action = pageAction(async (ctx, form) => {
	const place = textOf(form, 'question') === '' ? null : parseId(textOf(form, 'question'))
	await takePictures(ctx, form, place)
	return { images: await listImages(ctx, place) }
})
