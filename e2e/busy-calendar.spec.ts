import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { logIn, newMember } from './accounts.ts'
import { expectNoViolation } from './axe.ts'

const settings = '/office/edit/1/appointments'

/** 20261124T010000Z */
const stamp = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const slotsOf = (page: Page): Promise<string[]> =>
	page.locator('input[name="slot"]').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

/** A calendar elsewhere, with an event at each of these hours. */
async function serveCalendar() {
	const busy: string[] = []
	const server = createServer((_request, response) => {
		const events = busy.map((slot, number) =>
			[
				'BEGIN:VEVENT',
				`UID:${number}@calendar.example`,
				`DTSTAMP:${stamp(new Date())}`,
				`DTSTART:${stamp(new Date(slot))}`,
				`DTEND:${stamp(new Date(Date.parse(slot) + 15 * 60_000))}`,
				'SUMMARY:通院（ひみつ）',
				'END:VEVENT',
			].join('\r\n'),
		)
		const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//calendar.example//JA', ...events, 'END:VCALENDAR', ''].join('\r\n')
		response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8' }).end(text)
	})
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
	const { port } = server.address() as AddressInfo
	return { busy, port, url: `http://localhost:${port}/basic.ics`, stop: () => new Promise((resolve) => server.close(resolve)) }
}

test('what is busy in a calendar elsewhere cannot be booked, and can be again without it', async ({ browser, page }) => {
	const calendar = await serveCalendar()
	await page.setViewportSize({ width: 360, height: 800 })
	await newMember(page)
	await page.goto('/office/1/appointment')
	const offered = await slotsOf(page)
	// One in the middle: journeys beside this one book the first and the last.
	const taken = offered[Math.floor(offered.length / 2)] ?? ''
	expect(taken).not.toBe('')
	calendar.busy.push(taken)

	const expert = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
	await logIn(expert, 'expert@example.com')
	await expert.goto(settings)
	await expert.locator('summary', { hasText: 'カレンダーのアドレスを入れる' }).click()
	await expert.getByLabel('カレンダーのアドレス').fill('https://127.0.0.1/basic.ics')
	await expert.getByRole('button', { name: '読み込む' }).click()
	await expect(expert.getByText('このアドレスからは読み込めませんでした。').first()).toBeVisible()
	await expect(expert.getByLabel('カレンダーのアドレス')).toHaveValue('https://127.0.0.1/basic.ics')
	await expectNoViolation(expert)
	await expert.getByLabel('カレンダーのアドレス').fill(calendar.url)
	await expert.getByRole('button', { name: '読み込む' }).press('Enter')
	await expect(expert.getByText(`localhost:${calendar.port}`)).toBeVisible()
	await expect(expert.getByText('これからの予定 1件')).toBeVisible()
	await expect(expert.getByText('ひみつ')).toHaveCount(0)
	await expert.setViewportSize({ width: 360, height: 800 })
	await expectNoViolation(expert)
	expect(await expert.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

	// The page was opened before: what it still offers is refused in words, with the typing kept.
	await page.locator(`input[name="slot"][value="${taken}"]`).check()
	await page.getByLabel('相談したいこと').fill('来年の法人化について相談したいです。')
	await page.getByLabel('お名前').fill('渡辺 さくら')
	await page.getByRole('button', { name: 'この日時で予約する' }).click()
	await expect(page.getByLabel('相談したいこと')).toHaveValue('来年の法人化について相談したいです。')
	await expect(page.getByRole('alert').or(page.locator('[role="alert"], [data-error]')).first()).toBeVisible()
	await page.goto('/office/1/appointment')
	expect(await slotsOf(page)).not.toContain(taken)

	await expert.getByRole('button', { name: '読み込みをやめる' }).click()
	await expect(expert.getByText(`localhost:${calendar.port}`)).toHaveCount(0)
	await page.reload()
	expect(await slotsOf(page)).toContain(taken)
	await expert.context().close()
	await calendar.stop()
})
