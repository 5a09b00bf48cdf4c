import type { Kysely } from 'kysely'
import { type OpenedDatabase, openDatabase } from './database.ts'
import type { DatabasePools } from './database-pools.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import { PAGE_TAGS_CHANNEL } from './page-tags.ts'
import { createPipelinedPool } from './pipelined-pool.ts'
import { type LogPosition, openPositionReader, type PositionReader, ReplicaFollower } from './replica-follower.ts'
import { createReplicaPool } from './replica-pool.ts'

/** Kinds of reading that replicas take over. */
export type ReplicaWork = 'pages' | 'search'

export type ReplicaFigures = {
	/** Host and port. */
	name: string
	/** Whether it serves reads now. */
	isUsed: boolean
	/** How much of the primary's log it has not replayed; null while one of them does not answer. */
	behindBytes: number | null
	/** Statements that the primary answered, because the replica could not. */
	fallbacks: number
}

export type Replicas<Tables> = {
	/** Where to read what is the same for everyone: a replica that is not behind, or the primary. For one request. */
	choose: (work: ReplicaWork) => Kysely<Tables>
	figures: () => ReplicaFigures[]
	/** By name, for figures of pools. */
	pools: Readonly<Record<string, OpenedDatabase<Tables>>>
	close: () => Promise<void>
}

/** How often all servers are asked how far they are: what drops no tag is read at most twice as late. */
const ASKED_EVERY_MS = 500
/** A replica that has no connection free within it has enough to do. */
const ACQUIRE_MS = 1_000

type Options<Tables> = {
	urls: readonly string[]
	/** Of the primary. */
	pools: Pick<DatabasePools<Tables>, ReplicaWork>
	poolSizes: Readonly<Record<ReplicaWork, number>>
	listener: Listener
	log: Log
}

/**
 * Reads from replicas without showing anything older than a dropped tag. A replica serves while it has replayed the position that the
 * primary had after the last drop was heard, and at most a second less than everything else. The primary takes its place otherwise,
 * also for a statement that fails because of the replica. While the primary is away, replicas that were current serve on.
 */
export async function openReplicas<Tables>(options: Options<Tables>): Promise<Replicas<Tables>> {
	const { urls, pools, listener, log } = options
	const servers: Server<Tables>[] = []
	for (const url of urls) {
		const follower = new ReplicaFollower(url, log)
		servers.push({
			follower,
			pages: await openFor(follower, url, 'pages', options),
			search: await openFor(follower, url, 'search', options),
		})
	}
	const position = new PrimaryPosition(
		openPositionReader(pools.pages.url, 'primary'),
		servers.map(({ follower }) => follower),
	)
	// Before the page cache, which renders a dropped page at once.
	await listener.listen(PAGE_TAGS_CHANNEL, position.noteDrop, position.noteDrop)
	await position.start()
	let turn = 0
	const isUsable = ({ follower }: Server<Tables>) => position.hasAll(follower, listener.isTrusted())
	return {
		choose(work) {
			turn += 1
			const usable = servers.filter(isUsable)
			return (usable[turn % usable.length]?.[work] ?? pools[work]).db
		},
		figures: () =>
			servers.map((server) => ({
				name: server.follower.name,
				isUsed: isUsable(server),
				behindBytes: position.behindOf(server.follower),
				fallbacks: server.follower.fallbacks,
			})),
		pools: Object.fromEntries(
			servers.flatMap(({ pages, search }, index) => [
				[`replica${index + 1}_pages`, pages],
				[`replica${index + 1}_search`, search],
			]),
		),
		async close() {
			await position.close()
			await Promise.all(servers.flatMap(({ follower, pages, search }) => [pages.close(), search.close(), follower.close()]))
		},
	}
}

type Server<Tables> = { follower: ReplicaFollower } & Record<ReplicaWork, OpenedDatabase<Tables>>

function openFor<Tables>(follower: ReplicaFollower, url: string, work: ReplicaWork, { pools, poolSizes, log }: Options<Tables>) {
	const primary = createPipelinedPool(pools[work].pool)
	return openDatabase<Tables>({
		url,
		poolSize: poolSizes[work],
		log,
		name: `shirube ${work} ${process.pid}`,
		acquireTimeoutMs: ACQUIRE_MS,
		route: (replica) => createReplicaPool(replica, primary, follower),
	})
}

/** Where the primary is in its log, and what replicas must have replayed. */
class PrimaryPosition {
	readonly #reader: PositionReader
	readonly #followers: readonly ReplicaFollower[]
	/** The primary's position after the last drop was heard; null until it is known. */
	#dropped: LogPosition | null = null
	/** Whether a drop was heard since the question under way was sent. */
	#isHeardAgain = false
	#learning: Promise<void> | undefined
	/** The position when all were asked last, and the time before. */
	#newest: LogPosition | null = null
	#floor: LogPosition = 0n
	#isAway = false
	#timer: NodeJS.Timeout | undefined
	#asking: Promise<void> = Promise.resolve()
	#isClosed = false

	constructor(reader: PositionReader, followers: readonly ReplicaFollower[]) {
		this.#reader = reader
		this.#followers = followers
	}

	async start(): Promise<void> {
		this.noteDrop()
		await this.#askAll()
		const again = () => {
			this.#timer = setTimeout(() => {
				this.#asking = this.#askAll()
				void this.#asking.then(() => this.#isClosed || again())
			}, ASKED_EVERY_MS)
			this.#timer.unref()
		}
		again()
	}

	/**
	 * From now on no replica serves until it has replayed what the primary has now. A notification is heard after its commit, so that
	 * the position asked for then includes it; one that the writer sent along would be that of before the commit.
	 */
	noteDrop = (): void => {
		this.#dropped = null
		this.#isHeardAgain = true
		this.#learning ??= this.#learn().finally(() => (this.#learning = undefined))
	}

	hasAll(follower: ReplicaFollower, isListenerTrusted: boolean): boolean {
		// Always: a page that was rendered without the dropped change would be kept.
		if (this.#dropped === null || !follower.hasReplayed(this.#dropped)) return false
		if (isListenerTrusted) return follower.hasReplayed(this.#floor)
		// Without a primary, better old than none; what it changed unheard is dropped once it is heard again.
		return this.#isAway && follower.isCurrent
	}

	behindOf({ replayed }: ReplicaFollower): number | null {
		if (this.#newest === null || replayed === null) return null
		return Math.max(0, Number(this.#newest - replayed))
	}

	async close(): Promise<void> {
		this.#isClosed = true
		clearTimeout(this.#timer)
		await Promise.all([this.#learning, this.#asking])
		await this.#reader.close()
	}

	async #learn(): Promise<void> {
		let position: LogPosition | null = null
		while (this.#isHeardAgain) {
			this.#isHeardAgain = false
			position = await this.#read()
		}
		this.#dropped = position
		for (const follower of this.#followers) void follower.chase(() => this.#dropped)
	}

	async #askAll(): Promise<void> {
		const position = await this.#read()
		if (position !== null) {
			this.#floor = this.#newest ?? position
			this.#newest = position
			if (this.#dropped === null && !this.#isClosed) this.noteDrop()
		}
		await Promise.all(this.#followers.map((follower) => follower.look()))
		if (position === null) return
		for (const follower of this.#followers) follower.isCurrent = follower.hasReplayed(this.#floor)
	}

	async #read(): Promise<LogPosition | null> {
		try {
			const position = await this.#reader.read()
			this.#isAway = false
			return position
		} catch {
			this.#isAway = true
			return null
		}
	}
}
