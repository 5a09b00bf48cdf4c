import { createElement } from 'react'
import { type Card, cleanCardText } from '../../pictures/card.ts'
import { type CardNode, cardClass, cardTree } from '../../pictures/card-design.ts'
import { Head } from '../layout/head.tsx'
import { withCtx } from '../context.ts'
import type { Route } from './+types/ogp-image.page'
import styles from './ogp-image.module.css'

export const handle = { plain: true }

/** The design of the share cards in HTML, for a title, a line above it and a line below it from the query. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const query = new URL(request.url).searchParams
	const title = cleanCardText(query.get('title'), 54)
	const kicker = cleanCardText(query.get('kicker'), 30)
	const line = cleanCardText(query.get('line'), 60)
	const card: Card = {
		siteName: ctx.site.name,
		kicker: kicker || '業務と地域から士業・専門家を探す',
		title: [title || ctx.site.name],
		lines: line ? [line] : [],
		facts: [],
		picture: null,
	}
	return { card }
})

export default function OgpImagePage({ loaderData: { card } }: Route.ComponentProps) {
	return (
		<>
			<Head title={`共有カード「${card.title.join('')}」`} description={card.kicker} path="/ogp/image" noindex />
			<link rel="stylesheet" href="/ogp/card.css" precedence="default" />
			<h1 className="visually-hidden">{[...new Set([card.kicker, ...card.title, ...card.lines, card.siteName])].join('、')}</h1>
			<div className={styles.stage}>
				<div className="card-frame" aria-hidden="true">
					<CardPart node={cardTree(card, null)} />
				</div>
			</div>
		</>
	)
}

function CardPart({ node }: { node: CardNode }) {
	const { tag, style, attributes, children = [] } = node
	return createElement(
		tag,
		{ ...attributes, ...(style ? { className: cardClass(style) } : {}) },
		...children.map((child, index) => (typeof child === 'string' ? child : <CardPart key={index} node={child} />)),
	)
}
