import type { Admission } from './admission.ts'
import { entryOf, isKept } from './page-entry.ts'
import type { Audience, PageKey } from './page-rules.ts'
import type { PageEntry, PageStore } from './page-store.ts'
import type { PageVariants } from './page-variants.ts'
import { templateOf } from './slots.ts'

/** A body in a single buffer is not copied through a Response. */
export type RenderedAnswer = Response | { status: number; headers: Headers; body: Buffer }

export type RenderOptions = {
	/** Origin under which pages are rendered. */
	publicUrl: string
	/** Renders a page for an anonymous visitor, or for the stand-in of signed-in readers. */
	render: (request: Request, audience: Audience) => RenderedAnswer | Promise<RenderedAnswer>
	/** Where renders wait for their turn. */
	queue: Pick<Admission, 'enter'>
	/** Milliseconds. */
	now: () => number
}

type RenderCounts = { overtaken: number }
type Flight = { droppedMeanwhile: Set<string>; allDropped: boolean; page: Promise<Rendered> }
type Rendered = { entry: PageEntry; isShareable: boolean }

const RENDER_TIMEOUT_MS = 30_000
/** Rendered and waiting for their turn; more are refused. */
const FLIGHTS_AT_ONCE = 256
/** How old a page may be while drops may be missed. */
export const DOUBT_MS = 2_000

export type Renders = ReturnType<typeof createRenders>

/**
 * Renders pages, each once for all waiting requests, and stores the cacheable ones. A page whose data was
 * dropped during the render is sent to the waiting requests and not stored.
 */
export function createRenders(
	options: RenderOptions,
	{ store, variants, counts }: { store: PageStore; variants: PageVariants; counts: RenderCounts },
) {
	const render = createRenderer(options)
	const keep = createKeeper({ store, variants, counts })
	/** Renders that later requests may join. A drop empties it: they must not get an older page. */
	const joinable = new Map<string, Flight>()
	const flights = new Set<Flight>()

	function join(key: PageKey): Promise<Rendered> {
		const waiting = joinable.get(key.id)
		if (waiting !== undefined) return waiting.page
		const flight: Flight = { droppedMeanwhile: new Set(), allDropped: false, page: Promise.resolve().then(() => land(key, flight)) }
		joinable.set(key.id, flight)
		flights.add(flight)
		return flight.page
	}

	async function land(key: PageKey, flight: Flight): Promise<Rendered> {
		try {
			return await keep(flight, key, await render(key))
		} finally {
			flights.delete(flight)
			if (joinable.get(key.id) === flight) joinable.delete(key.id)
		}
	}

	function overtakeFlights(): void {
		for (const flight of flights) flight.allDropped = true
		joinable.clear()
	}

	return {
		join,
		isJoinable: ({ id }: PageKey) => joinable.has(id),
		isFull: () => flights.size >= FLIGHTS_AT_ONCE,
		drop: (tags: readonly string[]): void => {
			store.dropTags(tags)
			for (const flight of flights) for (const tag of tags) flight.droppedMeanwhile.add(tag)
			joinable.clear()
		},
		/** Drops may have been missed: what is read is rendered again while it is sent once more, and nothing old for long. */
		expire: (): void => {
			expireAll(store, options.now())
			overtakeFlights()
		},
		clear: (): void => {
			store.clear()
			overtakeFlights()
		},
		isBusy: () => flights.size > 0,
		settled: () => Promise.allSettled([...flights].map(({ page }) => page)),
	}
}

/** Stores a rendered page if it is the same for everybody and nothing of it was dropped meanwhile. */
const createKeeper =
	({ store, variants, counts }: { store: PageStore; variants: PageVariants; counts: RenderCounts }) =>
	async (flight: Flight, { audience }: PageKey, { entry, response }: { entry: PageEntry; response: RenderedAnswer }): Promise<Rendered> => {
		if (audience !== 'visitor') await cutSlots(entry)
		else if (entry.isCompressible) await variants.squeeze(entry)
		const isShareable = response.headers.getSetCookie().length === 0
		const overtaken = isOvertaken(flight, entry)
		if (overtaken) counts.overtaken++
		if (isShareable && !overtaken && isKept(response)) {
			entry.removed = false
			store.put(entry)
		}
		return { entry, isShareable }
	}

/** Readers get a page that was found; any other answer is theirs alone to be rendered, and only known not to be kept. */
async function cutSlots(entry: PageEntry): Promise<void> {
	const plain = entry.variants.identity?.body
	if (entry.status === 200 && plain !== undefined) entry.template = await templateOf(plain)
	entry.variants = {}
	entry.bytes += (entry.template?.bytes ?? 0) - (plain?.length ?? 0)
}

const isOvertaken = ({ allDropped, droppedMeanwhile }: Flight, { tags }: PageEntry): boolean =>
	allDropped || tags.some((tag) => droppedMeanwhile.has(tag))

function expireAll(store: PageStore, now: number): void {
	for (const entry of store.all()) {
		entry.freshUntil = Math.min(entry.freshUntil, now)
		entry.staleUntil = Math.min(entry.staleUntil, now + DOUBT_MS)
	}
}

/** Renders a page to its entry when it is its turn. Throws `RenderTimeout`, or `RenderRefused` when the turn would come too late. */
function createRenderer({ publicUrl, render, queue, now }: RenderOptions) {
	const { host } = new URL(publicUrl)
	return async (key: PageKey) => {
		const madeAt = now()
		const endTurn = await queue.enter('read')
		if (endTurn === null) throw new RenderRefused('a page would have been rendered too late')
		try {
			const { response, body } = await withTimeout(async (signal) => {
				const response = await render(new Request(publicUrl + key.target, { headers: { accept: 'text/html', host }, signal }), key.audience)
				return { response, body: response instanceof Response ? Buffer.from(await response.arrayBuffer()) : response.body }
			})
			return { response, entry: entryOf(key, response, body, { madeAt, time: now() }) }
		} finally {
			endTurn()
		}
	}
}

export class RenderTimeout extends Error {}
/** Overload, not a fault: it is counted by its queue and not logged. */
export class RenderRefused extends Error {}

async function withTimeout<T>(handler: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			const error = new RenderTimeout('a page took too long to render')
			controller.abort(error)
			reject(error)
		}, RENDER_TIMEOUT_MS)
	})
	try {
		return await Promise.race([handler(controller.signal), late])
	} finally {
		clearTimeout(timer)
	}
}
