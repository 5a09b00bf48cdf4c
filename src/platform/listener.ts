import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'

export type Listener = {
	/**
	 * Calls `heard` for each notification of the channel. `missed` is called whenever the connection was lost and is
	 * back: what was said meanwhile is unknown.
	 */
	listen: (channel: string, heard: (payload: string) => void, missed?: () => void) => Promise<void>
	close: () => Promise<void>
}

type Handler = { heard: (payload: string) => void; missed: () => void }

/** Keeps one connection for LISTEN, apart from the pool because it is never idle, and renews it when it breaks. */
export function openListener(options: { url: string; log: Log }): Listener {
	const handlers = new Map<string, Handler[]>()
	let client: pg.Client | undefined
	let connecting: Promise<pg.Client> | undefined
	let closed = false
	let retry: NodeJS.Timeout | undefined

	async function connect(): Promise<pg.Client> {
		const fresh = await connectClient(options.url, handlers)
		fresh.once('end', () => {
			if (client !== fresh || closed) return
			client = undefined
			options.log.warn('notifications interrupted')
			renew(50)
		})
		client = fresh
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
		async close() {
			closed = true
			clearTimeout(retry)
			await connecting?.catch(() => undefined)
			await client?.end()
		},
	}
}

/** Opens a connection that calls `handlers`, by channel; listens to the channels that have some already. */
async function connectClient(url: string, handlers: ReadonlyMap<string, readonly Handler[]>): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'shirube listener',
		keepAlive: true,
		connectionTimeoutMillis: 5_000,
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
