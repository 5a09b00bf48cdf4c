import type { ChildProcess } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { type Address, listenAt } from '../http-server.ts'
import type { ToWebProcess } from './process-messages.ts'

export type ConnectionDispatch = {
	/** Throws `StartError` when the port is unavailable. */
	listen: (address: Address) => Promise<void>
	/** Gives the process its share of the connections from now on. */
	add: (child: ChildProcess) => void
	/** Gives it no more. Those that it has not confirmed go to others if it has ended. */
	remove: (child: ChildProcess, hasEnded: boolean) => void
	/** The process has confirmed a connection. */
	confirm: (child: ChildProcess, id: number) => void
	/** Frees the port. */
	close: () => Promise<void>
}

/** While no process takes connections, so many wait; the system keeps some more. */
const MOST_WAITING = 1_000
/** A connection is passed on unread, to a process that answers as a server of its own would. */
const OPTIONS = { pauseOnConnect: true, allowHalfOpen: true, noDelay: true }

type Taker = { child: ChildProcess; unconfirmed: Map<number, Socket>; takesMore: boolean }

/**
 * Accepts the connections of a port and hands each to one of several processes, in turn and first to those that keep up. It holds
 * every connection until its process has confirmed it, so that one that was on its way to a process that died goes to another.
 */
export function createConnectionDispatch(): ConnectionDispatch {
	const takers: Taker[] = []
	const waiting: Socket[] = []
	let server: Server | undefined
	let others: Server[] = []
	let lastId = 0

	function offer(socket: Socket): void {
		const taker = nextOf(takers)
		if (taker === undefined) {
			if (waiting.length < MOST_WAITING) waiting.push(socket)
			else socket.destroy()
			return
		}
		const id = ++lastId
		taker.unconfirmed.set(id, socket)
		const message: ToWebProcess = { kind: 'connection', id }
		// An error means that the process is about to end, which takes the connection back.
		taker.child.send(message, socket, { keepOpen: true }, () => undefined)
	}

	const takerOf = (child: ChildProcess) => takers.find((taker) => taker.child === child)

	return {
		async listen(address) {
			const accept = (socket: Socket) => {
				socket.on('error', () => undefined)
				offer(socket)
			}
			server = createServer(OPTIONS, accept)
			others = await listenAt(server, address, OPTIONS)
		},
		add(child) {
			takers.push({ child, unconfirmed: new Map(), takesMore: true })
			for (const socket of waiting.splice(0)) offer(socket)
		},
		remove(child, hasEnded) {
			const taker = takerOf(child)
			if (taker === undefined) return
			taker.takesMore = false
			if (!hasEnded) return
			takers.splice(takers.indexOf(taker), 1)
			for (const socket of taker.unconfirmed.values()) offer(socket)
		},
		confirm(child, id) {
			const unconfirmed = takerOf(child)?.unconfirmed
			// Only this copy: the connection stays open in the other process.
			unconfirmed?.get(id)?.destroy()
			unconfirmed?.delete(id)
		},
		async close() {
			for (const listening of [...others, server]) listening?.close()
			for (const socket of waiting.splice(0)) socket.destroy()
			for (const { unconfirmed } of takers) for (const socket of unconfirmed.values()) socket.destroy()
			// Node waits for connections that are in other processes; the port is free when it has turned to other things.
			await new Promise((resolve) => setImmediate(resolve))
		},
	}
}

/** The one with the fewest unconfirmed connections; of several the one whose turn was longest ago. */
function nextOf(takers: Taker[]): Taker | undefined {
	let next: Taker | undefined
	for (const taker of takers) if (taker.takesMore && (next === undefined || taker.unconfirmed.size < next.unconfirmed.size)) next = taker
	if (next !== undefined) {
		takers.splice(takers.indexOf(next), 1)
		takers.push(next)
	}
	return next
}
