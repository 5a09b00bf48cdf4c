import { ReadableStream as NodeStream } from 'node:stream/web'

/**
 * Headers of a file of people, sent as an attachment: its content must not run in a browser. `plainName` is for programs that know
 * only ASCII.
 */
export function attachmentHeaders({ mediaType, fileName, plainName }: { mediaType: string; fileName: string; plainName: string }) {
	const encoded = encodeURIComponent(fileName).replaceAll(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	)
	return {
		'content-type': mediaType,
		'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`,
		'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
		'x-content-type-options': 'nosniff',
		'cache-control': 'private, no-store',
	}
}

/** A body that is made while it is sent, one piece at a time. */
export const streamOf = (content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> =>
	NodeStream.from(content) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
