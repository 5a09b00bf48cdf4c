import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { ProcessFigures } from '../telemetry/merged-figures.ts'
import type { ConnectionDispatch } from './connection-dispatch.ts'
import type { FromWebProcess, ToWebProcess } from './process-messages.ts'

export type KeeperOptions = {
	count: number
	/** Starts the process of a place, 1 to `count`; it is a fork with a channel. */
	spawn: (place: number) => ChildProcess
	dispatch: Pick<ConnectionDispatch, 'add' | 'remove' | 'confirm'>
	/** Answers a process that was asked for the figures of all. */
	allFigures: () => Promise<string>
	log: Log
	/** Passed in by tests. */
	pauses?: Pauses
}

export type Keeper = {
	/** Resolves when all processes are ready. Throws `StartError` when one of them ends before, three times. */
	start: () => Promise<void>
	/** Replaces one after the other, each when its successor is ready. False when one did not get ready; the rest stays. */
	restart: () => Promise<boolean>
	/** Of the processes that answer in time. */
	figures: () => Promise<ProcessFigures[]>
	stats: () => { ready: number; started: number }
	/** Asks all to end, and ends those that have not after `withinMs`. */
	stop: (withinMs: number) => Promise<void>
}

/** How long after its end a process is started again: at once, and later each time while it does not live for `healthyMs`. */
type Pauses = { firstMs: number; mostMs: number; healthyMs: number }

const PAUSES: Pauses = { firstMs: 100, mostMs: 30_000, healthyMs: 60_000 }
const FIGURES_WITHIN_MS = 5_000
const READY_WITHIN_MS = 120_000
const START_ATTEMPTS = 3

type Running = { place: number; child: ChildProcess; isReady: Promise<boolean>; isRetired: boolean; ended: Promise<unknown> }

type State = {
	/** By their places. */
	running: Map<number, Running>
	ready: Set<ChildProcess>
	/** Those that are about to end too. */
	living: Set<Running>
	stopping: AbortController
	started: number
}

/** Keeps so many processes running and has connections handed to those that are ready. */
export function createKeeper(options: KeeperOptions): Keeper {
	const { count, log } = options
	const places = Array.from({ length: count }, (_, index) => index + 1)
	const state: State = { running: new Map(), ready: new Set(), living: new Set(), stopping: new AbortController(), started: 0 }
	const { running, living, stopping } = state
	const questions = createQuestions()
	const launch = createLaunch(options, state, createHearing(options, state, questions))
	return {
		async start() {
			const all = await Promise.all(places.map((place) => launchFirst(place, state, launch)))
			if (!all.every(Boolean)) throw new StartError('A web process ended before it was ready; the line above tells why.')
		},
		async restart() {
			for (const place of places)
				if (!(await replace(place, state, launch))) {
					log.error({ process: place }, 'a web process was not replaced: its successor did not get ready')
					return false
				}
			return true
		},
		async figures() {
			const pages = await Promise.all(
				[...running.values()].map(async ({ place, child }) => ({ process: place, text: await questions.ask(child) })),
			)
			return pages.filter(({ text }) => text !== '').toSorted((a, b) => a.process - b.process)
		},
		stats: () => ({ ready: state.ready.size, started: state.started }),
		async stop(withinMs) {
			stopping.abort()
			for (const { child } of living) child.kill('SIGTERM')
			const late = setTimeout(() => living.forEach(({ child }) => child.kill('SIGKILL')), withinMs)
			await Promise.all([...living].map(({ ended }) => ended))
			clearTimeout(late)
		},
	}
}

type Hear = (child: ChildProcess, message: FromWebProcess) => void

function createHearing({ dispatch, allFigures }: KeeperOptions, { ready }: State, questions: ReturnType<typeof createQuestions>): Hear {
	return (child, message) => {
		if (message.kind === 'ready') {
			ready.add(child)
			dispatch.add(child)
		} else if (message.kind === 'taken') dispatch.confirm(child, message.id)
		else if (message.kind === 'closing') {
			ready.delete(child)
			dispatch.remove(child, false)
			tell(child, { kind: 'no-more' })
		} else if (message.kind === 'figures') questions.answer(message.id, message.text)
		else
			void allFigures().then(
				(text) => tell(child, { kind: 'all-figures', id: message.id, text }),
				() => tell(child, { kind: 'all-figures', id: message.id, text: '' }),
			)
	}
}

type Launch = (place: number) => Running

/** Starts the process of a place, and another one whenever it ends by itself. */
function createLaunch({ spawn, dispatch, log, pauses = PAUSES }: KeeperOptions, state: State, hear: Hear): Launch {
	const { running, ready, living, stopping } = state
	const pauseOf = new Map<number, number>()

	function launch(place: number): Running {
		const child = spawn(place)
		const begun = performance.now()
		state.started += 1
		// `close` comes when all of its messages have been read: what it has confirmed is not handed out again.
		const ended = Promise.race([once(child, 'close'), new Promise((resolve) => child.once('error', resolve))])
		const isReady = new Promise<boolean>((resolve) => {
			child.on('message', (message: FromWebProcess) => {
				if (message.kind === 'ready') resolve(true)
				hear(child, message)
			})
			void ended.then(() => resolve(false))
		})
		const launched: Running = { place, child, isReady, isRetired: false, ended }
		living.add(launched)
		void noteEnd(launched, begun)
		return launched
	}

	async function noteEnd(launched: Running, begun: number): Promise<void> {
		await launched.ended
		living.delete(launched)
		ready.delete(launched.child)
		dispatch.remove(launched.child, true)
		if (!launched.isRetired && !stopping.signal.aborted) replaceEnded(launched, performance.now() - begun)
	}

	/** Starts again what has ended by itself, unless its successor has its place already. */
	function replaceEnded({ place, child }: Running, livedMs: number): void {
		if (running.get(place)?.child !== child) return
		const pause = livedMs > pauses.healthyMs ? pauses.firstMs : (pauseOf.get(place) ?? pauses.firstMs)
		pauseOf.set(place, Math.min(2 * pause, pauses.mostMs))
		log.error({ process: place, code: child.exitCode, signal: child.signalCode, pause }, 'a web process ended and is started again')
		delay(pause, undefined, { signal: stopping.signal }).then(
			() => void running.set(place, launch(place)),
			() => undefined,
		)
	}

	return launch
}

/** Starts the first process of a place. False when it has not got ready a few times: not because the machine is busy then. */
async function launchFirst(place: number, { running, stopping }: State, launch: Launch): Promise<boolean> {
	for (let attempt = 1; attempt <= START_ATTEMPTS && !stopping.signal.aborted; attempt += 1) {
		const launched = launch(place)
		launched.isRetired = true
		if (await launched.isReady) {
			launched.isRetired = false
			running.set(place, launched)
			return true
		}
	}
	return false
}

/** Gives a place to another process once that is ready. False when it does not get ready. */
async function replace(place: number, { running, stopping }: State, launch: Launch): Promise<boolean> {
	const before = running.get(place)
	const successor = launch(place)
	// Until it is ready its end is news for this function alone.
	successor.isRetired = true
	const isReady = await Promise.race([successor.isReady, delay(READY_WITHIN_MS, false, { ref: false })])
	if (!isReady || stopping.signal.aborted) {
		successor.child.kill('SIGKILL')
		return false
	}
	successor.isRetired = false
	running.set(place, successor)
	if (before) {
		before.isRetired = true
		tell(before.child, { kind: 'retire' })
	}
	return true
}

const tell = (child: ChildProcess, message: ToWebProcess): void => {
	if (child.connected) child.send(message, () => undefined)
}

/** Asks processes for their figures; an empty text stands for one that does not answer. */
function createQuestions() {
	const waiting = new Map<number, (text: string) => void>()
	let last = 0
	return {
		answer(id: number, text: string) {
			waiting.get(id)?.(text)
			waiting.delete(id)
		},
		async ask(child: ChildProcess): Promise<string> {
			if (!child.connected) return ''
			const id = ++last
			const answered = new Promise<string>((resolve) => waiting.set(id, resolve))
			tell(child, { kind: 'figures-wanted', id })
			const text = await Promise.race([answered, delay(FIGURES_WITHIN_MS, '', { ref: false })])
			waiting.delete(id)
			return text
		},
	}
}
