import { assertFactsInForce } from '../seed/facts/build-rule.ts'
import { buildSite } from '../src/platform/site-build.ts'
import { runScript } from './run-script.ts'

/** `npm run build`: builds whether or not the sources changed. Fails while a fact of the law in content/facts has no value in force. */
await runScript(async () => {
	const started = performance.now()
	for (const warning of assertFactsInForce()) console.warn(`Fact: ${warning}.`)
	const { id } = await buildSite({ root: process.cwd(), force: true, verbose: true })
	console.log(`Build ${id} is ready after ${((performance.now() - started) / 1000).toFixed(1)}s.`)
})
