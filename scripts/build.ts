import { buildSite } from '../src/platform/site-build.ts'
import { runScript } from './run-script.ts'

/** `npm run build`: builds whether or not the sources changed. */
await runScript(async () => {
	const started = performance.now()
	const { id } = await buildSite({ root: process.cwd(), force: true, verbose: true })
	console.log(`Build ${id} is ready after ${((performance.now() - started) / 1000).toFixed(1)}s.`)
})
