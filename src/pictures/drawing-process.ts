import { type ChildProcess, fork } from 'node:child_process'
import { programPath } from '../platform/source-path.ts'
import type { Card } from './card.ts'

export type DrawingOrder = { id: number; card: Card }
export type DrawingAnswer = { id: number; png: Uint8Array } | { id: number; error: string }

export type DrawingProcess = {
	draw: (card: Card) => Promise<Buffer>
	close: () => void
}

/** A card takes a third of a second; a process that does not answer for this long is ended. */
const PATIENCE_MS = 20_000

/**
 * Draws cards in a separate process, which is started for the first card, ended after `idleMs` without one and
 * renewed after `renewAfter`. Fonts, layout and rasteriser take 200 MB and block for a tenth of a second at a time: the
 * process that serves pages must have neither.
 */
export function createDrawingProcess({ idleMs = 20_000, renewAfter = 150 }: { idleMs?: number; renewAfter?: number } = {}): DrawingProcess {
	const waiting = new Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }>()
	let child: ChildProcess | undefined
	let drawn = 0
	let lastId = 0
	let idle: NodeJS.Timeout | undefined

	const stop = (reason: string) => {
		clearTimeout(idle)
		child?.removeAllListeners()
		child?.kill()
		child = undefined
		drawn = 0
		for (const { reject, timer } of waiting.values()) {
			clearTimeout(timer)
			reject(new Error(reason))
		}
		waiting.clear()
	}

	const receive = (message: DrawingAnswer) => {
		const order = waiting.get(message.id)
		if (!order) return
		waiting.delete(message.id)
		clearTimeout(order.timer)
		if ('png' in message) order.resolve(Buffer.from(message.png))
		else order.reject(new Error(`A share card could not be drawn: ${message.error}`))
		if (waiting.size > 0) return
		if (drawn >= renewAfter) stop('The drawing process is renewed')
		else idle = setTimeout(() => stop('The drawing process is idle'), idleMs).unref()
	}

	const start = (): ChildProcess => {
		const started = forkDrawing()
		started.on('message', (message) => receive(message as DrawingAnswer))
		started.once('error', (error) => stop(`The drawing process failed: ${error.message}`))
		started.once('exit', (code, signal) => stop(`The drawing process ended with ${signal ?? code}`))
		return started
	}

	return {
		draw: (card) =>
			new Promise((resolve, reject) => {
				clearTimeout(idle)
				child ??= start()
				drawn += 1
				lastId += 1
				const timer = setTimeout(() => stop('The drawing process did not answer'), PATIENCE_MS)
				waiting.set(lastId, { resolve, reject, timer })
				child.send({ id: lastId, card } satisfies DrawingOrder, (error) => error && stop(`The drawing process is gone: ${error.message}`))
			}),
		close: () => stop('The drawing process was closed'),
	}
}

function forkDrawing(): ChildProcess {
	const child = fork(programPath('src/pictures/card-process'), {
		serialization: 'advanced',
		execArgv: ['--max-old-space-size=160', '--max-semi-space-size=4'],
		// One thread at work needs one heap: the rasteriser's threads would keep a dozen.
		env: { ...process.env, MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' },
	})
	// A pending request keeps the parent alive; the process itself does not.
	child.unref()
	child.channel?.unref()
	return child
}
