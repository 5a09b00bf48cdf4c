import { readQuoteSheet } from '../../domain/leads/estimate-quote-file.ts'
import { accountsContext, withCtx } from '../context.ts'
import { idOf } from '../qa/qa-action.server.ts'
import type { Route } from './+types/quote-file'

/** A quote as a PDF, for its client and its office. */
export const loader = withCtx(async (_ctx, { params, context, request }: Route.LoaderArgs) => {
	const key = new URL(request.url).searchParams.get('key')
	const sheet = await readQuoteSheet(context.get(accountsContext).ctx, idOf(params.id), key)
	// With its fonts and their reader, only for who asks for a file.
	const { drawQuote } = await import('../../domain/leads/estimate-quote-pdf.ts')
	return new Response(new Uint8Array(await drawQuote(sheet)), {
		headers: {
			'content-type': 'application/pdf',
			'content-disposition': `attachment; filename="estimate-${sheet.number}.pdf"`,
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
