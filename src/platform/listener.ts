import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { connectionTo } from './database-hosts.ts'
import type { Log } from './log.ts'

export type Listener = {
	/**
	 * Calls `heard` for each notification of the channel. `missed` is called whenever the connection was lost and is
	 * back: notifications may have been missed.
	 */
	listen: (channel: string, heard: (payload: string) => void, missed?: () => void) => Promise<void>
	/** Whether everything that was notified more than `TRUST_MS` ago has been heard: a connection can be dead without a sign. */
	isTrusted: () => boolean
	/** How often the connection was lost. */
	gaps: () => number
	close: () => Promise<void>
}

/** For so long after a sent heartbeat that was answered, nothing can have been missed without being noticed. */
export const TRUST_MS = 2_000
const HEARTBEAT_MS = 500
/** A slow server is not taken for a dead one; trust ends before that. */
const DEAD_AFTER_MS = 5_000

type Handler = { heard: (payload: string) => void; missed: () => void }

/** Keeps one connection for LISTEN, apart from the pool because it is never idle, and renews it when it breaks. */
export function openListener(options: { url: string; log: Log }): Listener {
	const handlers = new Map<string, Handler[]>()
	let client: pg.Client | undefined
	let connecting: Promise<pg.Client> | undefined
	let closed = false
	let retry: NodeJS.Timeout | undefined
	let gaps = 0
	/** When the last heartbeat that was answered was sent. */
	let heardAt = Number.NEGATIVE_INFINITY

	async function connect(): Promise<pg.Client> {
		const fresh = await connectClient(options.url, handlers)
		fresh.once('end', () => {
			if (client !== fresh || closed) return
			client = undefined
			gaps += 1
			options.log.warn('notifications interrupted')
			renew(50)
		})
		client = fresh
		void keepAlive(fresh, { isOver: () => client !== fresh || closed, onAnswer: (sentAt) => (heardAt = sentAt) })
		return fresh
	}

	function renew(pause: number): void {
		retry = setTimeout(() => {
			connecting = connect().finally(() => (connecting = undefined))
			void connecting.then(reportGap, () => {
				if (!closed) renew(Math.min(2 * pause, 5_000))
			})
		}, pause)
	}

	function reportGap(): void {
		for (const { missed } of [...handlers.values()].flat()) missed()
	}

	return {
		async listen(channel, heard, missed = () => undefined) {
			handlers.set(channel, [...(handlers.get(channel) ?? []), { heard, missed }])
			if (!client && !connecting && !retry) connecting = connect().finally(() => (connecting = undefined))
			const connected = client ?? (await connecting)
			await connected?.query(`listen ${pg.escapeIdentifier(channel)}`)
		},
		isTrusted: () => performance.now() - heardAt < TRUST_MS,
		gaps: () => gaps,
		async close() {
			closed = true
			clearTimeout(retry)
			await connecting?.catch(() => undefined)
			await client?.end()
		},
	}
}

/** Asks until the connection ends or is found dead. Notifications come in order with the answers. */
async function keepAlive(client: pg.Client, heartbeat: { isOver: () => boolean; onAnswer: (sentAt: number) => void }): Promise<void> {
	const sentAt = performance.now()
	try {
		await client.query('select 1')
	} catch {
		// With a statement under way this cuts the connection off, and `end` follows.
		return client.end().catch(() => undefined)
	}
	heartbeat.onAnswer(sentAt)
	if (!heartbeat.isOver()) setTimeout(() => void keepAlive(client, heartbeat), HEARTBEAT_MS).unref()
}

/** Opens a connection that calls `handlers`, by channel; listens to the channels that have some already. */
async function connectClient(url: string, handlers: ReadonlyMap<string, readonly Handler[]>): Promise<pg.Client> {
	const client = new pg.Client({
		...connectionTo(url),
		application_name: 'shirube listener',
		keepAlive: true,
		connectionTimeoutMillis: 5_000,
		query_timeout: DEAD_AFTER_MS,
	})
	client.on('error', () => undefined)
	client.on('notification', ({ channel, payload }) => {
		for (const { heard } of handlers.get(channel) ?? []) heard(payload ?? '')
	})
	try {
		await client.connect()
		for (const channel of handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
		return client
	} catch (error) {
		await client.end().catch(() => undefined)
		throw error
	}
}

/** Notifies every listening process; inside a transaction, when that commits. The payload is at most 8,000 bytes. */
export async function notify(db: QueryExecutorProvider, channel: string, payload: string): Promise<void> {
	await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
