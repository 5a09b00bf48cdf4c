/** autocannon comes without types: what the figures use of it. */
declare module 'autocannon' {
	type Options = {
		url: string
		connections: number
		/** Seconds. */
		duration: number
		headers?: Record<string, string>
		/** Sent by each connection in turns. */
		requests?: { path: string; headers: Record<string, string> }[]
		/** Called for each connection before it sends. */
		setupClient?: (client: { setHeaders: (headers: Record<string, string>) => void }) => void
	}
	type Result = {
		requests: { average: number; total: number }
		errors: number
		timeouts: number
		'4xx': number
		'5xx': number
	}
	export default function autocannon(options: Options): Promise<Result>
}
