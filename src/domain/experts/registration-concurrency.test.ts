import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { codeOf, testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { decideOnExpert } from './expert-verification.ts'
import { apply, fillIn } from './registration-for-test.ts'
import { findRegistration, submitRegistration } from './registration.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let ctx: Ctx

beforeAll(async () => {
	made = await freshDatabase()
	ctx = visitorCtx(made.db)
})

afterAll(() => made.close(), 30_000)

async function entering(site: ReturnType<typeof testSite>, email: string, role?: 'reviewer') {
	const account = await site.account(email)
	if (role) await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return browser
}

test('one of two experts who submit the same number at the same moment gets it, and a repeated submit counts once', async () => {
	const site = testSite(ctx)
	const people = [await entering(site, 'first@example.com'), await entering(site, 'second@example.com')]
	for (const browser of people) await fillIn(await browser.ctx(), { number: '424242' })
	const contexts = await Promise.all(people.flatMap((browser) => [browser.ctx(), browser.ctx()]))
	await Promise.allSettled(contexts.map((one) => submitRegistration(one)))
	const states = await Promise.all(people.map(async (browser) => (await findRegistration(await browser.ctx()))?.state ?? ''))
	expect(states.toSorted()).toEqual(['draft', 'submitted'])
	expect(site.mails.filter(({ subject }) => subject.includes('受け付けました'))).toHaveLength(1)
})

test('of two reviewers who decide at the same moment one does', async () => {
	const site = testSite(ctx)
	const applicant = await entering(site, 'third@example.com')
	const { expertId, version } = await apply(await applicant.ctx(), { number: '434343' })
	const reviewers = [await entering(site, 'one@example.com', 'reviewer'), await entering(site, 'two@example.com', 'reviewer')]
	const decisions = await Promise.all(
		reviewers.map(async (browser, place) => {
			const staff = requireRecentStaff(await browser.ctx(), 'reviewer')
			const state = place === 0 ? 'verified' : 'rejected'
			return codeOf(
				decideOnExpert(staff, expertId, { state, reason: state === 'verified' ? '' : '名簿にお名前がありませんでした。', version }),
			)
		}),
	)
	expect(decisions.toSorted()).toEqual(['conflict', 'none'])
	expect(await ctx.db.selectFrom('expert_decisions').select('state').where('expert_id', '=', expertId).execute()).toHaveLength(1)
})
