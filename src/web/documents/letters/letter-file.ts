import { readLetter } from '../../../domain/documents/letters/letters.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { attachmentHeaders } from '../../../http/attachment.ts'
import { withCtx } from '../../context.ts'
import type { Route } from './+types/letter-file'

/** An engagement letter as a PDF. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const letter = await readLetter(ctx, parseId(params.id))
	// Imported on demand, with its fonts and their parser.
	const { drawLetter } = await import('../../../domain/documents/letters/letter-pdf.ts')
	return new Response(new Uint8Array(await drawLetter(letter, ctx.site.publicUrl)), {
		headers: attachmentHeaders({
			mediaType: 'application/pdf',
			fileName: `${letter.title}-第${letter.version}版.pdf`,
			plainName: `letter-${letter.id}.pdf`,
		}),
	})
})
