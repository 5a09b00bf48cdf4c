import { data } from 'react-router'
import type { Route } from './+types/error.page'
import { ErrorPage } from '../layout/error-page.tsx'
import { shownErrorCode } from './error-code.ts'

export const handle = { plain: true }

/** The page that `/error?code=404` names (spec sections 2 and 5), with that status. */
export function loader({ request }: Route.LoaderArgs) {
	const code = shownErrorCode(new URL(request.url).searchParams.get('code'))
	return data({ code }, { status: code, headers: { 'cache-control': 'no-store' } })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function ErrorCodePage({ loaderData: { code } }: Route.ComponentProps) {
	return <ErrorPage status={code} detail={null} />
}
