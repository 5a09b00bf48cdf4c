import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { errorPageHeaders, withCtx } from './context.ts'
import { Analytics } from './layout/analytics.tsx'
import { ErrorPage } from './layout/error-page.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { PageScripts } from './layout/page-scripts.tsx'
import { readRootData } from './layout/root-data.server.ts'
import { externalOrigins } from './layout/site.ts'
import { guardPages } from './guards.server.ts'
import './layout/tokens.css'
import './layout/base.css'

export const middleware: Route.MiddlewareFunction[] = [guardPages]

export const headers = errorPageHeaders

export const loader = withCtx(readRootData)

/** Navigation never changes the root's data; signing in or out reloads the page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: React.ReactNode }) {
	const root = useRouteLoaderData<typeof loader>('root')
	const wakes = useMatches().some((match) => (match.handle as { wakes?: boolean } | undefined)?.wakes)
	return (
		<html
			lang="ja"
			data-build={root?.buildId}
			data-viewer={root?.viewer?.uid}
			data-allowed-origins={root && externalOrigins(root.site.links).join(' ')}
		>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="format-detection" content="telephone=no" />
				<meta name="theme-color" content="#ffffff" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/site.webmanifest" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<Analytics />
				<ScrollRestoration />
				{/* While developing, hot reload must also reach a page without interaction. */}
				<PageScripts lazy={import.meta.env.PROD && !root?.viewer && !wakes} />
			</body>
		</html>
	)
}

export default function Root() {
	return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const status = isRouteErrorResponse(error) ? error.status : 500
	const bare = useMatches().some((match) => (match.handle as { bare?: boolean } | undefined)?.bare)
	const page = <ErrorPage status={status} detail={isRouteErrorResponse(error) ? errorDetail(error.data) : null} />
	if (bare) return <main id="main">{page}</main>
	return (
		<>
			<Header />
			<main id="main">{page}</main>
			<Footer />
		</>
	)
}

/** The catalogue's message that a thrown response carries, if it carries one. */
function errorDetail(data: unknown): string | null {
	if (typeof data === 'string') return data || null
	if (typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string') return data.message
	return null
}
