import { addImage, describeImages, raiseImage, removeImage } from '../../../domain/questions/question-images.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { textOf } from '../../forms/read-form.ts'

/**
 * Takes over what a form says about images, before anything else of it is looked at: files are not sent twice. Throws
 * `invalid` (field image). Says whether the form was sent for the images alone.
 */
export async function takePictures(ctx: Ctx, form: FormData, questionId: number | null): Promise<boolean> {
	const texts = new Map<number, string>()
	for (const [name, value] of form) {
		const id = /^alt-([1-9]\d{0,8})$/.exec(name)?.[1]
		if (id !== undefined && typeof value === 'string') texts.set(Number(id), value)
	}
	await describeImages(ctx, questionId, texts)
	for (const file of form.getAll('image'))
		if (file instanceof File && file.size > 0) await addImage(ctx, questionId, new Uint8Array(await file.arrayBuffer()))
	const [, verb, id] = /^image(?:-(up|remove)-([1-9]\d{0,8}))?$/.exec(textOf(form, 'intent')) ?? []
	if (verb === 'up') await raiseImage(ctx, questionId, Number(id))
	if (verb === 'remove') await removeImage(ctx, questionId, Number(id))
	return textOf(form, 'intent').startsWith('image')
}
