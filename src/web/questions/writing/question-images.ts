import { redirect } from 'react-router'
import type { AccountsCtx } from '../../../domain/accounts/accounts-context.ts'
import { pictureForms } from './pictures.server.ts'
import { askPath } from '../../../domain/shared/links.ts'
import { listImages } from '../../../domain/questions/question-images.ts'
import { pageAction } from '../../forms/page-action.server.ts'
import { textOf } from '../../forms/read-form.ts'
import { parseId } from '../../../domain/shared/ids.ts'

/** Nothing to look at by itself. */
export const loader = () => redirect(askPath())

const placeOf = (_args: unknown, form: FormData) => (textOf(form, 'question') === '' ? null : parseId(textOf(form, 'question')))

const answer = async (ctx: AccountsCtx, _form: FormData, questionId: number | null) => ({ images: await listImages(ctx, questionId) })

/** Images of a question that is being written, sent by the script of its form. */
export const action = pageAction(pictureForms(placeOf, answer))
