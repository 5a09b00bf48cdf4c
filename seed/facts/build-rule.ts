import { isoDay } from '../../src/domain/shared/japan-time.ts'
import { checkFacts } from '../../src/domain/taxonomy/facts.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { loadFacts } from './load.ts'

/** Returns warnings about the facts of content/facts. Throws with every fact that has no value in force today. */
export function assertFactsInForce(): string[] {
	const { failures, warnings } = checkFacts(loadFacts(), isoDay(Date.now()))
	if (failures.length > 0) throw new StartError(`Facts of content/facts have expired:\n${failures.join('\n')}`)
	return warnings
}
