import { createHash } from 'node:crypto'

export type FeedItem = {
	title: string
	path: string
	publishedAt: Date
	changedAt: Date
	creator?: string
	category: string
	text: string
}

export type Feed = {
	publicUrl: string
	title: string
	description: string
	/** Paths of the feed itself and of the page that it is of. */
	self: string
	page: string
	items: readonly FeedItem[]
}

/** Answers a feed reader with RSS 2.0, or with 304 when it has the same text. */
export function feedResponse(request: Request, feed: Feed): Response {
	const body = rss(feed)
	const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
	const headers = { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=0, must-revalidate', etag }
	const isKnown = request.headers
		.get('if-none-match')
		?.split(',')
		.some((one) => one.trim().replace(/^W\//, '') === etag)
	return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

function rss({ publicUrl, title, description, self, page, items }: Feed): string {
	const changed = Math.max(...items.map(({ changedAt }) => changedAt.getTime()))
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
		'<channel>',
		`<title>${escapeXml(title)}</title>`,
		`<link>${escapeXml(publicUrl + page)}</link>`,
		`<description>${escapeXml(description)}</description>`,
		'<language>ja</language>',
		`<atom:link href="${escapeXml(publicUrl + self)}" rel="self" type="application/rss+xml"/>`,
		...(items.length > 0 ? [`<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>`] : []),
		...items.map((item) => {
			const address = escapeXml(publicUrl + item.path)
			return [
				'<item>',
				`<title>${escapeXml(item.title)}</title>`,
				`<link>${address}</link>`,
				`<guid isPermaLink="true">${address}</guid>`,
				`<pubDate>${item.publishedAt.toUTCString()}</pubDate>`,
				...(item.creator === undefined ? [] : [`<dc:creator>${escapeXml(item.creator)}</dc:creator>`]),
				`<category>${escapeXml(item.category)}</category>`,
				`<description>${escapeXml(item.text)}</description>`,
				'</item>',
			].join('')
		}),
		'</channel>',
		'</rss>',
		'',
	].join('\n')
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
