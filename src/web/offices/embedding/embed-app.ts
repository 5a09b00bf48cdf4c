import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { loadCardsOf } from '../../../domain/listings/cards.ts'
import type { OfficeCard } from '../../../domain/listings/types.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { isDomainError, notFound } from '../../../domain/shared/errors.ts'
import { ALL_OFFICES } from '../../../domain/taxonomy/scopes.ts'
import { statusOf } from '../../../http/problem.ts'
import { badgeSvg } from './badge.ts'
import { widgetHtml, widgetPolicy } from './widget.ts'

/** Sites of offices may be read more than this one: an office is read at most once in this time. */
const KEPT_MS = 60_000
const KEPT = 500
/** A page that is gone leaves other sites within an hour. */
const HOUR = 'public, max-age=3600'

/** What offices show of their page on their own sites: a badge (SVG) and a widget (a document for a frame). Neither sets a cookie. */
export function createEmbedApp({ ctxFor }: { ctxFor: (request: Request) => Ctx }): Hono {
	const app = new Hono()
	const offices = new LRUCache<number, Promise<OfficeCard | null>>({ max: KEPT, ttl: KEPT_MS })

	async function getCard(ctx: Ctx, id: number): Promise<OfficeCard> {
		let reading = offices.get(id)
		if (reading === undefined) {
			reading = loadCardsOf(ctx, [id], ALL_OFFICES).then(([card]) => card ?? null)
			offices.set(id, reading)
			reading.catch(() => offices.delete(id))
		}
		const card = await reading
		if (card === null) throw notFound('office')
		return card
	}

	const answer = (c: Context, content: string, headers: Record<string, string>) => {
		const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
		const kept = { 'cache-control': HOUR, 'x-robots-tag': 'noindex', etag, ...headers }
		if (c.req.header('if-none-match')?.replace(/^W\//, '') === etag) return c.body(null, 304, kept)
		return c.body(content, 200, kept)
	}

	app.get('/badge/office/:file{[1-9][0-9]{0,8}\\.svg}', async (c) => {
		const ctx = ctxFor(c.req.raw)
		const { name, prefectureName, municipalityName } = await getCard(ctx, Number.parseInt(c.req.param('file'), 10))
		const svg = badgeSvg({ siteName: ctx.site.name, name, place: `${prefectureName}${municipalityName}` })
		return answer(c, svg, { 'content-type': 'image/svg+xml; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' })
	})
	app.get('/widget/office/:id{[1-9][0-9]{0,8}}', async (c) => {
		const ctx = ctxFor(c.req.raw)
		const document = widgetHtml(await getCard(ctx, Number(c.req.param('id'))), ctx.site)
		return answer(c, document, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': widgetPolicy })
	})
	app.onError((error) => {
		if (!isDomainError(error)) throw error
		// Empty in the frame of a site that still shows an office which has left.
		const headers = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors *" }
		return new Response(null, { status: statusOf(error), headers })
	})
	return app
}
