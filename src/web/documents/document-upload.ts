import { redirect } from 'react-router'
import { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { abandonUpload, beginUpload, completeUpload, keepPart, uploadSchema } from '../../domain/documents/document-uploads.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { ownCasesPath } from '../../domain/shared/links.ts'
import { statusOf } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, withCtx } from '../context.ts'
import { bytesOf, fileField, targetFields } from '../forms/form-fields.server.ts'
import { runForm, UnknownForm } from '../forms/page-action.server.ts'
import type { Route } from './+types/document-upload'

/** Nothing to look at by itself. */
export const loader = () => redirect(ownCasesPath())

const numberField = z.coerce.number()
const optionalNumber = z.preprocess((value) => (value === '' || value === undefined ? null : Number(value)), uploadSchema.shape.requestId)

const forms = {
	begin: {
		input: uploadSchema.extend({
			inquiryId: numberField.pipe(uploadSchema.shape.inquiryId),
			requestId: optionalNumber,
			bytes: numberField.pipe(uploadSchema.shape.bytes),
		}),
		run: beginUpload,
	},
	part: {
		input: targetFields.extend({ number: numberField, part: fileField }),
		async run(ctx: AccountsCtx, { targetId, number, part }: { targetId: number; number: number; part: File | null }) {
			await keepPart(ctx, targetId, number, await bytesOf(part))
			return {}
		},
	},
	complete: {
		input: targetFields,
		async run(ctx: AccountsCtx, { targetId }: { targetId: number }) {
			await completeUpload(ctx, targetId)
			return {}
		},
	},
	abandon: {
		input: targetFields,
		async run(ctx: AccountsCtx, { targetId }: { targetId: number }) {
			await abandonUpload(ctx, targetId)
			return {}
		},
	},
}

const GONE = 'この書類の送信は続けられません。もう一度ファイルを選んでください。'

/** Files that the script of the documents page sends part by part; every answer is JSON, `error` a sentence. */
export const action = withCtx(async (ctx, args: Route.ActionArgs): Promise<Response> => {
	try {
		return Response.json(await runForm(forms, ctx, args, formOf(args.context.get(bodyContext))))
	} catch (error) {
		if (error instanceof UnknownForm) return Response.json({ error: GONE }, { status: 400 })
		if (!isDomainError(error)) throw error
		return Response.json({ error: Object.values(error.fields)[0] ?? GONE }, { status: statusOf(error) })
	}
})
