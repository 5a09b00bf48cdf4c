import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
	createStaticHandler,
	createStaticRouter,
	type RouteObject,
	RouterContextProvider,
	StaticRouterProvider,
	useActionData,
	useLoaderData,
	useParams,
} from 'react-router'
import { loadConfig } from '../src/config.ts'
import { testSite } from '../src/domain/accounts/accounts-for-test.ts'
import { readAccountsRequest } from '../src/http/accounts-request.ts'
import { bodyContext, configContext, cookiesContext, ctxContext } from '../src/web/context.ts'
import { bodyOf, pagesOf } from './permission-pages.ts'
import type { TestCtx } from './database.ts'

const ORIGIN = 'https://shirube.example'

type PageModule = Pick<RouteObject, 'loader' | 'action'> & { default: ComponentType<Record<string, unknown>> }

/**
 * Renders a page for a request, as a browser without JavaScript receives it: its status, where it redirects to, and its HTML
 * without the frame. The viewer is the one of `ctx`.
 */
export async function openPage(
	ctx: TestCtx,
	address: string,
	init: RequestInit = {},
): Promise<{ status: number; html: string; location: string | null }> {
	const { default: Page, loader, action } = await moduleOf(address)
	const Component = () => {
		const props = { loaderData: useLoaderData(), actionData: useActionData(), params: useParams(), matches: [] }
		return <Page {...props} />
	}
	const path = pathOf(address).path
	const route: RouteObject = { path, Component, ...(loader ? { loader } : {}), ...(action ? { action } : {}) }
	const handler = createStaticHandler([route])
	const request = new Request(`${ORIGIN}${address}`, init)
	const answer = await handler.query(request, { requestContext: await contextOf(ctx, request) })
	if (answer instanceof Response) return { status: answer.status, html: '', location: answer.headers.get('location') }
	if (answer.errors) return { status: answer.statusCode, html: '', location: null }
	const router = createStaticRouter(handler.dataRoutes, answer)
	return {
		status: answer.statusCode,
		html: renderToStaticMarkup(<StaticRouterProvider router={router} context={answer} hydrate={false} />),
		location: null,
	}
}

/** The context of a loader; its cookies are in `cookiesContext`. */
export async function contextOf(ctx: TestCtx, request: Request): Promise<RouterContextProvider> {
	const { accounts } = testSite(ctx)
	const asked = await readAccountsRequest(request, { ctx, accounts, address: '203.0.113.7', secure: true })
	const context = new RouterContextProvider()
	context.set(ctxContext, { ...asked.ctx, viewer: ctx.viewer })
	context.set(cookiesContext, asked.cookies)
	context.set(bodyContext, await bodyOf(request))
	context.set(configContext, loadConfig({ PUBLIC_URL: ORIGIN }))
	return context
}

/** The page of an address by the URL table: the one with the fewest parameters that fits. */
function pathOf(address: string): { path: string; file: string } {
	const given = address.split('?', 1)[0]?.split('/') ?? []
	const fitting = pagesOf().filter(({ path }) => {
		const wanted = path.split('/')
		return wanted.length === given.length && wanted.every((part, place) => part.startsWith(':') || part === given[place])
	})
	const page = fitting.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)[0]
	if (!page) throw new Error(`no page has the address ${address}`)
	return page
}

const moduleOf = async (address: string) => (await import(/* @vite-ignore */ `../src/web/${pathOf(address).file}`)) as PageModule
