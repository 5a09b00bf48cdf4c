import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedPost = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server on this machine that keeps what is posted to it and answers with `status`. */
export async function receivePosts(status: () => { code: number; headers?: Record<string, string> } = () => ({ code: 200 })) {
	const received: ReceivedPost[] = []
	const waiting = new Set<() => void>()
	const server = createServer((req, res) => {
		const chunks: Buffer[] = []
		req.on('data', (chunk: Buffer) => void chunks.push(chunk))
		req.on('end', () => {
			received.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() })
			const { code, headers = {} } = status()
			res.writeHead(code, { 'content-type': 'application/json', ...headers }).end('{}')
			for (const look of waiting) look()
		})
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		/** Waits until `isThere` holds for what was received. */
		until: (isThere: (posts: readonly ReceivedPost[]) => boolean) =>
			new Promise<void>((resolve) => {
				const look = () => {
					if (!isThere(received)) return
					waiting.delete(look)
					resolve()
				}
				waiting.add(look)
				look()
			}),
	}
}
