import type { IncomingMessage } from 'node:http'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Ctx, Database, Viewer } from './domain/shared/context.ts'
import { addImpressions, countedLists, ownOfficesOnLists, shownOfficeTag } from './domain/operations/impressions.ts'
import { addServedRequests } from './domain/operations/insights/served-requests.ts'
import { boundOf, millisecondBounds } from './domain/operations/insights/spans.ts'
import { addPageViews, countedClicks, countedPages, isOwnPage, viewPlaceOf } from './domain/operations/page-views.ts'
import { addQuestionViews } from './domain/questions/views.ts'
import { createViewCounter, type ViewCounter } from './http/page-views.ts'
import type { BuildMeta } from './http/builds.ts'
import type { HttpMetrics } from './http/metrics.ts'
import { createImpressionCounter, type ImpressionCounter } from './http/impressions.ts'
import { createServedCounter, type ServedCounter } from './http/served-requests.ts'
import type { Log } from './platform/log.ts'

/** What counting needs of the application's parts. */
type CountedSite = {
	deps: { config: Config; db: Kysely<Database>; log: Log }
	now: () => Date
	visitorCtx: Ctx
	/** The session of a request that has not reached Hono, or null. */
	findOwnSession: (request: IncomingMessage) => Promise<{ viewer: Viewer } | null>
	metrics: HttpMetrics
	meta: BuildMeta
}

/** Counts what visitors see. Returns what a request and the page that answers it are passed to. */
export function createVisits(site: CountedSite): Pick<ImpressionCounter, 'see' | 'shown' | 'close'> {
	const views = createPageViews(site)
	const impressions = createImpressions(site)
	return {
		see(req) {
			views.see(req)
			impressions.see(req)
		},
		shown: impressions.shown,
		async close() {
			await views.close()
			await impressions.close()
		},
	}
}

/** Counts views of offices, experts and questions, except those of their owners. */
function createPageViews({ deps, now, visitorCtx, findOwnSession }: CountedSite): ViewCounter {
	const { config, db, log } = deps
	return createViewCounter({
		patterns: [countedPages, countedClicks],
		placeOf: viewPlaceOf,
		trustProxy: config.trustProxy,
		write: (pages) =>
			// Both or neither: on a failure all counts are written again.
			db.transaction().execute(async (trx) => {
				await addPageViews({ db: trx, now }, pages)
				await addQuestionViews(
					{ db: trx },
					pages.filter(({ kind }) => kind === 'qa'),
				)
			}),
		async isOwn(req, page) {
			const found = await findOwnSession(req)
			return found?.viewer.kind === 'member' && isOwnPage(visitorCtx, found.viewer.userId, page)
		},
		onError: (error) => log.warn({ err: error }, 'page views were not written'),
	})
}

/** Counts on which lists offices stood, except for their members and staff. */
function createImpressions({ deps, now, visitorCtx, findOwnSession }: CountedSite): ImpressionCounter {
	const { config, db, log } = deps
	return createImpressionCounter({
		pattern: countedLists,
		tag: shownOfficeTag,
		trustProxy: config.trustProxy,
		write: (rows) => addImpressions({ db, now }, rows),
		async ownOf(req) {
			const found = await findOwnSession(req)
			return found?.viewer.kind === 'member' ? ownOfficesOnLists(visitorCtx, found.viewer.userId) : new Set()
		},
		onError: (error) => log.warn({ err: error }, 'impressions were not written'),
	})
}

/** Counts requests and the time of public pages for the figures of staff. */
export function createServedRequests({ deps, now, metrics, meta }: CountedSite): ServedCounter {
	const pages = new Set(meta.routes.map((page) => page.path).filter((path) => !/^\/?admin(?:\/|$)/.test(path)))
	return createServedCounter({
		metrics,
		isPage: (route) => pages.has(route),
		boundOf: (milliseconds) => boundOf(millisecondBounds, milliseconds),
		write: (counts) => addServedRequests({ db: deps.db, now }, counts),
		onError: (error) => deps.log.warn({ err: error }, 'served requests were not written'),
	})
}
