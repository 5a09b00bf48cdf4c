import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { isRecentStaffLogin } from '../../domain/accounts/staff.ts'
import { targetOf } from '../forms/identity-form-state.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import type { Route } from './+types/renew.page'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { staffWays } from '../session/step-up.server.ts'
import { StepUpForm } from './step-up-form.tsx'

/** Where the page's address leads on to; the dashboard rather than the top page. */
const nextPath = (request: Request): string => {
	const target = targetOf(request.url)
	return target === '/' ? '/admin' : target
}

export const loader = staffLoader([], 'routine', async (ctx, { context, request }: Route.LoaderArgs) => {
	if (isRecentStaffLogin(ctx)) return redirect(nextPath(request))
	return { ways: await staffWays(ctx), csrfToken: formToken(context, request) }
})

/** The login itself is renewed before the form runs (`staffAction`). */
export const action = staffAction([], 'renewal', {
	'': { input: noFields, run: (_ctx, _input, { request }) => Promise.resolve(redirect(nextPath(request), 303)) },
})

export default function RenewPage({ loaderData: { ways, csrfToken } }: Route.ComponentProps) {
	return (
		<>
			<Head title="ログインの確認" description="スタッフのログインを確認します。" path="/admin/renew" noindex />
			<StepUpForm ways={ways} csrfToken={csrfToken} typed={[]} failed={null} />
		</>
	)
}
