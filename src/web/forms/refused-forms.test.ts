import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { bodyContext, cookiesContext, ctxContext, retryAfterContext } from '../context.ts'
import { identityAction } from './identity-action.server.ts'
import { formAction } from './page-action.server.ts'

/** What an action gets for a form without fields. */
function sent() {
	const context = new RouterContextProvider()
	context.set(bodyContext, { kind: 'form', form: new FormData() })
	context.set(ctxContext, {} as AccountsCtx)
	context.set(cookiesContext, {} as AccountCookies)
	return { request: new Request('https://shirube.example/'), params: {}, context }
}

function refusing(error: Error) {
	const run = async (): Promise<never> => {
		throw error
	}
	return [formAction({ input: z.object({}), run }), identityAction('account', run)]
}

test('a form that is refused for now says when it may be sent again', async () => {
	const throttled = new DomainError('throttled', 'too many', { retryAfterSeconds: 40, fields: { form: '回数の上限に達しました。' } })
	for (const action of refusing(throttled)) {
		const args = sent()
		expect(await action(args)).toMatchObject({ init: { status: 429 } })
		expect(args.context.get(retryAfterContext)).toBe(40)
	}
})

test('a form whose account is deleted at the same moment is a conflict, not a fault of ours', async () => {
	const gone = Object.assign(new Error('violates foreign key constraint "known_devices_uid_fkey"'), { code: '23503' })
	for (const action of refusing(gone)) await expect(action(sent())).rejects.toMatchObject({ init: { status: 409 } })
})
