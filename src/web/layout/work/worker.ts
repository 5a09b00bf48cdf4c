/**
 * The service worker of the signed-in rooms, built into one file without imports (vite.config.ts). Online it changes nothing: every page
 * comes from the server, and no answer is kept. Offline it shows the copies that pages have made of themselves (page-copy.ts). It also
 * shows pushes.
 */

/** As in web/session/kept-pages.ts. */
const COPIES = 'kept-pages:'
const COPY_FILES = 'kept-files'

type Extendable = { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Pushed = Extendable & { data: { json: () => unknown } | null }
type Pressed = Extendable & { notification: Notification }
type Window = { focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type Worker = {
	addEventListener: ((type: 'install' | 'activate', listen: (event: Extendable) => void) => void) &
		((type: 'fetch', listen: (event: Fetching) => void) => void) &
		((type: 'push', listen: (event: Pushed) => void) => void) &
		((type: 'notificationclick', listen: (event: Pressed) => void) => void)
	skipWaiting: () => Promise<void>
	clients: {
		claim: () => Promise<void>
		matchAll: (options: { type: 'window' }) => Promise<Window[]>
		openWindow: (url: string) => Promise<unknown>
	}
	registration: { showNotification: (title: string, options: NotificationOptions & { renotify?: boolean }) => Promise<void> }
	location: { origin: string }
}

const worker = self as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
	const { request } = event
	if (request.method !== 'GET') return
	if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => offlinePage(request)))
	else if (request.destination === 'style') event.respondWith(fetch(request).catch(() => keptFile(request)))
})

async function keptFile(request: Request): Promise<Response> {
	const files = await caches.open(COPY_FILES)
	return (await files.match(request)) ?? Response.error()
}

type Copy = { cache: Cache; path: string; title: string; answer: Response }

/** Copies that are not too old, the newest last; deletes the others. */
async function copies(): Promise<Copy[]> {
	const found: Copy[] = []
	for (const name of await caches.keys()) {
		if (!name.startsWith(COPIES)) continue
		const cache = await caches.open(name)
		for (const key of await cache.keys()) {
			const answer = await cache.match(key)
			if (!answer || !(Date.now() < Number(answer.headers.get('x-kept-until')))) await cache.delete(key)
			else
				found.push({ cache, path: new URL(key.url).pathname, title: decodeURIComponent(answer.headers.get('x-kept-title') ?? ''), answer })
		}
	}
	return found
}

async function offlinePage(request: Request): Promise<Response> {
	const kept = await copies()
	const path = new URL(request.url).pathname.replace(/(?<=.)\/$/, '')
	return kept.find((copy) => copy.path === path)?.answer ?? listOf(kept.toReversed(), await frameSheets())
}

const frameSheets = async (): Promise<string[]> => (await (await caches.open(COPY_FILES)).keys()).map(({ url }) => url)

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Says that there is no copy of a page, and which there are. */
function listOf(kept: readonly Copy[], sheets: readonly string[]): Response {
	const links = kept.map(({ path, title }) => `<li><a class="tap" href="${escaped(path)}">${escaped(title || path)}</a></li>`)
	const html = `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>オフライン</title>${sheets
		.map((sheet) => `<link rel="stylesheet" href="${escaped(sheet)}">`)
		.join(
			'',
		)}</head><body><main id="main" class="content"><h1>オフラインです</h1><p>通信できないため、このページを開けません。この端末に控えもありません。</p>${
		links.length === 0 ? '' : `<h2>この端末に控えのあるページ</h2><ul>${links.join('')}</ul>`
	}<p><a href="">もう一度つなぐ</a></p></main></body></html>`
	return new Response(html, {
		status: 503,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		},
	})
}

export type Shown = { title: string; body: string; path: string; tag: string }

const isShown = (said: unknown): said is Shown =>
	typeof said === 'object' &&
	said !== null &&
	'title' in said &&
	typeof said.title === 'string' &&
	'path' in said &&
	typeof said.path === 'string'

worker.addEventListener('push', (event) => {
	const said = event.data?.json()
	// A browser takes the permission away from a site whose pushes show nothing.
	const { title, body, path, tag } = isShown(said)
		? said
		: { title: '新しいお知らせがあります', body: '内容は、開いてご確認ください。', path: '/notifications', tag: 'notifications' }
	event.waitUntil(
		worker.registration.showNotification(title, {
			body,
			tag,
			renotify: true,
			lang: 'ja',
			icon: '/icon-192.png',
			badge: '/badge-96.png',
			data: { path },
		}),
	)
})

worker.addEventListener('notificationclick', (event) => {
	event.notification.close()
	const { path } = event.notification.data as { path: string }
	const url = new URL(path, worker.location.origin)
	event.waitUntil(open(url.origin === worker.location.origin ? url.href : worker.location.origin))
})

/** In a window of the rooms that is open, or in a new one. */
async function open(url: string): Promise<void> {
	const [window] = await worker.clients.matchAll({ type: 'window' })
	if (!window) return void (await worker.clients.openWindow(url))
	await window.focus()
	await window.navigate(url)
}
