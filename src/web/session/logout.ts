import { redirect } from 'react-router'
import { closeSession } from '../../domain/accounts/sessions.ts'
import { cookiesContext, ctxContext } from '../context.ts'
import type { Route } from './+types/logout'

/** Signing out without a script: the menu's form comes here. */
export async function action({ context }: Route.ActionArgs) {
	const ctx = context.get(ctxContext)
	const cookies = context.get(cookiesContext)
	await closeSession(ctx)
	cookies.forgetPerson()
	return redirect('/')
}

/** Signing out by a link would let anybody's page do it. */
export function loader() {
	return redirect('/')
}
