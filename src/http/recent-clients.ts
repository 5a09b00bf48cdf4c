/** What is remembered of each client, such as how much it has asked for, and when. */
export type RecentClients<State> = {
	get: (client: string) => (State & { at: number }) | undefined
	put: (client: string, state: State & { at: number }) => void
	readonly size: () => number
}

const MOST = 20_000

/**
 * Remembers clients in memory for as long as that makes a difference: those of which `isSettled` says that they are like unknown ones are
 * forgotten with the next that comes, the longest unseen first. Of too many the longest unseen is forgotten in any case.
 */
export function createRecentClients<State>(isSettled: (state: State, ms: number) => boolean): RecentClients<State> {
	const clients = new Map<string, State & { at: number }>()
	return {
		get: (client) => clients.get(client),
		put(client, state) {
			// Put last again, so that the longest unseen come first.
			clients.delete(client)
			clients.set(client, state)
			for (const [other, seen] of clients) {
				if (clients.size <= MOST && !isSettled(seen, state.at - seen.at)) break
				clients.delete(other)
			}
		},
		size: () => clients.size,
	}
}
