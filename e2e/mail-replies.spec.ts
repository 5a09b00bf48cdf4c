import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { logIn, verifiedMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

/** What the operator's mail server hands in. */
async function handIn(request: APIRequestContext, mail: string, secret = process.env['E2E_MAIL_SECRET'] ?? '') {
	return request.post('/webhooks/replies', {
		headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822', 'x-forwarded-for': '198.51.100.77' },
		data: Buffer.from(mail),
	})
}

/** The mail to this address with these words in the subject, from the demo's mailbox. */
async function mailTo(page: Page, address: string, subject: string): Promise<string> {
	const box = await page.context().newPage()
	let text = ''
	await expect(async () => {
		await box.goto('/demo/mailbox')
		const heading = box.locator('summary').filter({ hasText: address }).filter({ hasText: subject })
		text = (await box.locator('details').filter({ has: heading }).first().textContent({ timeout: 1_000 })) ?? ''
		expect(text).not.toBe('')
	}).toPass()
	await box.close()
	return text
}

test('a client answers a notice by mail, with a file, until they end the addresses', async ({ browser, page, request }) => {
	const subject = `消費税の届出の相談 ${Date.now().toString(36)}`
	const expert = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logIn(expert, 'expert@example.com')
	await expert.goto('/mypage/inquiries')
	const box = expert.getByRole('navigation', { name: '問い合わせの箱' }).getByRole('link').nth(1)
	const office = new URL((await box.getAttribute('href')) ?? '', 'http://x').searchParams.get('office') ?? ''
	await page.setViewportSize({ width: 360, height: 800 })
	const address = await verifiedMember(page)
	await page.goto(`/office/${office}`)
	await page.getByRole('link', { name: 'この事務所に問い合わせる' }).click()
	await page.getByLabel('件名').fill(subject)
	await page.getByLabel('内容').fill('課税事業者になる届出の時期を教えてください。')
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByRole('button', { name: 'この内容で送る' }).click()
	await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible()
	const thread = new URL(page.url()).pathname

	await expert.goto(`/mypage/inquiries?office=${office}`)
	await expert.getByRole('link', { name: new RegExp(subject) }).click()
	await expert.getByLabel('返信').fill('前々年の売上高が分かる書類をお送りください。')
	await expert.getByRole('button', { name: '送信する' }).click()
	await expect(expert.getByText('送信しました。')).toBeVisible()

	const notice = await mailTo(page, address, `問い合わせ「${subject}」`)
	expect(notice).toContain('このメールに返信できます')
	const to = /返信先：(\S+?@reply\.shirube\.example)/.exec(notice)?.[1] ?? ''
	const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#225588' } })
		.png()
		.toBuffer()
	const mail = (from: string, text: string) =>
		[
			`From: ${from}`,
			`To: ${to}`,
			`Message-ID: <${Date.now()}-${text.length}@mail.example>`,
			'Content-Type: multipart/mixed; boundary="edge"',
			'',
			'--edge',
			'Content-Type: text/plain; charset=utf-8',
			'',
			text,
			'--edge',
			'Content-Type: image/png; name="uriage.png"',
			'Content-Disposition: attachment; filename="uriage.png"',
			'Content-Transfer-Encoding: base64',
			'',
			picture.toString('base64'),
			'--edge--',
			'',
		].join('\r\n')
	const reply = mail(
		address,
		'売上の表をお送りします。\r\n\r\n2026年11月20日(金) 10:00 しるべ <no-reply@shirube.example>:\r\n> 返信が届きました。',
	)
	expect((await handIn(request, reply, 'not the secret')).status()).toBe(401)
	expect(await (await handIn(request, reply)).json()).toEqual({ outcome: 'accepted' })
	expect(await (await handIn(request, reply)).json()).toEqual({ outcome: 'duplicate' })

	await expert.reload()
	await expect(expert.getByText('売上の表をお送りします。')).toHaveCount(1)
	await expect(expert.getByText('返信が届きました。')).toHaveCount(0)
	await expect(expert.getByRole('link', { name: /uriage\.jpg/ })).toBeVisible()
	await page.goto(thread)
	await expect(page.getByText('売上の表をお送りします。')).toBeVisible()

	expect(await (await handIn(request, mail('somebody@example.com', '別の人です。'))).json()).toEqual({ outcome: 'foreign-sender' })
	expect(await mailTo(page, address, '受け付けられませんでした')).toContain('別のアドレスから送られました')

	await page.goto('/mypage/notifications')
	await expect(page.getByText('いま使える返信先は1件です')).toBeVisible()
	await expectNoViolation(page)
	await page.getByRole('button', { name: 'これまでの返信先を無効にする' }).press('Enter')
	await expect(page.getByText('これまでの返信先を無効にしました。')).toBeVisible()
	await expect(page.getByText('いま使える返信先はありません。')).toBeVisible()
	await expectNoViolation(page)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
	expect(await (await handIn(request, mail(address, 'もう一度お送りします。'))).json()).toEqual({ outcome: 'expired' })
	await page.goto(thread)
	await expect(page.getByText('もう一度お送りします。')).toHaveCount(0)
	await expert.context().close()
})
