import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
export type Ask = (target: string, options?: { method?: string; headers?: Record<string, string>; body?: string }) => Promise<Answer>

/** A real server on a free port for one test, and a client that sends targets and headers as they are given. */
export async function serve(listener: RequestListener): Promise<{ ask: Ask; port: number; origin: string }> {
	const server = createServer(listener)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	onTestFinished(async () => {
		server.closeAllConnections()
		await new Promise((resolve) => server.close(resolve))
	})
	const ask: Ask = (target, { method = 'GET', headers = {}, body } = {}) =>
		new Promise((resolve, reject) => {
			const outgoing = request({ host: '127.0.0.1', port, path: target, method, headers, agent: false }, (incoming) => {
				const chunks: Buffer[] = []
				incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
				incoming.on('error', reject)
				incoming.on('end', () => {
					const whole = Buffer.concat(chunks)
					resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: whole, text: whole.toString() })
				})
			})
			outgoing.on('error', reject)
			outgoing.end(body)
		})
	return { ask, port, origin: `http://127.0.0.1:${port}` }
}
