/** `shirube ready`: ends with exit code 0 when the site of this machine can serve, and with 1 when it cannot or does not answer. */

const WITHIN_MS = 10_000

/** Where the site of these settings answers on this machine: at `HOST`, which need not be a loopback address. */
export function readinessUrl(env: Readonly<Record<string, string | undefined>>): string {
	const host = env['HOST'] || '127.0.0.1'
	return `http://${host.includes(':') ? `[${host}]` : host}:${env['PORT'] || '3000'}/readyz`
}

if (import.meta.main) {
	const isReady = await fetch(readinessUrl(process.env), { signal: AbortSignal.timeout(WITHIN_MS) }).then(
		({ ok }) => ok,
		() => false,
	)
	process.exit(isReady ? 0 : 1)
}
