import { createPageCache, type PageCacheOptions } from './page-cache.ts'
import { serve } from './serve-for-test.ts'

export const html = (text: string) => `<!DOCTYPE html><title>${text}</title>${'<p>税理士をさがす</p>'.repeat(120)}`

export function page(
	text: string,
	{ tags = 'list:1', status = 200, headers = {} }: { tags?: string | null; status?: number; headers?: Record<string, string> } = {},
) {
	return new Response(html(text), {
		status,
		headers: { 'content-type': 'text/html; charset=utf-8', ...(tags === null ? {} : { 'x-cache-tags': tags }), ...headers },
	})
}

export async function cached(options: Partial<PageCacheOptions> & Pick<PageCacheOptions, 'render'>) {
	const rendered: string[] = []
	const cache = createPageCache({
		publicUrl: 'https://shirube.example',
		maxBytes: 4_000_000,
		rules: [{ pattern: '/list/:id', query: ['order', 'flag'], repeatable: ['flag'] }, { pattern: '/' }, { pattern: '/*' }],
		next: (_req, res) => res.end('next'),
		...options,
		render: (request, audience) => {
			rendered.push(request.url.replace('https://shirube.example', ''))
			return options.render(request, audience)
		},
	})
	const listener = (req: Parameters<typeof cache.listener>[0], res: Parameters<typeof cache.listener>[1]) => {
		if (cache.answerKnown(req, res) === null) cache.listener(req, res)
	}
	return { ...(await serve(listener)), cache, rendered }
}

export function gate() {
	let open = () => {}
	const opened = new Promise<void>((resolve) => (open = resolve))
	return { open, opened }
}
