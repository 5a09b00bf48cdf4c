import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Hono } from 'hono'
import { notFound } from '../../domain/shared/errors.ts'
import type { Config } from '../../config.ts'
import { CSRF_COOKIE, CSRF_HEADER, HOST_PREFIX } from '../../http/csrf.ts'
import { createSecurityHeaders } from '../../http/security-headers.ts'
import { REFERENCE_POLICIES } from '../../http/trusted-types.ts'

const types: Record<string, string> = {
	'swagger-ui.css': 'text/css; charset=utf-8',
	'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Tags that Markdown makes, without attributes other than a link's. */
const textTags =
	/^(?:[^<]|<\/?(?:p|br|em|strong|del|code|pre|ul|ol|li|h[1-6]|blockquote|hr|table|thead|tbody|tr|th|td|a)>|<a href="(?:https:\/|\/)[^"]*"(?: target="_blank" rel="noopener noreferrer")?>)*$/

/** A call that is tried here carries this browser's token, as one of our pages would. */
const start = `window.trustedTypes?.createPolicy('default',{createHTML:html=>${String(textTags)}.test(html)?html:html.replaceAll('<','&lt;')})
const token=()=>['${HOST_PREFIX}','']
	.map(prefix=>new RegExp('(?:^|;\\\\s*)'+prefix+'${CSRF_COOKIE}=([^;]*)').exec(document.cookie)?.[1]).find(Boolean)
window.addEventListener('DOMContentLoaded',()=>{
	window.SwaggerUIBundle({url:'/api/openapi.json',dom_id:'#reference',deepLinking:true,docExpansion:'list',defaultModelsExpandDepth:0,validatorUrl:null,requestInterceptor(request){
		const value=token()
		if(value&&new URL(request.url,location.href).origin===location.origin)request.headers['${CSRF_HEADER}']=value
		return request
	}})
})`

/**
 * Serves a page to read and try the API on: Swagger UI, because it comes as plain files of one package, so that nothing is
 * fetched from elsewhere and it works under the site's content security policy.
 */
export function referenceRoutes(config: Pick<Config, 'siteName' | 'publicUrl'>): Hono {
	// Nothing is counted here, whatever the setting.
	const policy = createSecurityHeaders({ ...config, analytics: { kind: 'none' } }).policyFor([], REFERENCE_POLICIES)
	const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
	const routes = new Hono()
	routes.get('/api/reference', (c) =>
		c.html(
			`<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API リファレンス｜${escapeHtml(config.siteName)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/reference/swagger-ui.css"></head><body><main id="reference"><noscript><p>表示には JavaScript が必要です。定義は <a href="/api/openapi.json">/api/openapi.json</a> にあります。</p></noscript></main><script src="/api/reference/swagger-ui-bundle.js"></script><script src="/api/reference/start.js"></script></body></html>`,
			200,
			{ 'content-security-policy': policy },
		),
	)
	routes.get('/api/reference/start.js', (c) =>
		c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' }),
	)
	routes.get('/api/reference/:file', async (c) => {
		const file = c.req.param('file')
		const type = types[file]
		if (!type) throw notFound('file')
		const content = await readFile(path.join(folder, file))
		return c.body(content, 200, { 'content-type': type, 'cache-control': 'public, max-age=86400' })
	})
	return routes
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
