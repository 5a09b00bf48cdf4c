import type { Socket } from 'node:net'
import type { FromWebProcess, ToWebProcess } from './process-messages.ts'

/** What a web process tells the one that owns the port, and hears from it. */
export type ParentProcess = {
	/** Asks for connections; `take` gets each. */
	takeConnections: (take: (socket: Socket) => void) => void
	/** Resolves when no connection will come any more. */
	refuseConnections: () => Promise<void>
	/** The figures of all processes in the text format of Prometheus. */
	allFigures: () => Promise<string>
	/** Answers with the figures of this process. */
	onFiguresWanted: (read: () => Promise<string>) => void
	/** Called when another process has taken the place, or the parent is gone. */
	onEnd: (end: () => void) => void
	/** Whether another process has taken the place. */
	isReplaced: () => boolean
}

/** The other end of `process-keeper.ts`. */
export function connectToParent(): ParentProcess {
	let take: ((socket: Socket) => void) | undefined
	let noMore = () => {}
	let readFigures: (() => Promise<string>) | undefined
	let end: (() => void) | undefined
	let isReplaced = false
	let lastQuestion = 0
	const questions = new Map<number, (text: string) => void>()
	// A parent that is gone needs no answer.
	const send = (message: FromWebProcess) => void process.send?.(message, undefined, undefined, () => undefined)

	process.on('message', (message: ToWebProcess, socket: Socket | undefined) => {
		if (message.kind === 'connection') {
			send({ kind: 'taken', id: message.id })
			// Missing when the client has left on the way.
			if (socket) take?.(socket)
		} else if (message.kind === 'no-more') noMore()
		else if (message.kind === 'retire') {
			isReplaced = true
			end?.()
		} else if (message.kind === 'all-figures') {
			questions.get(message.id)?.(message.text)
			questions.delete(message.id)
		} else
			readFigures?.().then(
				(text) => send({ kind: 'figures', id: message.id, text }),
				() => send({ kind: 'figures', id: message.id, text: '' }),
			)
	})
	process.once('disconnect', () => {
		noMore()
		end?.()
	})
	return {
		takeConnections(taking) {
			take = taking
			send({ kind: 'ready' })
		},
		refuseConnections: () =>
			new Promise((resolve) => {
				if (!process.connected) return resolve()
				noMore = resolve
				send({ kind: 'closing' })
			}),
		allFigures: () =>
			new Promise((resolve, reject) => {
				if (!process.connected) return reject(new Error('the process that owns the port is gone'))
				const id = ++lastQuestion
				questions.set(id, resolve)
				send({ kind: 'all-figures-wanted', id })
			}),
		onFiguresWanted: (read) => void (readFigures = read),
		onEnd: (ending) => void (end = ending),
		isReplaced: () => isReplaced,
	}
}
