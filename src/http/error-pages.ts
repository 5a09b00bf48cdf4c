import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { errorToResponse, foreseen, problem, retryHeaders, statusOf } from './problem.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** By status, or by code if the status is not specific enough. */
const sentences: Record<string, string> = {
	400: 'リクエストを読み取れませんでした。アドレスをお確かめください。',
	401: 'ログインが必要です。',
	403: '送信元を確認できませんでした。前のページに戻り、再読み込みしてからもう一度お試しください。',
	404: 'ご指定のページが見つかりません。',
	405: 'この操作には対応していません。',
	408: '送信に時間がかかりすぎたため、中断しました。',
	413: '送信されたファイルが大きすぎます。',
	'text-too-long': '送信された文章が長すぎます。',
	'too-many-fields': '送信された項目が多すぎます。',
	414: 'アドレスが長すぎます。',
	415: 'この形式の送信には対応していません。',
	429: 'アクセスが集中しています。しばらくしてからお試しください。',
	500: 'エラーが発生しました。しばらくしてからお試しください。',
	503: 'ただいま混み合っています。しばらくしてからお試しください。',
	'storage-full': '保存する場所がいっぱいのため、いまは受け付けられません。しばらくしてからお試しください。',
}

/** What a body of 12 MB leaves to files, as the forms say it. */
const FILES_TOGETHER = '11MB'

const notSaved = '今回送った内容は保存されていません。ブラウザの「戻る」で前の画面に戻ると、入力した文章が残っていることがあります。'

const advice: Record<string, readonly string[]> = {
	401: ['ログインの状態が切れています。別のタブでログインしてから、もう一度お送りください。', notSaved],
	408: ['電波のよい場所で、ファイルを小さくするか数を減らして、もう一度お送りください。', notSaved],
	413: [
		`一度に送れるのは、ファイルを合わせて${FILES_TOGETHER}までです。1つあたりの上限は、それぞれの入力欄に書いてあります。ファイルを小さくするか、数を減らして、もう一度お送りください。`,
		notSaved,
	],
	'text-too-long': ['入力欄に書いてある文字数まで短くして、もう一度お送りください。', notSaved],
	'too-many-fields': ['選ぶ項目を減らして、もう一度お送りください。', notSaved],
}

/** A minimal style like that of the site's error page, without external resources. */
const style = [
	"body{margin:0;font-family:system-ui,'Hiragino Sans','Noto Sans JP',sans-serif;line-height:1.8;color:#1f2629;background:#fff}",
	'header{padding:.8rem 1.2rem;border-bottom:1px solid #d8dddf;font-weight:700}header a{color:inherit;text-decoration:none}',
	'main{max-width:36rem;margin:0 auto;padding:4rem 1.2rem;text-align:center}',
	'.code{margin:0;font-size:3.5rem;font-weight:700;line-height:1;color:#0b5c6b}h1{margin:1rem 0;font-size:1.3rem;text-wrap:balance;word-break:auto-phrase}',
	'.advice{text-align:start}.ways a{display:inline-block;margin:.8rem .4rem 0;padding:.5rem 1.4rem;border-radius:6px;color:#0b5c6b}',
	'.ways a:first-child{background:#0b5c6b;color:#fff;text-decoration:none}a:focus-visible{outline:3px solid #1f2629;outline-offset:3px}',
].join('')
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * The page for requests that never reach the application: static, without scripts, with the texts of the error page. Forms are
 * sent to the page that shows them, so the `path` of one that was refused is the way back.
 */
export function errorPage(status: number, siteName: string, path = '/', code = ''): { body: string; headers: Record<string, string> } {
	const sentence = sentences[code] ?? sentences[status] ?? sentences[400]!
	const hints = advice[code] ?? advice[status] ?? []
	const back = hints.length > 0 ? `<a href="${escapeHtml(path)}">前のページを開き直す</a>` : ''
	const name = escapeHtml(siteName)
	const body = [
		'<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
		`<meta name="robots" content="noindex"><title>${status} | ${name}</title><style>${style}</style></head>`,
		`<body><header><a href="/">${name}</a></header><main><p class="code">${status}</p><h1>${sentence}</h1>`,
		...hints.map((hint) => `<p class="advice">${hint}</p>`),
		`<p class="ways">${back}<a href="/">トップに戻る</a></p></main></body></html>`,
	].join('')
	return {
		body,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': policy,
			'cache-control': 'no-store',
		},
	}
}

/** The same as a Response: JSON under /api, a page elsewhere. */
export function errorResponse(status: number, code: string, path: string, siteName: string): Response {
	const { body, headers } = errorFor(status, code, path, siteName)
	return new Response(body, { status, headers })
}

/** The response to a failure around pages and calls (reading the viewer, the footer's list): JSON under /api, a page elsewhere. */
export function strayErrorToResponse(error: unknown, request: Request, { log, siteName }: { log: Logger; siteName: string }): Response {
	const requestId = request.headers.get('x-request-id') ?? undefined
	const { pathname } = new URL(request.url)
	if (pathname.startsWith('/api/')) return errorToResponse(error, { log, requestId })
	const known = foreseen(error)
	if (known === null) log.error({ err: error, requestId }, 'unexpected error')
	const { body, headers } = errorPage(known ? statusOf(known) : 500, siteName, pathname)
	return new Response(body, { status: known ? statusOf(known) : 500, headers: { ...headers, ...(known ? retryHeaders(known) : {}) } })
}

export function errorFor(status: number, code: string, path: string, siteName: string): { body: string; headers: Record<string, string> } {
	if (path !== '/api' && !path.startsWith('/api/')) return errorPage(status, siteName, path, code)
	const title = sentences[code] ?? sentences[status] ?? sentences[400]!
	return {
		body: JSON.stringify(problem({ status, code, title, detail: title })),
		headers: {
			'content-type': 'application/problem+json; charset=utf-8',
			'cache-control': 'no-store',
		},
	}
}

/** As `writeHead` takes them: a list is a header that is sent several times. */
export type ErrorHeaders = Record<string, string | readonly string[]>

type ErrorAnswer = {
	status: number
	code: string
	siteName: string
	security: Pick<SecurityHeaders, 'forData'>
	headers?: ErrorHeaders
}

/** Answers on the bare connection, before the application. */
export function sendError(
	req: IncomingMessage,
	res: ServerResponse,
	{ status, code, siteName, security, headers = {} }: ErrorAnswer,
): void {
	if (res.headersSent) {
		res.destroy()
		return
	}
	const made = errorFor(status, code, (req.url ?? '').split('?')[0] ?? '', siteName)
	res.writeHead(status, {
		...Object.fromEntries(security.forData),
		...made.headers,
		...headers,
		'content-length': String(Buffer.byteLength(made.body)),
	})
	if (req.method === 'HEAD') res.end()
	else res.end(made.body)
}
