import { createStaticHandler, type MiddlewareFunction, type RouteObject, RouterContextProvider } from 'react-router'
import { loadConfig } from '../src/config.ts'
import { listTaskCategories } from '../src/domain/taxonomy/categories.ts'
import { readAccountsRequest } from '../src/http/accounts-request.ts'
import { apiDocumentContext } from '../src/web/developers/api-document.ts'
import type { Audience } from '../src/http/page-rules.ts'
import type { RequestBody } from '../src/http/request-body.ts'
import {
	bodyContext,
	buildIdContext,
	categoriesContext,
	enqueueContext,
	configContext,
	cookiesContext,
	ctxContext,
	slotsContext,
} from '../src/web/context.ts'
import routes from '../src/web/routes.ts'
import { guardPages } from '../src/web/guards.server.ts'
import { ORIGIN, type World } from './permission-world.ts'

/** The URL table as the tests of the permission matrix walk it. */
export type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined }
export const table: Entry[] = routes

/** Every page of the table by its full path. */
export const pagesOf = (entries: readonly Entry[] = table, before = ''): { path: string; file: string }[] =>
	entries.flatMap(({ path, file, children }) => {
		const here = path === undefined ? before : `${before}/${path}`
		return children ? pagesOf(children, here) : [{ path: here || '/', file }]
	})

export const guard: MiddlewareFunction = (args, next) => guardPages(args, next as () => Promise<Response>)

/** A request that no listener has parsed is a form or has no body. */
export async function bodyOf(request: Request): Promise<RequestBody> {
	return request.body === null ? { kind: 'none' } : { kind: 'form', form: await request.clone().formData() }
}

/**
 * What the composition passes to React Router about a request; `body` where a listener has parsed it, `audience` for a page that is
 * kept.
 */
export async function pageContext(
	{ ctx, accounts }: Pick<World, 'ctx' | 'accounts'>,
	request: Request,
	{ body, audience = 'visitor' }: { body?: RequestBody | undefined; audience?: Audience } = {},
): Promise<RouterContextProvider> {
	const asked = await readAccountsRequest(request, { ctx, accounts, address: '203.0.113.7', secure: true, audience })
	const context = new RouterContextProvider()
	context.set(slotsContext, audience !== 'visitor')
	context.set(ctxContext, asked.ctx)
	context.set(cookiesContext, asked.cookies)
	context.set(bodyContext, body ?? (await bodyOf(request)))
	context.set(configContext, loadConfig({ PUBLIC_URL: ORIGIN }))
	context.set(buildIdContext, 'test')
	context.set(apiDocumentContext, { info: { title: 'しるべ API', version: '1.0.0' } })
	context.set(enqueueContext, async () => undefined)
	context.set(categoriesContext, await listTaskCategories(asked.ctx))
	return context
}

/** The loaders of the pages, as React Router runs them; what they draw is no part of who may see it. */
async function routeObject({ path, index, file, children }: Entry, id: string): Promise<RouteObject> {
	const { loader } = (await import(/* @vite-ignore */ `../src/web/${file}`)) as Pick<RouteObject, 'loader'>
	const base = { id, ...(path === undefined ? {} : { path }), loader: loader ?? (() => null) }
	if (index) return { ...base, index }
	return { ...base, children: await Promise.all((children ?? []).map((child, place) => routeObject(child, `${id}.${place}`))) }
}

export type Pages = ReturnType<typeof createStaticHandler>

export async function makePages(): Promise<Pages> {
	const children = await Promise.all(table.map((entry, place) => routeObject(entry, `${place}`)))
	return createStaticHandler([{ id: 'root', middleware: [guard], children }])
}

/** The answer of a page with the data of its loaders as JSON. */
export async function loadPage(pages: Pages, request: Request, requestContext: RouterContextProvider): Promise<Response> {
	const answer = await pages.query(request, {
		requestContext,
		generateMiddlewareResponse: async (query) => {
			const result = await query(request)
			return result instanceof Response ? result : new Response(JSON.stringify(result.loaderData), { status: result.statusCode })
		},
	})
	if (!(answer instanceof Response)) throw new Error('the guard is not run')
	return answer
}
