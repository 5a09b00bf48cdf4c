import { expect, type Page, test } from '@playwright/test'
import { sectionGroups } from '../src/web/admin/sections.ts'
import type { StaffRole } from '../src/domain/shared/context.ts'
import { freshAddress, logIn, logInAsStaff } from './accounts.ts'
import { expectNoViolation } from './axe.ts'
import { changeOneRow, insertMember } from './database.ts'

/** Enters as somebody new with one role and a second factor. */
async function enterWith(page: Page, role: StaffRole): Promise<void> {
	const email = freshAddress()
	await insertMember(email, { password: 'hibari no 坂道 17', isVerified: true })
	await changeOneRow('insert into staff_roles (user_id, role) select id, $2 from users where email = $1', [email, role])
	await logIn(page, email)
	await changeOneRow('update sessions set second_factor_at = auth_time where uid = (select uid from identities where email = $1)', [email])
}

const rooms = sectionGroups.flatMap(({ sections }) => sections)
const navigation = (page: Page) => page.getByRole('navigation', { name: '管理' })

/** What a role sees at the side, in the order of its links, and what is kept from it. */
const roomsOf = (role: StaffRole) => ({
	own: rooms.filter(({ roles }) => role === 'admin' || roles.includes(role)).map(({ path }) => path),
	others: rooms.filter(({ roles }) => role !== 'admin' && !roles.includes(role)).map(({ path }) => path),
})

for (const role of ['moderator', 'support', 'editor'] as const)
	test(`every room that ${role} sees at the side opens, and no other`, async ({ page }) => {
		await enterWith(page, role)
		await page.setViewportSize({ width: 1280, height: 900 })
		await page.goto('/admin')
		const { own, others } = roomsOf(role)
		const links = await navigation(page)
			.getByRole('link')
			.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
		expect(links.filter((path) => path !== '/admin')).toEqual(own)
		await expectNoViolation(page)
		for (const path of own) {
			const answer = await page.goto(path)
			expect([path, answer?.status()]).toEqual([path, 200])
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			for (const width of [360, 1280]) {
				await page.setViewportSize({ width, height: 900 })
				await expectNoViolation(page)
			}
		}
		for (const path of others) {
			const answer = await page.request.get(path, { maxRedirects: 0 })
			expect([path, answer.status()]).toEqual([path, 403])
		}
	})

test('an admin sees every room at the side', async ({ page }) => {
	await logInAsStaff(page)
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.goto('/admin')
	const links = await navigation(page)
		.getByRole('link')
		.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
	expect(links.filter((path) => path !== '/admin')).toEqual(roomsOf('admin').own)
	for (const path of roomsOf('admin').own) expect([path, (await page.request.get(path)).status()]).toEqual([path, 200])
})
