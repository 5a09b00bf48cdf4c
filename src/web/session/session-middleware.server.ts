import { redirect, type MiddlewareFunction } from 'react-router'
import { configContext, ctxContext } from '../context.ts'
import { guardRedirect, keepsTyping } from '../guards.ts'
import { madeTokenCookie } from './form-token.server.ts'

/** Before every page: the one table of guards decides, at once (spec sections 2 and 6). */
export const guardPages: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	const isTyped = request.method === 'POST' && keepsTyping(url.pathname)
	const to = guardRedirect(url, context.get(ctxContext).viewer.kind === 'member')
	if (to !== null && !isTyped) return redirect(to)
	const response = await next()
	const cookie = madeTokenCookie(context, context.get(configContext).publicUrl.startsWith('https:'))
	if (cookie !== null) response.headers.append('set-cookie', cookie)
	return response
}
