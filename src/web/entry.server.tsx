import { transcode } from 'node:buffer'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router'
import { scriptMark } from '../http/own-scripts.ts'
import { nextRender } from '../http/render-turns.ts'
import { WholeResponse } from '../http/whole-response.ts'
import { HandoffProvider } from './layout/page-scripts.tsx'

/**
 * Renders a document to one string: every loader has answered by then and no page suspends, and a string is what the page
 * cache and the content security policy's hashes need. `renderToString` costs about half of a stream.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext): Promise<Response> {
	headers.set('Content-Type', 'text/html; charset=utf-8')
	const plain = isPlain(entry)
	const handoff = !plain && entry.serverHandoffStream ? await textOf(entry.serverHandoffStream) : null
	await nextRender()
	const html = renderToString(
		<HandoffProvider value={handoff}>
			{/* Without the stream ServerRouter leaves the data to PageScripts. */}
			<ServerRouter
				context={{ ...entry, manifest: manifestOf(entry), serverHandoffStream: undefined }}
				url={request.url}
				nonce={scriptMark}
			/>
		</HandoffProvider>,
	)
	return new WholeResponse(utf8Of(`<!DOCTYPE html>${html}`), { status, headers })
}

/**
 * Whether the page stays as it is written, as its route says by `plain` and no layout around it denies, except where hot reload
 * needs React.
 */
function isPlain({ staticHandlerContext: { matches } }: EntryContext): boolean {
	const handles = matches.map(({ route }) => (route.handle as { plain?: boolean } | undefined)?.plain)
	return import.meta.env.PROD && handles.includes(true) && !handles.includes(false)
}

/** Of the page's own routes. For each request ServerRouter makes a component and more of every route it is given. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
	const ids = staticHandlerContext.matches.map(({ route }) => route.id)
	return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) }
}

/** Where a text lies for a moment on its way to bytes: a new piece of memory for each would be mapped and unmapped each time. */
const scratch = Buffer.allocUnsafeSlow(1_048_576)

/**
 * As bytes: on its way out a text would be checked and copied several times. By way of UTF-16, as the text lies in
 * memory: with Japanese in it that is twice as fast as `Buffer.from(text)`, a fiftieth of a page. It refuses half a
 * character, such as a cut emoji.
 */
function utf8Of(text: string): Buffer {
	const whole = text.toWellFormed()
	const place = whole.length * 2 <= scratch.length ? scratch : Buffer.allocUnsafeSlow(whole.length * 2)
	return transcode(place.subarray(0, place.write(whole, 'utf16le')), 'utf16le', 'utf8')
}

/** Done directly: a Response around the stream would split and join it again. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder()
	const reader = stream.getReader()
	let text = ''
	for (;;) {
		const { done, value } = await reader.read()
		if (done) return text + decoder.decode()
		text += decoder.decode(value, { stream: true })
	}
}

export function handleError(error: unknown, { request }: { request: Request }): void {
	// A path without a page or an action is a client error, already in the request log.
	if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
	const failure = error instanceof Error ? error : new Error(String(error))
	reportPageError?.(failure)
}

let reportPageError: ((error: Error) => void) | undefined

/** Set once by the composition; a page's unexpected error goes to the structured log. */
export function onPageError(report: (error: Error) => void): void {
	reportPageError = report
}
