import { type ChainFault, type ChainHead, verifyAuditChain } from '../src/domain/operations/audit-chain.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run audit:verify               recomputes the hash chain of the audit log and prints its head
npm run audit:verify -- COUNT:HASH  checks too that the log still begins with what had this head`

/** `npm run audit:verify`: ends with exit code 1 and the first fault where the log was changed. */
await runScript(() => {
	const [noted, ...rest] = process.argv.slice(2)
	const expected = noted === undefined ? null : parseHead(noted)
	if (rest.length > 0 || expected === undefined) throw new StartError(USAGE)
	return withDatabase(async ({ db }) => {
		const { head, fault } = await verifyAuditChain(db, expected)
		if (fault) throw new StartError(sentenceOf(fault))
		console.log(`The audit log is intact: ${head.count} events.`)
		if (head.count > 0) console.log(`Note this head outside the database: ${head.count}:${head.hash}`)
	})
})

function parseHead(text: string): ChainHead | undefined {
	const [, count, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? []
	return count === undefined || hash === undefined ? undefined : { count: Number(count), hash }
}

function sentenceOf(fault: ChainFault): string {
	switch (fault.kind) {
		case 'gap':
			return `The audit log was changed: seal ${fault.seq} is missing.`
		case 'removed':
			return `The audit log was changed: event ${fault.auditId} (seal ${fault.seq}) was removed.`
		case 'changed':
			return `The audit log was changed: event ${fault.auditId} or a seal before ${fault.seq} is not what was recorded.`
		case 'unsealed':
			return `The audit log was changed: event ${fault.auditId} has no seal.`
		case 'other-head':
			return fault.found === null
				? `The audit log was changed: it is shorter than ${fault.expected.count} events.`
				: `The audit log was changed: its first ${fault.expected.count} events are not those of the noted head.`
	}
}
