import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { bodyContext, cookiesContext, ctxContext, retryAfterContext } from '../context.ts'
import { actOnAccountByClient } from '../accounts/account-client-actions.ts'
import { UNKNOWN_FORM } from './form-texts.ts'
import { identityAction } from './identity-action.server.ts'
import { formAction } from './page-action.server.ts'

/** What an action gets for a form with these fields. */
function sent(fields: Record<string, string> = {}) {
	const context = new RouterContextProvider()
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	context.set(bodyContext, { kind: 'form', form })
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

test('a throttled form has a Retry-After header', async () => {
	const throttled = new DomainError('throttled', 'too many', { retryAfterSeconds: 40, fields: { form: '回数の上限に達しました。' } })
	for (const action of refusing(throttled)) {
		const args = sent()
		expect(await action(args)).toMatchObject({ init: { status: 429 } })
		expect(args.context.get(retryAfterContext)).toBe(40)
	}
})

test('a form whose account is deleted concurrently is a conflict, not a server error', async () => {
	const gone = Object.assign(new Error('violates foreign key constraint "known_devices_uid_fkey"'), { code: '23503' })
	for (const action of refusing(gone)) await expect(action(sent())).rejects.toMatchObject({ init: { status: 409 } })
})

test.each([
	['a full disk', '53100', '保存する場所がいっぱい', 60],
	['a locked table', '55P03', '入力した内容はこのまま残っています', 5],
	['files that cannot be kept', 'EOBJECTSTORE', 'ファイルの保管場所', 10],
])('%s is a sentence in the form, with everything that was typed', async (_name, code, sentence, seconds) => {
	for (const action of refusing(Object.assign(new Error('failed'), { code }))) {
		const args = sent({ title: '開業届の期限' })
		const state = await action(args)
		expect(state).toMatchObject({ init: { status: 503 }, data: { values: { title: '開業届の期限' } } })
		expect(JSON.stringify(state)).toContain(sentence)
		expect(args.context.get(retryAfterContext)).toBe(seconds)
	}
})

test('an unknown form is rejected before anything is done, on the server and in the browser', async () => {
	for (const action of refusing(new Error('it was run')))
		expect(await action(sent({ intent: 'no-such-form' }))).toMatchObject({ init: { status: 400 } })
	const form = new FormData()
	form.set('intent', 'toString')
	expect(await actOnAccountByClient(form)).toMatchObject({ kind: 'failure', sentence: UNKNOWN_FORM })
})
