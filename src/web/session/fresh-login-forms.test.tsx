import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { openPage } from '../../../test/render-page.tsx'
import { testSite } from '../../domain/accounts/accounts-for-test.ts'
import { StepUpForm } from '../admin/step-up-form.tsx'
import { formFailure } from './identity-error.ts'

const formsOf = (html: string) =>
	[...html.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([, inner = '']) => ({
		intent: /name="intent" value="(\w+)"/.exec(inner)?.[1] ?? 'other',
		asks: inner.includes('name="currentPassword"'),
	}))

test('every form of the account page that takes a fresh login asks for it, once the login is old', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account('hana@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		await site.browser().enter(uid)
		const forms = async () => {
			const { viewer } = await browser.ctx()
			const cookie = `__Host-session=${browser.sessionToken()}; __Host-device=${browser.device}`
			const { status, html } = await openPage({ ...ctx, viewer }, '/mypage/account', { headers: { cookie } })
			expect(status).toBe(200)
			return formsOf(html)
		}
		const asking = async () => [...new Set((await forms()).filter(({ asks }) => asks).map(({ intent }) => intent))].toSorted()
		// The password's own form asks for the present one in any case.
		expect(await asking()).toEqual(['password'])
		await ctx.db
			.updateTable('sessions')
			.set({ auth_time: new Date(ctx.now().getTime() - 6 * 60_000) })
			.execute()
		expect(await asking()).toEqual(['email', 'factorStart', 'other', 'password', 'revoke', 'revokeOthers'])
	}))

test('the login renewal of staff keeps what was typed, asks for the second factor and shows why it failed', () => {
	const typed = [
		['intent', 'hide-question'],
		['reason', '一行目\r\n二行目 <b>'],
	] as const
	const ways = { uid: 'u', email: 'staff@example.com', hasPassword: true, secondFactor: true, hasPasskey: true, providers: [] }
	const failed = formFailure({ code: 'auth/invalid-verification-code', message: '', fields: {} }, 'account')
	const html = (form: Parameters<typeof StepUpForm>[0]) =>
		renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: <StepUpForm {...form} /> }])} />)
	const shown = html({ ways, typed, failed, csrfToken: 'abcdefgh' })
	expect(shown).toContain('name="reason" value="一行目\r\n二行目 &lt;b&gt;"')
	for (const part of ['name="currentPassword"', 'name="code"', 'パスキーで確認する', 'コードが正しくありません。', '確認して送信する'])
		expect(shown).toContain(part)
	const ended = html({ ways: null, typed, failed: null, csrfToken: 'abcdefgh' })
	for (const part of ['name="accountEmail"', 'name="currentPassword"', 'name="code"', 'ログインの状態が切れています。'])
		expect(ended).toContain(part)
})
