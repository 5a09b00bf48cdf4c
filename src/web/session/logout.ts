import { redirect } from 'react-router'
import { closeSession } from '../../domain/accounts/sessions.ts'
import { accountsContext } from '../context.ts'
import type { Route } from './+types/logout'

/** Signing out without a script: the menu's form comes here. */
export async function action({ context }: Route.ActionArgs) {
	const { ctx, cookies } = context.get(accountsContext)
	await closeSession(ctx)
	cookies.forgetPerson()
	return redirect('/')
}

/** Signing out by a link would let anybody's page do it. */
export function loader() {
	return redirect('/')
}
