import type { Kysely } from 'kysely'
import type { Database, Services, Site } from '../domain/shared/context.ts'
import { withholdForbiddenTexts } from '../domain/offices/forbidden-texts.ts'
import type { Queue } from '../platform/queue.ts'
import { CHECK_OFFICE_TEXTS } from './queues.ts'

/** Checks the texts of offices into which a profession with advertising rules has come. */
export async function workOfficeTexts({
	db,
	site,
	services,
	queue,
}: {
	db: Kysely<Database>
	site: Site
	services: Services
	queue: Queue
}) {
	await queue.work<{ officeId: number }>(CHECK_OFFICE_TEXTS, ({ officeId }) =>
		withholdForbiddenTexts({ ...services, db, site, now: () => new Date(), viewer: { kind: 'visitor' } }, officeId),
	)
}
