import satori from 'satori'
import sharp from 'sharp'
import { writePageDocument } from '../../../src/platform/page-document.ts'
import { createCardFonts } from '../../../src/pictures/card-fonts.ts'

/** One for all: a font is read and parsed once. */
const cardFonts = createCardFonts()

const WIDTH = 1_000
const HEIGHT = 1_414

export type ProofText = { title: string; lines: readonly (readonly [string, string])[]; foot: string }

type Style = Record<string, string | number>
const box = (style: Style, children: unknown) => ({ type: 'div', props: { style: { display: 'flex', ...style }, children } })

/** A certificate as a register might print it, with a large watermark that it is a sample. */
export async function drawProof({ title, lines, foot }: ProofText, kind: 'pdf' | 'png'): Promise<Uint8Array> {
	const sample = '見本（試用版のための架空の書類）'
	const text = [title, foot, sample, ...lines.flat()].join('')
	const { fonts, family } = await cardFonts.fontsFor({ 700: text, 500: text })
	const row = ([name, value]: readonly [string, string]) =>
		box({ fontSize: 30, fontWeight: 500, marginBottom: 34, borderBottom: '2px solid #b9b2a3', paddingBottom: 14 }, [
			box({ width: 260, color: '#5d574a' }, name),
			box({ width: 500 }, value),
		])
	const tree = box(
		{
			width: WIDTH,
			height: HEIGHT,
			boxSizing: 'border-box',
			flexDirection: 'column',
			padding: 130,
			background: '#fdfbf5',
			color: '#26221a',
			fontFamily: family,
			border: '14px double #8d7f5c',
		},
		[
			box({ fontSize: 58, fontWeight: 700, justifyContent: 'center', marginBottom: 120 }, title),
			box({ flexDirection: 'column' }, lines.map(row)),
			box({ fontSize: 28, fontWeight: 500, marginTop: 60 }, foot),
			box({ fontSize: 32, fontWeight: 700, color: '#a33b2b', marginTop: 120, justifyContent: 'center' }, sample),
		],
	)
	const svg = await satori(tree as Parameters<typeof satori>[0], { width: WIDTH, height: HEIGHT, fonts })
	const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer()
	if (kind === 'png') return png
	const jpeg = await sharp(png).jpeg({ quality: 85 }).toBuffer()
	return writePageDocument([{ jpeg, width: WIDTH, height: HEIGHT, points: { width: 595, height: 842 } }])
}
