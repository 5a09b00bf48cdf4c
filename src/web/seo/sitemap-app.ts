import { Hono } from 'hono'
import type { Ctx } from '../../domain/shared/context.ts'
import { listSitemapEntries } from '../../domain/listings/sitemap.ts'
import type { SitemapEntry, SitemapKind, SitemapPage } from '../../domain/listings/types.ts'
import { listArticleSitemapEntries } from '../../domain/articles/article-list.ts'
import { listQuestionSitemapEntries } from '../../domain/questions/question-sitemap.ts'
import { calculators } from '../../domain/calculators/calculators.ts'
import { listUnlistedProfessions } from '../../domain/taxonomy/unlisted-professions.ts'
import { calculatorPath, unlistedProfessionPath } from '../../domain/shared/links.ts'
import { hours } from '../../domain/shared/japan-time.ts'
import { pages } from '../routes.ts'

type Kind = SitemapKind | 'question' | 'article'
const kinds: readonly Kind[] = ['category', 'task', 'tool', 'term', 'fee', 'list', 'office', 'expert', 'question', 'article']
const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
const FRESH_MS = hours(1)

/** `/robots.txt`, `/sitemap.xml` (the index) and its files of at most 50,000 addresses each. */
export function createSitemapApp({ ctxFor }: { ctxFor: () => Ctx }): Hono {
	const app = new Hono()
	let index: { at: number; files: Promise<string[]> } | null = null

	app.get('/robots.txt', (c) => {
		const { publicUrl } = ctxFor().site
		// Pages with noindex stay allowed: a crawler that may not fetch a page never sees it.
		const body = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
		return c.text(body, 200, { 'cache-control': 'public, max-age=3600' })
	})

	app.get('/sitemap.xml', async (c) => {
		const ctx = ctxFor()
		if (!index || Date.now() - index.at > FRESH_MS) {
			index = { at: Date.now(), files: listFiles(ctx) }
			index.files.catch(() => (index = null))
		}
		const files = await index.files
		const body = files.map((file) => `<sitemap><loc>${escapeXml(`${ctx.site.publicUrl}/sitemaps/${file}`)}</loc></sitemap>`).join('')
		return c.body(`${declaration}<sitemapindex ${namespace}>${body}</sitemapindex>`, 200, xml)
	})

	app.get('/sitemaps/pages.xml', async (c) =>
		c.body(
			urlset(
				ctxFor().site.publicUrl,
				[
					...pages.filter(({ search }) => search === 'sitemap').map(({ pattern }) => pattern),
					...calculators.map(({ slug }) => calculatorPath(slug)),
					...(await listUnlistedProfessions()).map(({ slug }) => unlistedProfessionPath(slug)),
				].map((path) => ({ path, updatedAt: null })),
			),
			200,
			xml,
		),
	)

	app.get('/sitemaps/:file{[a-z]+(?:-from-[0-9-]{1,20})?\\.xml}', async (c) => {
		const [name, after = null] = c.req.param('file').slice(0, -'.xml'.length).split('-from-')
		const kind = kinds.find((one) => one === name)
		if (!kind) return c.notFound()
		const ctx = ctxFor()
		const { entries } = await readEntries(ctx, kind, after)
		return c.body(urlset(ctx.site.publicUrl, entries), 200, xml)
	})

	return app
}

const readEntries = (ctx: Ctx, kind: Kind, after: string | null): Promise<SitemapPage> =>
	kind === 'question'
		? listQuestionSitemapEntries(ctx, after)
		: kind === 'article'
			? listArticleSitemapEntries(ctx, after)
			: listSitemapEntries(ctx, kind, after)

/** Names of all files, found by walking each kind's pages once. */
async function listFiles(ctx: Ctx): Promise<string[]> {
	const files = ['pages.xml']
	for (const kind of kinds) {
		let after: string | null = null
		do {
			const { entries, next }: SitemapPage = await readEntries(ctx, kind, after)
			if (entries.length > 0) files.push(after === null ? `${kind}.xml` : `${kind}-from-${after}.xml`)
			after = next
		} while (after !== null)
	}
	return files
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function urlset(publicUrl: string, entries: readonly SitemapEntry[]): string {
	const body = entries
		.map(({ path, updatedAt }) => {
			const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
			return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`
		})
		.join('')
	return `${declaration}<urlset ${namespace}>${body}</urlset>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
