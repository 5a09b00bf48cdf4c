import { PlausibleScript } from './analytics.tsx'
import { useSite } from './site.ts'

export type JsonLd = Record<string, unknown>

/**
 * Title, description, canonical address, Open Graph and structured data of a page. `path` is the canonical path with
 * its canonical query; `image` the path of a PNG of 1200 × 630. React puts the elements into the document's head.
 */
export function Head({
	title,
	description,
	path,
	image = '/ogp/site.png',
	type = 'website',
	noindex = false,
	jsonLd = [],
	previous,
	next,
}: {
	/** Without the site's name; null on the top page, which is the site itself. */
	title: string | null
	description: string
	path: string
	image?: string
	type?: 'website' | 'article' | 'profile'
	noindex?: boolean
	jsonLd?: JsonLd[]
	previous?: string | null
	next?: string | null
}) {
	const site = useSite()
	const fullTitle = title ? `${title}｜${site.name}` : `${site.name}｜業務と地域から士業・専門家を探す`
	const url = `${site.publicUrl}${path}`
	return (
		<>
			<title>{fullTitle}</title>
			<meta name="description" content={description} />
			{noindex ? <meta name="robots" content="noindex,follow" /> : <link rel="canonical" href={url} />}
			{!noindex && <PlausibleScript />}
			{previous && <link rel="prev" href={`${site.publicUrl}${previous}`} />}
			{next && <link rel="next" href={`${site.publicUrl}${next}`} />}
			<meta property="og:site_name" content={site.name} />
			<meta property="og:locale" content="ja_JP" />
			<meta property="og:type" content={type} />
			<meta property="og:title" content={title ?? site.name} />
			<meta property="og:description" content={description} />
			<meta property="og:url" content={url} />
			<meta property="og:image" content={`${site.publicUrl}${image}`} />
			<meta property="og:image:width" content="1200" />
			<meta property="og:image:height" content="630" />
			<meta name="twitter:card" content="summary_large_image" />
			{jsonLd.map((entry) => (
				<script
					key={String(entry['@type'])}
					type="application/ld+json"
					dangerouslySetInnerHTML={{ __html: inlineJson({ '@context': 'https://schema.org', ...entry }) }}
				/>
			))}
		</>
	)
}

/** JSON that cannot end the script element around it. */
const inlineJson = (value: JsonLd) => JSON.stringify(value).replaceAll('<', '\\u003c')
