import { SaxesParser } from 'saxes'
import { DomainError } from '../../shared/errors.ts'

/**
 * Reads exports of WordPress (WXR 1.2, an RSS file with the namespaces `wp`, `content`, `excerpt` and `dc`). A document type declaration is
 * refused, so that there are no entities but those of XML itself.
 */
export const MAX_WXR_BYTES = 200 * 1_048_576
export const MAX_WXR_ITEMS = 5_000
/** Of one element; the body of an article has at most 16,000 characters. */
const MAX_TEXT = 1_000_000

export type WxrItem = {
	/** `wp:post_id`. */
	id: string
	type: string
	status: string
	hasPassword: boolean
	title: string
	html: string
	excerpt: string
	/** The address of the author's account there; '' where the file has none. */
	authorEmail: string
	link: string
	categories: string[]
}

export type WxrFile = { source: string; items: WxrItem[] }

const refused = (sentence: string) => new DomainError('invalid', 'not an export of WordPress', { fields: { file: sentence } })

type Draft = { fields: Map<string, string>; categories: string[] }

/** Collects the elements of a file that an import needs. */
class Collector {
	readonly #path: string[] = []
	readonly #authors = new Map<string, string>()
	readonly #channel = new Map<string, string>()
	readonly #drafts: Draft[] = []
	#author: Map<string, string> | null = null
	#draft: Draft | null = null
	#isCategory = false
	#text = ''

	open(name: string, attributes: Record<string, string>): void {
		if (this.#path.length === 0 && name !== 'rss') throw refused('WordPressの書き出しファイル（WXR）ではありません。')
		this.#path.push(name)
		this.#text = ''
		if (name === 'item') {
			if (this.#drafts.length >= MAX_WXR_ITEMS)
				throw refused(`一度に取り込めるのは${MAX_WXR_ITEMS.toLocaleString('ja-JP')}件までです。書き出す期間を分けてください。`)
			this.#draft = { fields: new Map(), categories: [] }
			this.#drafts.push(this.#draft)
		} else if (name === 'wp:author') this.#author = new Map()
		this.#isCategory = name === 'category' && attributes['domain'] === 'category'
	}

	write(text: string): void {
		if (this.#text.length + text.length > MAX_TEXT) throw refused('1つの項目が大きすぎるため、読み込めません。')
		this.#text += text
	}

	close(name: string): void {
		this.#path.pop()
		const text = this.#text
		this.#text = ''
		if (name === 'item') this.#draft = null
		else if (name === 'wp:author') {
			this.#authors.set(this.#author?.get('wp:author_login') ?? '', this.#author?.get('wp:author_email') ?? '')
			this.#author = null
		} else if (this.#author) this.#author.set(name, text)
		else if (this.#draft && this.#isCategory && name === 'category') this.#draft.categories.push(text.trim())
		else if (this.#draft && this.#path.at(-1) === 'item') this.#draft.fields.set(name, text)
		else if (this.#path.at(-1) === 'channel') this.#channel.set(name, text)
	}

	result(): WxrFile {
		if (!this.#channel.has('wp:wxr_version')) throw refused('WordPressの書き出しファイル（WXR）ではありません。')
		const source = (this.#channel.get('wp:base_blog_url') ?? this.#channel.get('link') ?? '').trim().slice(0, 200)
		if (source === '') throw refused('書き出し元のサイトのアドレスが、ファイルにありません。')
		return { source, items: this.#drafts.map((draft) => this.#toItem(draft)) }
	}

	#toItem({ fields, categories }: Draft): WxrItem {
		const field = (name: string) => fields.get(name) ?? ''
		return {
			id: field('wp:post_id').trim().slice(0, 60),
			type: field('wp:post_type').trim(),
			status: field('wp:status').trim(),
			hasPassword: field('wp:post_password') !== '',
			title: field('title').trim(),
			html: field('content:encoded'),
			excerpt: field('excerpt:encoded'),
			authorEmail: this.#authors.get(field('dc:creator')) ?? '',
			link: field('link').trim(),
			categories,
		}
	}
}

/** Reads a file as it comes. Throws `invalid` (field file) for anything but such an export, and above the limits. */
export async function readWxr(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<WxrFile> {
	const collector = new Collector()
	const parser = new SaxesParser()
	parser.on('doctype', () => {
		throw refused('文書型宣言（DOCTYPE）を含むファイルは、安全のため読み込みません。')
	})
	parser.on('error', () => {
		throw refused('XMLとして読めないファイルです。WordPressの「ツール」→「エクスポート」から書き出し直してください。')
	})
	parser.on('opentag', ({ name, attributes }) => collector.open(name, attributes as Record<string, string>))
	parser.on('text', (text) => collector.write(text))
	parser.on('cdata', (text) => collector.write(text))
	parser.on('closetag', ({ name }) => collector.close(name))
	const decoder = new TextDecoder('utf-8', { fatal: true })
	let bytes = 0
	for await (const chunk of chunks) {
		bytes += chunk.length
		if (bytes > MAX_WXR_BYTES) throw refused(`ファイルは${MAX_WXR_BYTES / 1_048_576}MBまでです。書き出す期間を分けてください。`)
		parser.write(decode(() => decoder.decode(chunk, { stream: true })))
	}
	if (bytes === 0) throw refused('ファイルが選ばれていないか、空です。')
	parser.write(decode(() => decoder.decode()))
	parser.close()
	return collector.result()
}

function decode(read: () => string): string {
	try {
		return read()
	} catch {
		throw refused('文字コードがUTF-8でないため、読み込めません。')
	}
}
