import { loadFacts } from '../seed/facts/load.ts'
import { isoDay } from '../src/domain/shared/japan-time.ts'
import { checkFacts } from '../src/domain/taxonomy/facts.ts'
import { buildSite } from '../src/platform/site-build.ts'
import { runScript } from './run-script.ts'

/** `npm run build`: builds whether or not the sources changed. Fails while a fact of the law in content/facts has no value in force. */
await runScript(async () => {
	const started = performance.now()
	const { failures, warnings } = checkFacts(loadFacts(), isoDay(Date.now()))
	for (const warning of warnings) console.warn(`Fact: ${warning}.`)
	if (failures.length > 0) throw new Error(`Facts of content/facts have expired:\n${failures.join('\n')}`)
	const { id } = await buildSite({ root: process.cwd(), force: true, verbose: true })
	console.log(`Build ${id} is ready after ${((performance.now() - started) / 1000).toFixed(1)}s.`)
})
