import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** One answer; status 0 where none came. */
export type Answer = { status: number; ms: number; retryAfter: string | undefined }

export type Load = { answers: Answer[]; seconds: number }

const GIVE_UP_MS = 30_000

/** Sends a GET and reads the whole answer. Never rejects. */
export function ask(url: string, headers: Readonly<Record<string, string>> = {}, agent?: Agent): Promise<Answer> {
	const begun = performance.now()
	return new Promise((resolve) => {
		const finish = (status: number, retryAfter?: string) => resolve({ status, ms: performance.now() - begun, retryAfter })
		const sent = request(url, { headers, timeout: GIVE_UP_MS, ...(agent ? { agent } : {}) }, (response) => {
			response.on('error', () => finish(0))
			response.on('end', () => finish(response.statusCode ?? 0, response.headers['retry-after']))
			response.resume()
		})
		sent.on('timeout', () => sent.destroy())
		sent.on('error', () => finish(0))
		sent.end()
	})
}

/** What is asked for next. Each request may come from another address, past the limits of one. */
export type NextRequest = () => { url: string; headers?: Readonly<Record<string, string>> }

/** So many clients, each of which waits for its answer before it asks again. */
export async function closedLoad(next: NextRequest, { clients, seconds }: { clients: number; seconds: number }): Promise<Load> {
	const agent = new Agent({ keepAlive: true, maxSockets: clients })
	const answers: Answer[] = []
	const begun = performance.now()
	const isOver = () => performance.now() - begun > seconds * 1_000
	const client = async () => {
		while (!isOver()) {
			const { url, headers } = next()
			answers.push(await ask(url, headers, agent))
		}
	}
	await Promise.all(Array.from({ length: clients }, client))
	agent.destroy()
	return { answers, seconds: (performance.now() - begun) / 1_000 }
}

/** So many requests a second, whether the ones before have been answered or not. */
export async function openLoad(next: NextRequest, { perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Load> {
	const agent = new Agent({ keepAlive: true })
	const asked: Promise<Answer>[] = []
	const begun = performance.now()
	for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - begun) / 1_000) {
		for (const due = Math.floor(elapsed * perSecond); asked.length < due;) {
			const { url, headers } = next()
			asked.push(ask(url, headers, agent))
		}
		await delay(5)
	}
	const answers = await Promise.all(asked)
	agent.destroy()
	return { answers, seconds: (performance.now() - begun) / 1_000 }
}
