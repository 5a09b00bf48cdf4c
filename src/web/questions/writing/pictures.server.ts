import { z } from 'zod'
import type { AccountsCtx } from '../../../domain/accounts/accounts-context.ts'
import { addImage, describeImages, raiseImage, removeImage } from '../../../domain/questions/question-images.ts'
import { bytesOf, idField } from '../../forms/form-fields.server.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { intentOf } from '../../forms/read-form.ts'

export const picturesSchema = z.object({
	/** By the id of the image. */
	texts: z.map(z.int(), z.string()),
	files: z.array(z.instanceof(File)),
	targetId: idField,
})

export function readPictures(form: FormData) {
	const texts = new Map<number, string>()
	for (const [name, value] of form) {
		const id = /^alt-([1-9]\d{0,8})$/.exec(name)?.[1]
		if (id !== undefined && typeof value === 'string') texts.set(Number(id), value)
	}
	const files = form.getAll('image').filter((file) => file instanceof File && file.size > 0)
	return { texts, files, targetId: intentOf(form).targetId }
}

type Pictures = z.output<typeof picturesSchema>

/** Keeps what a form says about images, before anything else of it is parsed: files are not sent twice. Throws `invalid` (field image). */
export async function takePictures(ctx: AccountsCtx, { texts, files }: Pictures, questionId: number | null): Promise<void> {
	await describeImages(ctx, questionId, texts)
	for (const file of files) await addImage(ctx, questionId, await bytesOf(file))
}

/** The buttons of the images within another form. `answer` says what the page shows after them. */
export function pictureForms<R>(
	placeOf: (args: ActionArgs, form: FormData) => number | null,
	answer: (ctx: AccountsCtx, form: FormData, questionId: number | null) => Promise<R>,
) {
	const button = (press: (ctx: AccountsCtx, questionId: number | null, imageId: number) => Promise<void>) => ({
		input: picturesSchema,
		read: readPictures,
		async run(ctx: AccountsCtx, pictures: Pictures, args: ActionArgs, form: FormData): Promise<R> {
			const questionId = placeOf(args, form)
			await takePictures(ctx, pictures, questionId)
			await press(ctx, questionId, pictures.targetId)
			return answer(ctx, form, questionId)
		},
	})
	return { image: button(() => Promise.resolve()), imageUp: button(raiseImage), imageRemove: button(removeImage) }
}
