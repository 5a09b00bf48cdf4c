import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { loadConfig } from '../src/config.ts'
import { listTaskCategories } from '../src/domain/taxonomy/categories.ts'
import { readAccountsRequest } from '../src/http/accounts-request.ts'
import { apiDocumentContext } from '../src/web/developers/api-document.ts'
import type { RequestBody } from '../src/http/request-body.ts'
import {
	bodyContext,
	buildIdContext,
	categoriesContext,
	enqueueContext,
	configContext,
	cookiesContext,
	ctxContext,
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

/** What the composition passes to React Router about a request; `body` where a listener has parsed it. */
export async function pageContext(
	{ ctx, accounts }: Pick<World, 'ctx' | 'accounts'>,
	request: Request,
	body?: RequestBody,
): Promise<RouterContextProvider> {
	const asked = await readAccountsRequest(request, { ctx, accounts, address: '203.0.113.7', secure: true })
	const context = new RouterContextProvider()
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
