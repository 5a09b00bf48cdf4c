import type TurndownService from 'turndown'

/** Turns the HTML of other programs into the Markdown subset of articles (`article-markdown.ts`). Nothing is fetched. */

/** The text, and the addresses of pictures, which are left out. */
export type ConvertedText = { markdown: string; images: string[] }

/** Elements without a text for readers. */
const REMOVED = ['script', 'style', 'iframe', 'noscript', 'form', 'object', 'embed', 'video', 'audio'] as const
const MAX_COLUMNS = 6

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function tableOf(node: HTMLElement): string {
	const rows = Array.from(node.querySelectorAll('tr'), (row) =>
		Array.from(row.querySelectorAll('th, td'), (cell) => flat(cell.textContent ?? '').replaceAll('|', '｜')),
	).filter((cells) => cells.length > 0)
	const [head, ...below] = rows
	if (!head || head.length < 2 || head.length > MAX_COLUMNS || below.some((cells) => cells.length !== head.length))
		return `\n\n${rows.map((cells) => cells.join('　')).join('\n')}\n\n`
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
	return `\n\n${[line(head), line(head.map(() => '---')), ...below.map(line)].join('\n')}\n\n`
}

/** Markup that the subset knows; the text of all other elements stays. */
function serviceOf(Service: typeof TurndownService, images: string[]): TurndownService {
	const service = new Service({ headingStyle: 'atx', bulletListMarker: '-', strongDelimiter: '**', hr: '' })
	// The subset has no escapes.
	service.escape = (text) => text
	service.remove([...REMOVED])
	service.addRule('heading', {
		filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
		replacement: (content, node) => `\n\n${/^H[12]$/.test(node.nodeName) ? '##' : '###'} ${flat(content.replaceAll('**', ''))}\n\n`,
	})
	service.addRule('plain', { filter: ['em', 'i', 'code'], replacement: (content) => content })
	service.addRule('preformatted', { filter: 'pre', replacement: (_content, node) => `\n\n${(node.textContent ?? '').trim()}\n\n` })
	service.addRule('image', {
		filter: 'img',
		replacement: (_content, node) => {
			const address = node.getAttribute('src') ?? ''
			if (address !== '') images.push(address.slice(0, 300))
			return ''
		},
	})
	service.addRule('link', {
		filter: 'a',
		replacement: (content, node) => {
			const address = node.getAttribute('href') ?? ''
			const text = flat(content)
			if (text === '' || !/^https?:\/\/[^\s()<>"]+$/i.test(address) || /[[\]]/.test(text)) return text
			return text === address ? address : `[${text}](${address})`
		},
	})
	// Lists inside lists become items of the same list.
	service.addRule('item', {
		filter: 'li',
		replacement: (content, node) => {
			const list = node.parentNode
			const place = list ? Array.from(list.children).indexOf(node) + 1 : 1
			return `${list?.nodeName === 'OL' ? `${place}.` : '-'} ${content.trim().replaceAll(/\n{2,}/g, '\n')}\n`
		},
	})
	service.addRule('table', { filter: 'table', replacement: (_content, node) => tableOf(node) })
	return service
}

/** Gives the text of the classic editor, which has empty lines instead of paragraphs, its paragraphs. */
const withParagraphs = (html: string): string =>
	/<p[\s>]/i.test(html)
		? html
		: html
				.replaceAll(/\r\n?/g, '\n')
				.split(/\n{2,}/)
				.map((part) =>
					/^\s*<(?:h[1-6]|ul|ol|table|blockquote|div|pre|figure)\b/i.test(part) ? part : `<p>${part.replaceAll('\n', '<br>')}</p>`,
				)
				.join('\n')

/** Returns a converter of HTML, which takes the shortcodes of WordPress away. Its package is large, and only imports need it. */
export async function loadConverter(): Promise<(html: string) => ConvertedText> {
	const { default: Service } = await import('turndown')
	return (html) => {
		const images: string[] = []
		const plain = withParagraphs(html.replaceAll(/\[\/?(?:caption|gallery|embed|audio|video|playlist)\b[^\]]{0,1000}\]/g, ''))
		const markdown = serviceOf(Service, images)
			.turndown(plain)
			.replaceAll('\u00A0', ' ')
			.replaceAll(/[ \t]+$/gm, '')
			.replaceAll(/\n{3,}/g, '\n\n')
			.trim()
		return { markdown, images }
	}
}
