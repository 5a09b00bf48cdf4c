import { createHash, randomBytes } from 'node:crypto'

/**
 * The nonce of every inline script that our own code writes, unguessable and made once per process. It never leaves the
 * process: `takeOwnScripts` removes it, so a cached page is the same for everybody and a script injected by content
 * can neither know nor copy it.
 */
export const scriptMark = randomBytes(24).toString('base64url')

/** For documents that are written by hand: `<script${scriptMarkAttribute}>`. */
export const scriptMarkAttribute = ` nonce="${scriptMark}"`

const attribute = Buffer.from(scriptMarkAttribute)

/** Returns the document without marks, and `'sha256-…'` of each inline script that carried one. Other scripts get no hash. */
export function takeOwnScripts(html: Buffer): { html: Buffer; hashes: string[] } {
	const kept: Buffer[] = []
	const hashes = new Set<string>()
	let from = 0
	for (let at = html.indexOf(attribute); at !== -1; at = html.indexOf(attribute, from)) {
		kept.push(html.subarray(from, at))
		from = at + attribute.length
		const source = inlineSource(html, at)
		if (source !== null) hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
	}
	return from === 0 ? { html, hashes: [] } : { html: Buffer.concat([...kept, html.subarray(from)]), hashes: [...hashes] }
}

const LONGEST_TAG = 4_096
const scriptTag = /^<script((?:\s(?:"[^"]*"|'[^']*'|[^>"'])*)?)>/i

/** What a browser hashes of the inline script whose opening tag has the mark at `at`; null for any other element. */
function inlineSource(html: Buffer, at: number): Buffer | string | null {
	const start = html.lastIndexOf('<', at)
	// One byte per character: offsets in the string are offsets in the buffer.
	const tag = scriptTag.exec(html.toString('latin1', start, start + LONGEST_TAG))
	if (tag === null || /\ssrc\s*=/i.test(tag[1] ?? '')) return null
	const first = start + tag[0].length
	const end = html.indexOf('</script', first)
	const source = html.subarray(first, end === -1 ? html.length : end)
	// The parser turns CR LF into LF before the browser hashes.
	return source.includes(0x0d) ? source.toString('utf8').replaceAll(/\r\n?/g, '\n') : source
}
