import { shortMoment } from '../../../domain/appointments/appointment-input.ts'
import { days } from '../../../domain/shared/japan-time.ts'
import { COPIES, COPY_FILES, isSignedOut } from '../../session/kept-pages.ts'

/** What is worth reading on the way to an appointment: one's cases and what is due. Files and forms are not kept. */
const KEPT_PAGES = /^\/mypage(?:\/(?:today|cases|appointments|estimates|leads|inquiries|inbox)(?:\/(?:leads\/|inquiries\/)?\d+)?)?$/
/** No session is longer than this without a login. */
const COPY_LASTS_MS = days(5)
const MOST_COPIES = 40
const MOST_FILES = 60
/** A copy runs nothing, sends nothing and loads its style sheets only. */
const COPY_POLICY =
	"default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Keeps the page as it is shown now, for this account and browser. */
export async function keepPage(uid: string, { pathname, search }: { pathname: string; search: string }, now: Date): Promise<void> {
	// A filtered list is not the whole.
	if (!KEPT_PAGES.test(pathname) || search !== '') return
	const [copies, files] = await Promise.all([caches.open(`${COPIES}${uid}`), caches.open(COPY_FILES)])
	const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
	for (const sheet of sheets) if (!(await files.match(sheet))) await files.add(sheet)
	const copy = new Response(copyOf(document, now), {
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': COPY_POLICY,
			'referrer-policy': 'strict-origin',
			'x-content-type-options': 'nosniff',
			'x-kept-until': String(now.getTime() + COPY_LASTS_MS),
			'x-kept-title': encodeURIComponent(titleOf(document)),
		},
	})
	if (isSignedOut()) return
	await copies.put(pathname, copy)
	await trim(copies, MOST_COPIES)
	await trim(files, MOST_FILES)
}

/** The name of the page without that of the site. */
const titleOf = ({ title }: Document): string => title.split('｜')[0] ?? title

/** Deletes the oldest; a cache lists its entries in the order in which they were put. */
async function trim(cache: Cache, most: number): Promise<void> {
	const keys = await cache.keys()
	for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/** The document without scripts and tokens, its controls off, its times in full, and marked with the moment it is of. */
export function copyOf(source: Document, now: Date): string {
	const copy = source.documentElement.cloneNode(true) as HTMLElement
	for (const gone of copy.querySelectorAll(
		'script, noscript, template, iframe, dialog, input[type="hidden"], link:not([rel="stylesheet"], [rel="icon"]), [data-banner]',
	))
		gone.remove()
	for (const control of copy.querySelectorAll('button:not([popovertarget]), input, select, textarea')) control.setAttribute('disabled', '')
	// 「今日 14:49」 would be wrong tomorrow.
	for (const time of copy.querySelectorAll('time[tabindex]'))
		if (time.lastElementChild && time.childElementCount === 2) time.textContent = time.lastElementChild.textContent
	// The link to the content stays the first.
	copy.querySelector('.skip-link')?.after(markOf(source, now))
	copy.removeAttribute('data-viewer')
	return `<!doctype html>${copy.outerHTML}`
}

function markOf(source: Document, now: Date): HTMLElement {
	const mark = source.createElement('p')
	mark.setAttribute('role', 'status')
	// Its style is in frame.module.css: a class of its own would take the code of the frame along.
	mark.dataset['offline'] = ''
	const said = source.createElement('strong')
	said.textContent = `オフライン：${shortMoment(now)} 時点`
	const hint = source.createElement('span')
	hint.textContent = '通信できないため、この端末に残した控えを表示しています。ここからの操作はできません。'
	const again = source.createElement('a')
	again.href = ''
	again.textContent = 'もう一度つなぐ'
	mark.append(said, hint, again)
	return mark
}
