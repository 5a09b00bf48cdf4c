import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Ctx, Services } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import type { Card } from '../../pictures/card.ts'
import { cardStylesheet } from '../../pictures/card-design.ts'
import { createCardRenderer } from '../../pictures/card-renderer.ts'
import { createDrawingProcess } from '../../pictures/drawing-process.ts'
import { drawnArticleCover, drawnCategory, drawnOffice, drawnPortrait } from '../../pictures/drawn-pictures.ts'
import {
	articleCard,
	expertCard,
	listCard,
	officeCard,
	pageCard,
	questionCard,
	siteCard,
	taskCard,
	toolCard,
} from '../../pictures/page-cards.ts'
import { statusOf } from '../../http/problem.ts'

export type MediaAppOptions = {
	/** What a visitor may see: pictures are the same for everybody. */
	ctxFor: (request: Request) => Ctx
	/** Where the photographs of offices are; without it their cards show the drawn picture. */
	storage?: Services['storage']
	/** Draws a share card, in a separate process unless a test passes another function. */
	draw?: (card: Card) => Promise<Buffer>
	/** Memory for drawn share cards of about 30 KB each. */
	keptBytes?: number
}

/** A day in caches, and a week more while a new one is fetched. */
const DAY = 'public, max-age=86400, stale-while-revalidate=604800'

/** Pictures that we draw: portraits and offices as SVG under /media, share cards as PNG under /ogp. */
export function createMediaApp({ ctxFor, storage, draw = createDrawingProcess().draw, keptBytes = 12 * 1_048_576 }: MediaAppOptions): Hono {
	const app = new Hono()
	const cards = createCardRenderer({ keptBytes, draw })
	const stylesheet = cardStylesheet()

	const answer = async (c: Context, type: string, etag: string, body: () => Promise<Buffer<ArrayBuffer> | string> | string) => {
		const headers = { 'cache-control': DAY, etag: `"${etag}"` }
		if (isKnown(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers)
		return c.body(await body(), 200, { ...headers, 'content-type': type })
	}
	const text = (c: Context, type: string, content: string) =>
		answer(c, type, createHash('sha256').update(content).digest('base64url').slice(0, 27), () => content)

	const svg = (path: string, drawn: (ctx: Ctx, id: number) => Promise<string>) =>
		app.get(`${path}/:file{[1-9][0-9]{0,8}\\.svg}`, async (c) =>
			text(c, 'image/svg+xml; charset=utf-8', await drawn(ctxFor(c.req.raw), numberOf(c.req.param('file')))),
		)

	const png = async (c: Context, card: Card) =>
		answer(c, 'image/png', cards.keyOf(card), async () => {
			const picture = await cards.render(card)
			return Buffer.from(picture.buffer as ArrayBuffer, picture.byteOffset, picture.byteLength)
		})

	svg('/media/portraits', drawnPortrait)
	svg('/media/offices', drawnOffice)
	svg('/media/articles', drawnArticleCover)
	svg('/media/categories', drawnCategory)
	app.get('/ogp/card.css', (c) => text(c, 'text/css; charset=utf-8', stylesheet))
	app.get('/ogp/site.png', (c) => png(c, siteCard(ctxFor(c.req.raw))))
	for (const [name, cardOf] of [
		['office', (ctx: Ctx, id: number) => officeCard(ctx, id, storage)],
		['expert', expertCard],
		['task', taskCard],
		['tool', toolCard],
		['question', questionCard],
		['article', articleCard],
	] as const)
		app.get(`/ogp/${name}/:file{[1-9][0-9]{0,8}\\.png}`, async (c) =>
			png(c, await cardOf(ctxFor(c.req.raw), numberOf(c.req.param('file')))),
		)
	app.get('/ogp/page/:file{[a-z]{1,20}\\.png}', async (c) =>
		png(c, pageCard(ctxFor(c.req.raw), c.req.param('file').slice(0, -'.png'.length))),
	)
	app.get('/ogp/list/:scope{0|[1-9][0-9]{0,4}}/:file{[0-9]{1,7}\\.png}', async (c) =>
		png(c, await listCard(ctxFor(c.req.raw), Number(c.req.param('scope')), numberOf(c.req.param('file')))),
	)

	app.onError((error, c) => {
		if (!isDomainError(error)) throw error
		const retry: Record<string, string> = error.retryAfterSeconds === null ? {} : { 'retry-after': String(error.retryAfterSeconds) }
		return new Response(c.req.method === 'HEAD' ? null : error.detail, {
			status: statusOf(error),
			headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...retry },
		})
	})
	return app
}

const numberOf = (file: string) => Number.parseInt(file, 10)

/** Whether a caller has the picture of this tag already. */
const isKnown = (given: string | undefined, etag: string) =>
	given !== undefined && given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
