import type { TestCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice, type OfficeValues } from '../../../test/factories.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { getOfficeForEdit, saveSection } from './office-editing.ts'
import type { OfficeSection, SectionValues } from './office-sections.ts'
import type { Ctx } from '../shared/context.ts'

/** A published office at 三鷹駅 with its owner, somebody else who is an expert, and a reviewer. */
export async function officeSite(ctx: TestCtx, values: OfficeValues = {}) {
	const site = testSite(ctx)
	const member = async (email: string, expert: Parameters<typeof makeExpert>[1] | null = {}) => {
		const account = await site.account(email)
		const expertId = expert === null ? 0 : await makeExpert(ctx, { ...expert, user_id: account.docId })
		const browser = site.browser()
		await browser.enter(account.uid)
		return { ...account, expertId, browser, ctx: browser.ctx }
	}
	const owner = await member('owner@example.com')
	const other = await member('other@example.com')
	const staff = await site.account('reviewer@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.docId, role: 'reviewer' }).execute()
	const staffBrowser = site.browser()
	await staffBrowser.enter(staff.uid)
	const officeId = await makeOffice(ctx, { expertIds: [owner.expertId], kana: 'しけんぜいりしじむしょ', ...values })
	return { site, member, owner, other, officeId, reviewer: async () => requireRecentStaff(await staffBrowser.ctx(), 'reviewer') }
}

/** Saves a section with some of its fields changed. */
export async function save(ctx: Ctx, officeId: number, section: OfficeSection, changed: SectionValues) {
	const { sections } = await getOfficeForEdit(ctx, officeId)
	const current = sections.find((one) => one.section === section)
	if (!current) throw new Error('no such section')
	return saveSection(ctx, officeId, { section, edition: current.edition, values: { ...current.values, ...changed } })
}
