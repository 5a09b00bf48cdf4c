import { fork } from 'node:child_process'
import path from 'node:path'
import type { BareAnswer, BareRequest } from './bare-process.ts'

export type BareServer = { url: string; cpuSeconds: () => Promise<number>; stop: () => Promise<void> }

/** Starts one of the reference servers. */
export async function startBare(request: Exclude<BareRequest, 'cpu'>): Promise<BareServer> {
	const child = fork(path.join(import.meta.dirname, 'bare-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
	const ask = (message: BareRequest) =>
		new Promise<BareAnswer>((resolve, reject) => {
			const ended = () => reject(new Error('The bare server ended.'))
			child.once('exit', ended)
			child.once('message', (answer: BareAnswer) => {
				child.off('exit', ended)
				resolve(answer)
			})
			child.send(message)
		})
	const started = await ask(request)
	if (!('port' in started)) throw new Error('The bare server did not start.')
	return {
		url: `http://127.0.0.1:${started.port}`,
		async cpuSeconds() {
			const answer = await ask('cpu')
			return 'cpuSeconds' in answer ? answer.cpuSeconds : Number.NaN
		},
		async stop() {
			const ended = new Promise((resolve) => child.once('exit', resolve))
			child.disconnect()
			await ended
		},
	}
}
