import { brokenRows, type Card, type CardPicture, cutText, titleSize } from './card.ts'

/**
 * The design of the share card, once: a tree of named boxes and a table of their styles in pixels of a card of
 * 1200 × 630. satori gets the styles inline; the page /ogp/image gets the same table as a style sheet whose lengths
 * scale with the width of the card (a strict CSP allows no style attributes).
 */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** Raised with every change of the design, so that cached pictures are redrawn. */
export const CARD_DESIGN_VERSION = 5

// The palette of layout/tokens.css.
const ACCENT = '#0b5c6b'
const ACCENT_STRONG = '#0a3f49'
const ACCENT_SOFT = '#f1ead9'
const PRIMARY = '#b83a12'
const SIGNPOST = '#f2b632'
const WOOD = '#7d4a2b'
const GROUND = '#e3efe9'
const PAPER = '#fbf7ef'
const INK = '#12343b'
const INK_2 = '#4f5d60'
const LINE = '#e6dfd1'

type Style = Record<string, string | number>

const row = { display: 'flex', flexDirection: 'row' } as const
const column = { display: 'flex', flexDirection: 'column' } as const

const styles = {
	card: {
		...row,
		boxSizing: 'border-box',
		width: CARD_WIDTH,
		height: CARD_HEIGHT,
		padding: 36,
		backgroundColor: ACCENT_STRONG,
		color: INK,
	},
	sheet: { ...column, boxSizing: 'border-box', flexGrow: 1, padding: 52, paddingBottom: 40, borderRadius: 28, backgroundColor: PAPER },
	main: { ...row, flexGrow: 1, alignItems: 'center', justifyContent: 'space-between' },
	textBesideMotif: { ...column, width: 764 },
	textBesidePicture: { ...column, width: 724 },
	kicker: { display: 'flex', fontSize: 30, fontWeight: 700, color: ACCENT, lineHeight: 1.4, marginBottom: 14 },
	title76: { ...column, fontSize: 76, fontWeight: 700, lineHeight: 1.28 },
	title68: { ...column, fontSize: 68, fontWeight: 700, lineHeight: 1.3 },
	title60: { ...column, fontSize: 60, fontWeight: 700, lineHeight: 1.32 },
	title54: { ...column, fontSize: 54, fontWeight: 700, lineHeight: 1.34 },
	title48: { ...column, fontSize: 48, fontWeight: 700, lineHeight: 1.36 },
	titleLine: { display: 'flex' },
	lines: { ...column, marginTop: 20, fontSize: 30, fontWeight: 500, color: INK_2, lineHeight: 1.5 },
	line: { display: 'flex' },
	portrait: { width: 260, height: 260, borderRadius: 130, backgroundColor: ACCENT_SOFT },
	office: { width: 260, height: 260, borderRadius: 20, backgroundColor: ACCENT_SOFT },
	scene: { width: 300, height: 300 },
	motif: { width: 230, height: 300 },
	foot: { ...row, alignItems: 'center', justifyContent: 'space-between', paddingTop: 28, borderTop: `2px solid ${LINE}` },
	facts: { ...row, alignItems: 'center' },
	fact: {
		display: 'flex',
		marginRight: 14,
		padding: 8,
		paddingLeft: 20,
		paddingRight: 20,
		borderRadius: 12,
		backgroundColor: ACCENT_SOFT,
		color: ACCENT_STRONG,
		fontSize: 26,
		fontWeight: 700,
		lineHeight: 1.4,
		whiteSpace: 'nowrap',
	},
	brand: { ...row, alignItems: 'center', flexShrink: 0, fontSize: 36, fontWeight: 700, lineHeight: 1.3, whiteSpace: 'nowrap' },
	brandMark: { width: 46, height: 46, marginRight: 14 },
} satisfies Record<string, Style>

export type StyleName = keyof typeof styles

export type CardNode = {
	tag: 'div' | 'img' | 'svg' | 'path' | 'rect'
	style?: StyleName
	attributes?: Readonly<Record<string, string | number>>
	children?: readonly (CardNode | string)[]
}

const box = (style: StyleName, ...children: readonly (CardNode | string)[]): CardNode => ({ tag: 'div', style, children })

const brandMark: CardNode = {
	tag: 'svg',
	style: 'brandMark',
	attributes: { viewBox: '0 0 32 32', width: 46, height: 46 },
	children: [
		{ tag: 'path', attributes: { d: 'M14 2h4v28h-4zM4 4h18l5 5-5 5H4z', fill: ACCENT_STRONG } },
		{ tag: 'path', attributes: { d: 'M28 16H10l-5 5 5 5h18z', fill: PRIMARY } },
	],
}

/** The signpost at the end of its path, for a card without a face or a house. */
const motif: CardNode = {
	tag: 'svg',
	style: 'motif',
	attributes: { viewBox: '0 0 230 300', width: 230, height: 300 },
	children: [
		{ tag: 'path', attributes: { d: 'M20 286a95 12 0 1 0 190 0a95 12 0 1 0-190 0z', fill: GROUND } },
		{
			tag: 'path',
			attributes: {
				d: 'M6 290c40-8 62-24 76-46s20-36 30-52',
				fill: 'none',
				stroke: SIGNPOST,
				'stroke-width': 10,
				'stroke-linecap': 'round',
				'stroke-dasharray': '0 18',
			},
		},
		{ tag: 'path', attributes: { d: 'M112 4h16v284h-16z', fill: WOOD } },
		{ tag: 'path', attributes: { d: 'M30 24h162l26 26-26 26H30z', fill: ACCENT_STRONG } },
		{ tag: 'path', attributes: { d: 'M206 96H42l-26 26 26 26h164z', fill: ACCENT } },
		{ tag: 'path', attributes: { d: 'M52 168h118l24 24-24 24H52z', fill: PRIMARY } },
	],
}

/** Chips in one row beside the site name. */
function fittingFacts(facts: readonly string[]): string[] {
	let left = 30
	return facts.filter((fact) => {
		left -= fact.length + 2
		return left >= 0
	})
}

/** Pixels between the kicker and the foot, and of a quiet line. */
const TITLE_ROOM = 326
const LINE_HEIGHT = 45

const sizeOf = (kind: CardPicture['kind']) => ({ width: styles[kind].width, height: styles[kind].height })

/** The card as a tree. `pictureSource` locates the picture: a data URI for satori, a path for HTML. */
export function cardTree(card: Card, pictureSource: string | null): CardNode {
	const beside = card.picture !== null && pictureSource !== null
	const width = beside ? styles.textBesidePicture.width : styles.textBesideMotif.width
	const lineEms = width / styles.lines.fontSize
	const lines = card.lines.flatMap((line) => brokenRows(line, lineEms)).slice(0, 2)
	const size = titleSize(card.title, width, TITLE_ROOM - (lines.length === 0 ? 0 : styles.lines.marginTop + lines.length * LINE_HEIGHT))
	return box(
		'card',
		box(
			'sheet',
			box(
				'main',
				box(
					beside ? 'textBesidePicture' : 'textBesideMotif',
					box('kicker', cutText(card.kicker, lineEms)),
					box(`title${size}`, ...card.title.map((line) => box('titleLine', line))),
					...(lines.length > 0 ? [box('lines', ...lines.map((line) => box('line', line)))] : []),
				),
				...(card.picture !== null && pictureSource !== null
					? [{ tag: 'img' as const, style: card.picture.kind, attributes: { src: pictureSource, ...sizeOf(card.picture.kind), alt: '' } }]
					: [motif]),
			),
			box(
				'foot',
				box('facts', ...fittingFacts(card.facts).map((fact) => box('fact', fact))),
				box('brand', brandMark, box('titleLine', card.siteName)),
			),
		),
	)
}

/** What satori takes in place of a React element. */
export type SatoriElement = { type: string; props: Record<string, unknown> }

/** The tree with inline styles, its text in `fontFamily`. */
export function satoriElement(node: CardNode, fontFamily?: string): SatoriElement {
	const children = (node.children ?? []).map((child) => (typeof child === 'string' ? child : satoriElement(child)))
	const style = node.style ? { ...styles[node.style], ...(fontFamily ? { fontFamily } : {}) } : undefined
	return {
		type: node.tag,
		props: {
			...node.attributes,
			...(fontFamily ? { lang: 'ja-JP' } : {}),
			...(style ? { style } : {}),
			...(children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children }),
		},
	}
}

const unitless = new Set(['flexGrow', 'flexShrink', 'fontWeight', 'lineHeight'])
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const scaled = (pixels: number) => `${Number(((pixels * 100) / CARD_WIDTH).toFixed(4))}cqw`

function cssValue(property: string, value: string | number): string {
	if (typeof value === 'number') return unitless.has(property) ? String(value) : scaled(value)
	return value.replaceAll(/(\d+)px/g, (_, pixels: string) => scaled(Number(pixels)))
}

export const cardClass = (style: StyleName): string => `card-${kebab(style)}`

/** The same design for HTML, in a container as wide as it may be. */
export function cardStylesheet(): string {
	const rules = Object.entries(styles).map(([name, style]) => {
		const declarations = Object.entries(style).map(([property, value]) => `${kebab(property)}:${cssValue(property, value)}`)
		return `.${cardClass(name as StyleName)}{${declarations.join(';')}}`
	})
	return ['.card-frame{container-type:inline-size;max-width:1200px;margin-inline:auto;overflow:hidden}', ...rules].join('\n')
}
