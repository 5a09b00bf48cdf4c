import { createServer } from 'node:http'

/** Behaves like the site towards its parent: reports its instance, is ready at once, and stops on signals. */
const { PORT, INSTANCE_ID, DATABASE_URL } = process.env
const server = createServer((request, response) => {
	const known: Record<string, object> = {
		'/healthz': { status: 'ok', instance: INSTANCE_ID, database: DATABASE_URL ?? null },
		'/readyz': { status: 'ok' },
	}
	const body = known[request.url ?? '']
	response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {}))
})
server.on('error', () => {
	console.error(`The start failed. Port ${PORT} is already in use: stop the other program, or set PORT to another port.`)
	process.exit(1)
})
server.listen(Number(PORT))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
