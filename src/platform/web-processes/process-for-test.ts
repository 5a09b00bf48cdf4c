import { createHttpServer } from '../http-server.ts'
import { connectToParent } from './parent-process.ts'

/** A web process that says its number, for the test of the keeper. `/slow` is answered after a while, `/end` ends it. */
const parent = connectToParent()
const http = createHttpServer([])
const place = process.env['PLACE'] ?? ''
parent.onFiguresWanted(async () => `# HELP up Whether it lives\n# TYPE up gauge\nup 1\n`)
const end = async () => {
	await parent.refuseConnections()
	await http.close(5_000)
	process.exit(0)
}
parent.onEnd(() => void end())
process.on('SIGTERM', () => void end())
if (process.env['FAILS'] === 'true') process.exit(3)
parent.takeConnections(
	http.serveAccepted((request, response) => {
		if (request.url === '/end') process.kill(process.pid, 'SIGKILL')
		else if (request.url === '/all-figures') void parent.allFigures().then((text) => response.end(text))
		else setTimeout(() => response.end(`${place} ${process.pid}`), request.url === '/slow' ? 300 : 0)
	}),
)
