import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { HandoffProvider } from './layout/hydration.tsx'

/**
 * Renders a whole document to one string: every loader has answered by then and no page suspends, and a string is
 * what the page cache and the content security policy's hashes need. `renderToString` costs about half of a stream.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext): Promise<Response> {
	headers.set('Content-Type', 'text/html; charset=utf-8')
	const handoff = entry.serverHandoffStream ? await new Response(entry.serverHandoffStream).text() : ''
	const html = renderToString(
		<HandoffProvider value={handoff}>
			{/* Without the stream ServerRouter leaves the data to HydrationScripts. */}
			<ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />
		</HandoffProvider>,
	)
	// As bytes: on its way out a text would be checked and copied several times.
	return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers })
}

export function handleError(error: unknown, { request }: { request: Request }): void {
	if (request.signal.aborted) return
	const failure = error instanceof Error ? error : new Error(String(error))
	reportPageError?.(failure)
}

let reportPageError: ((error: Error) => void) | undefined

/** Set once by the composition; a page's unexpected error goes to the structured log. */
export function onPageError(report: (error: Error) => void): void {
	reportPageError = report
}
