import satori from 'satori'
import sharp from 'sharp'
import type { Card } from './card.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardNode, cardTree, satoriElement } from './card-design.ts'
import type { CardFonts } from './card-fonts.ts'

/** The PNG of a card, 1200 × 630, with its text as paths. */
export async function drawCard(card: Card, fonts: CardFonts): Promise<Buffer> {
	const picture = card.picture ? await pictureData(card.picture.svg) : null
	const tree = await withTexts(cardTree(card, picture), fonts.settable)
	const { fonts: needed, family } = await fonts.fontsFor({ 700: textsOf(tree, 'heavy'), 500: textsOf(tree, 'quiet') })
	const svg = await satori(satoriElement(tree, family) as Parameters<typeof satori>[0], {
		width: CARD_WIDTH,
		height: CARD_HEIGHT,
		fonts: needed,
	})
	// A palette is small and enough for drawings; the shades of a photograph need more.
	const isPhotograph = card.picture?.svg.includes('data:image/jpeg') ?? false
	return sharp(Buffer.from(svg))
		.png(isPhotograph ? { compressionLevel: 9 } : { palette: true, colours: 128, effort: 4, compressionLevel: 9 })
		.toBuffer()
}

async function withTexts(node: CardNode, write: (text: string) => Promise<string>): Promise<CardNode> {
	const children = await Promise.all(
		(node.children ?? []).map((child) => (typeof child === 'string' ? write(child) : withTexts(child, write))),
	)
	return { ...node, children }
}

/** The characters of a tree that are set in medium (the quiet lines) or in bold (all others). */
function textsOf(node: CardNode, weight: 'quiet' | 'heavy', inherited: 'quiet' | 'heavy' = 'heavy'): string {
	const own = node.style === 'lines' ? 'quiet' : inherited
	return (node.children ?? [])
		.map((child) => (typeof child === 'string' ? (own === weight ? child : '') : textsOf(child, weight, own)))
		.join('')
}

/** Rasterises a drawn picture: renderers differ on an SVG inside an SVG. */
async function pictureData(svg: string): Promise<string> {
	const png = await sharp(Buffer.from(svg), { density: 144 }).resize(520, 520, { fit: 'cover' }).png().toBuffer()
	return `data:image/png;base64,${png.toString('base64')}`
}
