import { redirect } from 'react-router'
import { openResultKey } from '../../domain/estimates/estimate-context.ts'
import { quotePath } from '../../domain/shared/links.ts'
import { cookiesContext, withCtx } from '../context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import type { Route } from './+types/quote-file'

/** A quote as a PDF, for its client (a visitor by the cookie of the private page) and its office. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const cookies = context.get(cookiesContext)
	const key = new URL(request.url).searchParams.get('key')
	if (key !== null) {
		// Old links: the key moves from the URL to the cookie.
		const requestId = openResultKey(ctx, key)
		if (requestId > 0) cookies.keepEstimateKey(requestId, key)
		throw redirect(quotePath(parseId(params.id)), 303)
	}
	// Imported on demand, with its fonts and their parser.
	const { readQuoteFile } = await import('../../domain/estimates/quote-files.ts')
	const { number, content } = await readQuoteFile(ctx, parseId(params.id), cookies.readEstimateKeys())
	return new Response(new Uint8Array(content), {
		headers: {
			'content-type': 'application/pdf',
			'content-disposition': `attachment; filename="estimate-${number}.pdf"`,
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
