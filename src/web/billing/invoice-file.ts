import { readInvoice } from '../../domain/billing/invoice-reading.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/invoice-file'

/** An invoice or a credit note as a PDF, for its customer and for accounting. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const document = await readInvoice(ctx, parseId(params.id))
	// Imported on demand, with its fonts and their parser.
	const { drawInvoice } = await import('../../domain/billing/invoice-pdf.ts')
	return new Response(new Uint8Array(await drawInvoice(document)), {
		headers: {
			'content-type': 'application/pdf',
			'content-disposition': `attachment; filename="invoice-${document.number}.pdf"`,
			'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
