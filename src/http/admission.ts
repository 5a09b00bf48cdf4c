/** Writes hold what somebody has typed, so they may wait longer. */
export type RequestKind = 'read' | 'write'

export type AdmissionOptions = {
	/** Handlers that run side by side; one thread serves them all, so more only make each slower. */
	atOnce: number
	/** How long a request may be expected to wait for its turn, in milliseconds. */
	deadlines: Readonly<Record<RequestKind, number>>
	/** The same once the queue has not been empty for a moment: then waiting has become what everybody does, and serves nobody. */
	standing?: Readonly<Record<RequestKind, number>>
	/**
	 * The deadlines for five seconds after a refusal, also for requests that already wait: a full queue delays every request without
	 * serving more of them. After that the usual deadlines apply again.
	 */
	crowded?: Readonly<Record<RequestKind, number>>
	/** How much later than its deadline a turn may come: the pace varies, and who was not refused at once would be refused late. */
	grace?: number
	/** After so many milliseconds a handler waits for something else than the processor, and its place is free, for a few of them at once. */
	longestTurn: number
	/** Milliseconds; passed in by tests. */
	now?: () => number
}

export type Admission = {
	/** Resolves with what ends the turn, or with null when the request must be refused. */
	enter: (kind: RequestKind) => Promise<(() => void) | null>
	/** Whether `enter` would refuse a request at once. */
	refuses: (kind: RequestKind) => boolean
	/** Counts a request that was refused without `enter`. */
	noteRefusal: () => void
	stats: () => { running: number; waiting: number; refused: number }
}

type Waiter = { kind: RequestKind; start: (end: (() => void) | null) => void; giveUp: () => void; timer: NodeJS.Timeout }

/**
 * The kinds of work that wait in queues of their own, so that a rush of one leaves the others alone: renders for the page cache,
 * searches, drawn share cards, other pictures, and everything else.
 */
export const QUEUES = ['requests', 'renders', 'searches', 'cards', 'pictures'] as const
export type QueueName = (typeof QUEUES)[number]

/** After so long a handler waits for something else than the processor. */
const LONGEST_TURN_MS = 2_000
/** With the turns of those that run, a read is served within half a second or refused. */
const WAIT_MS = { read: 200, write: 1_000 }
/** A queue that has not been empty for so long stands. */
const STANDS_AFTER_MS = 250
/** For so long after a refusal a queue is short. */
const CROWDED_FOR_MS = 5_000

const kinds: Readonly<Record<QueueName, Omit<AdmissionOptions, 'now'>>> = {
	/** One thread serves all: more at once would only make each slower. */
	requests: { atOnce: 12, deadlines: WAIT_MS, standing: { read: 80, write: 1_000 }, grace: 50, longestTurn: LONGEST_TURN_MS },
	/** They hold their data all the while and age with it. A page that many wait for may come a little later. */
	renders: { atOnce: 4, deadlines: { read: 400, write: 400 }, crowded: { read: 60, write: 400 }, longestTurn: LONGEST_TURN_MS },
	/** As many as the pool for searches has connections. */
	searches: { atOnce: 3, deadlines: { read: 400, write: 1_000 }, longestTurn: LONGEST_TURN_MS },
	/** Another process draws one at a time, and robots that ask for them have time. */
	cards: { atOnce: 8, deadlines: { read: 2_000, write: 2_000 }, longestTurn: LONGEST_TURN_MS },
	/** Cheap, and a page may show forty. */
	pictures: { atOnce: 8, deadlines: { read: 1_000, write: 1_000 }, longestTurn: LONGEST_TURN_MS },
}

export type Queues = Readonly<Record<QueueName, Admission>>

export const createQueues = (): Queues => ({
	requests: createAdmission(kinds.requests),
	renders: createAdmission(kinds.renders),
	searches: createAdmission(kinds.searches),
	cards: createAdmission(kinds.cards),
	pictures: createAdmission(kinds.pictures),
})

export const isAnyFull = (queues: Queues): boolean => QUEUES.some((name) => queues[name].refuses('read'))

/** More than have a connection of their pool cannot wait for the database. */
const LATE_PER_PLACE = 2
/** Long turns after which a late handler is taken for one that never ends, so that none keeps a place for good. */
const FORGOTTEN_AFTER = 30
/** How much the newest turn counts in the mean distance between two. */
const WEIGHT = 0.1
/** So many may always wait, or a pace that was slow once would never be measured again. */
const ALWAYS_WAIT = 4

/**
 * A queue of one kind of work. Some run, the others wait in their order, writes first. A request is
 * refused at once when those before it would take longer than its deadline, by the pace of the last turns, and otherwise at its
 * deadline.
 */
export function createAdmission(options: AdmissionOptions): Admission {
	const { atOnce, grace = 0, longestTurn, now = performance.now.bind(performance) } = options
	let running = 0
	let refused = 0
	/** Handlers that go on without a place. */
	const late = { count: 0 }
	const pace = createPaceOfTurns(now)
	const patience = createPatience(options, now)
	const room = createWaitingRoom(patience, grace)

	const giveOn = (): void => {
		pace.noteEnd(room.size() > 0)
		const start = room.next()
		if (start === undefined) running -= 1
		else start(begin())
	}

	const begin = (): (() => void) => beginTurn({ late, mostLate: LATE_PER_PLACE * atOnce, longestTurn, giveOn })

	const isTooFar = (kind: RequestKind, before: number): boolean =>
		before >= Math.min(atOnce, ALWAYS_WAIT) && pace.timeOf(before + 1) > patience.deadlineOf(kind)

	const refuse = (): null => {
		refused += 1
		// The queue is shorter from now on: requests too far back are refused now, not later.
		if (patience.noteRefused()) room.sendAway(isTooFar)
		return null
	}

	function wait(kind: RequestKind): Promise<(() => void) | null> {
		const before = room.placeFor(kind)
		return isTooFar(kind, before) ? Promise.resolve(refuse()) : room.enter(kind, before, refuse)
	}

	return {
		enter(kind) {
			if (running >= atOnce) return wait(kind)
			running += 1
			return Promise.resolve(begin())
		},
		refuses: (kind) => running >= atOnce && isTooFar(kind, room.placeFor(kind)),
		noteRefusal: () => void refuse(),
		stats: () => ({ running, waiting: room.size(), refused }),
	}
}

type TurnOptions = { late: { count: number }; mostLate: number; longestTurn: number; giveOn: () => void }

/** Starts a turn, whose place is given on when it ends or is late. Returns what ends it. */
function beginTurn({ late, mostLate, longestTurn, giveOn }: TurnOptions): () => void {
	let timer: NodeJS.Timeout
	let state: 'running' | 'late' | 'over' = 'running'
	const end = () => {
		clearTimeout(timer)
		if (state === 'running') giveOn()
		else if (state === 'late') late.count -= 1
		state = 'over'
	}
	const lookLater = () => {
		timer = setTimeout(() => {
			// Where everything is slow, more at once would make it slower still.
			if (late.count >= mostLate) return lookLater()
			state = 'late'
			late.count += 1
			timer = setTimeout(end, FORGOTTEN_AFTER * longestTurn)
			timer.unref()
			giveOn()
		}, longestTurn)
		timer.unref()
	}
	lookLater()
	return end
}

/** How long a request may wait: a queue that stands, or has just refused somebody, is shorter. */
function createPatience({ deadlines, standing = deadlines, crowded }: AdmissionOptions, now: () => number) {
	/** Since when somebody has always been waiting. */
	let since: number | null = null
	let crowdedUntil = -Infinity
	return {
		noteWaiting: (): void => void (since ??= now()),
		noteLeft: (waiting: number): void => {
			if (waiting === 0) since = null
		},
		/** Returns whether the queue is shorter from now on. */
		noteRefused(): boolean {
			if (!crowded || now() < crowdedUntil) return false
			crowdedUntil = now() + CROWDED_FOR_MS
			return true
		},
		deadlineOf(kind: RequestKind): number {
			if (crowded && now() < crowdedUntil) return crowded[kind]
			return (since !== null && now() - since >= STANDS_AFTER_MS ? standing : deadlines)[kind]
		},
	}
}

/** Those that wait for their turn, writes first. */
function createWaitingRoom(patience: ReturnType<typeof createPatience>, grace: number) {
	const waiting: Waiter[] = []
	return {
		size: () => waiting.length,
		/** How many wait before a new request. */
		placeFor(kind: RequestKind): number {
			const place = kind === 'write' ? waiting.findIndex((other) => other.kind === 'read') : -1
			return place === -1 ? waiting.length : place
		},
		/** Resolves with the turn, or with what `refuse` returns once the request has waited for too long. */
		enter(kind: RequestKind, place: number, refuse: () => null): Promise<(() => void) | null> {
			return new Promise((start) => {
				const giveUp = () => {
					clearTimeout(timer)
					waiting.splice(waiting.indexOf(waiter), 1)
					patience.noteLeft(waiting.length)
					start(refuse())
				}
				const timer = setTimeout(giveUp, patience.deadlineOf(kind) + grace)
				const waiter: Waiter = { kind, start, giveUp, timer }
				patience.noteWaiting()
				waiting.splice(place, 0, waiter)
			})
		},
		/** What begins the turn of the first one. */
		next(): Waiter['start'] | undefined {
			const first = waiting.shift()
			if (first === undefined) return undefined
			clearTimeout(first.timer)
			patience.noteLeft(waiting.length)
			return first.start
		},
		sendAway(isTooFar: (kind: RequestKind, before: number) => boolean): void {
			for (let last = waiting.at(-1); last !== undefined && isTooFar(last.kind, waiting.length - 1); last = waiting.at(-1)) last.giveUp()
		},
	}
}

/** The mean distance between two ends of turns while somebody waits. */
function createPaceOfTurns(now: () => number) {
	let distance: number | null = null
	let endedAt: number | null = null
	return {
		noteEnd(isBusy: boolean): void {
			const time = now()
			if (isBusy && endedAt !== null) distance = distance === null ? time - endedAt : distance + WEIGHT * (time - endedAt - distance)
			endedAt = isBusy ? time : null
		},
		/** Expected milliseconds until so many turns have ended; 0 while nothing is known. */
		timeOf: (turns: number): number => turns * (distance ?? 0),
	}
}
