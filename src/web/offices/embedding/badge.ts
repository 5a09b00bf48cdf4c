import { html } from 'hono/html'
import { BADGE_SIZE, markupText } from './embed-code.ts'

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })
const lettersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** In halves of a Japanese letter. */
const widthOf = (letter: string) => (/^[\u0020-\u007e\uff61-\uff9f]$/.test(letter) ? 1 : 2)

const NAME_WIDTH = 24

/** Cuts a text where the badge ends; `width` counts halves of Japanese letters. */
export function shortened(text: string, width: number): string {
	const letters = lettersOf(text)
	const widthTo = (count: number) => letters.slice(0, count).reduce((sum, letter) => sum + widthOf(letter), 0)
	if (widthTo(letters.length) <= width) return text
	let count = letters.length - 1
	// Room for the dots.
	while (widthTo(count) > width - 2) count -= 1
	return `${letters.slice(0, count).join('')}…`
}

/** The badge of an office for its own site: the site's sign, its name and where it is. */
export function badgeSvg({ siteName, name, place }: { siteName: string; name: string; place: string }): string {
	const { width, height } = BADGE_SIZE
	return markupText(
		html`<svg
			xmlns="http://www.w3.org/2000/svg"
			width="${width}"
			height="${height}"
			viewBox="0 0 ${width} ${height}"
			role="img"
			font-family="'Hiragino Sans','Noto Sans JP','Yu Gothic',Meiryo,sans-serif"
		>
			<title>${`${name}（${siteName}に掲載）`}</title>
			<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="7.5" fill="#ffffff" stroke="#7d8a8b" />
			<g transform="translate(14 16)" fill="#0b5c6b">
				<path d="M14 2h4v28h-4zM4 4h18l5 5-5 5H4z" />
				<path d="M28 16H10l-5 5 5 5h18z" fill="#b3541e" />
			</g>
			<text x="54" y="23" font-size="11" fill="#4a5f64">${`${shortened(siteName, 16)}に掲載`}</text>
			<text x="54" y="39" font-size="14" font-weight="700" fill="#12343b">${shortened(name, NAME_WIDTH)}</text>
			<text x="54" y="54" font-size="11" fill="#4a5f64">${shortened(place, 30)}</text>
		</svg>`,
	)
}
