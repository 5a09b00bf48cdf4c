import { notify, openListener } from '../src/platform/listener.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { PAGE_TAGS_CHANNEL } from '../src/platform/page-tags.ts'
import type { Database } from '../src/domain/shared/context.ts'

/** The tags of cached pages that `write` drops when it commits. */
export async function droppedBy(opened: OpenedDatabase<Database>, write: () => Promise<unknown>): Promise<Set<string>> {
	const listener = openListener({ url: opened.url, log: createLog('error') })
	const heard: string[] = []
	await listener.listen(PAGE_TAGS_CHANNEL, (payload) => heard.push(...payload.split(' ')))
	const { promise, resolve } = Promise.withResolvers<void>()
	await listener.listen('written', () => resolve())
	try {
		await write()
		// Notifications come in the order of the commits.
		await notify(opened.db, 'written', '')
		await promise
		return new Set(heard)
	} finally {
		await listener.close()
	}
}
