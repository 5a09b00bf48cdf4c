import { redirect } from 'react-router'
import { closeSession } from '../../domain/accounts/sessions.ts'
import { cookiesContext, ctxContext } from '../context.ts'
import type { Route } from './+types/logout'

/** Signs out without JavaScript, by the menu's form. */
export async function action({ context }: Route.ActionArgs) {
	const ctx = context.get(ctxContext)
	const cookies = context.get(cookiesContext)
	await closeSession(ctx)
	cookies.forgetPerson()
	return redirect('/')
}

/** Signing out by GET would let any site do it. */
export function loader() {
	return redirect('/')
}
