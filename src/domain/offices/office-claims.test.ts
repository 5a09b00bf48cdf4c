import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeOffice, type OfficeValues } from '../../../test/factories.ts'
import { codeOf } from '../accounts/accounts-for-test.ts'
import { officeSite } from './offices-for-test.ts'
import { getOffice } from './offices.ts'
import { days } from '../shared/japan-time.ts'
import { decideOnExpert } from '../experts/expert-verification.ts'
import { apply } from '../experts/registration-for-test.ts'
import { findRegistration } from '../experts/registration.ts'
import { answerClaim, decideOnClaim, findClaimForStaff, listAskedClaims } from '../experts/claims/claim-decisions.ts'
import { CLAIM_MAIL_DAYS, mailDomainOf, parseOfficeNumber } from '../experts/claims/claim-input.ts'
import { findByOfficeNumber } from '../experts/claims/claim-search.ts'
import { expireClaims } from '../experts/claims/claim-settling.ts'
import { claimOffice, listOwnClaims, proveByCode, proveByLink, withdrawClaim } from '../experts/claims/claims.ts'

const NUMBER = '9000012050009'
const WEBSITE = 'https://www.mitaka-tax.example/'

/** An office that left the site with its only member, its former owner and an expert who has nothing to do with it. */
async function claimSite(ctx: TestCtx, values: OfficeValues = {}) {
	const made = await officeSite(ctx)
	const former = await made.member('former@example.com', { state: 'suspended' })
	const officeId = await makeOffice(ctx, {
		corporate_number: NUMBER,
		website: WEBSITE,
		state: 'suspended',
		expertIds: [former.expertId],
		taskIds: [],
		...values,
	})
	const claim = async (who: { ctx: () => Promise<Parameters<typeof claimOffice>[0]> }, proof: 'mail' | 'code' = 'mail') => {
		await claimOffice(await who.ctx(), { officeId, number: NUMBER, proof, mailbox: proof === 'mail' ? 'info' : '' })
		return (await listOwnClaims(await who.ctx()))[0]?.id ?? 0
	}
	const token = () =>
		/expert\/claim\/([\w-]+)/.exec(made.site.mails.findLast(({ to }) => to.endsWith('mitaka-tax.example'))?.text ?? '')?.[1] ?? ''
	const rolesOf = async () =>
		ctx.db.selectFrom('office_members').select(['expert_id', 'role']).where('office_id', '=', officeId).orderBy('expert_id').execute()
	const stateOf = async (who: { ctx: () => Promise<TestCtx> | ReturnType<typeof made.owner.ctx> }) =>
		(await listOwnClaims(await who.ctx())).map(({ state, waitsFor }) => ({ state, waitsFor }))
	return { ...made, former, claimedId: officeId, claim, token, rolesOf, stateOf }
}

test('a number is a corporate number with its check digit or an invoice number, however it is typed', () => {
	expect(parseOfficeNumber('９０００−０１２０５−０００９')).toBe(NUMBER)
	expect(parseOfficeNumber('t9000012050009')).toBe(`T${NUMBER}`)
	expect(parseOfficeNumber('8000012050009')).toBeNull()
	expect(parseOfficeNumber('T900001205000')).toBeNull()
})

test('mailboxes of a website’s own domain prove a claim, and none on a shared host', () => {
	expect(mailDomainOf(WEBSITE)).toBe('mitaka-tax.example')
	expect(
		['https://ameblo.jp/mitaka', 'https://mitaka.jimdofree.com/', 'https://192.0.2.1/', 'http://localhost/', null].map(mailDomainOf),
	).toEqual([null, null, null, null, null])
})

test('the link in the mail to the office makes a verified expert its owner and brings the office back', () =>
	withCtx(async (ctx) => {
		const { site, other, former, claim, token, rolesOf, stateOf, claimedId } = await claimSite(ctx)
		const found = await findByOfficeNumber(await other.ctx(), `T${NUMBER}`)
		expect(found.offices).toMatchObject([{ id: claimedId, state: 'open', mailDomain: 'mitaka-tax.example', asksMembers: false }])
		await claim(other)
		expect(await rolesOf()).toEqual([{ expert_id: former.expertId, role: 'owner' }])
		expect(await codeOf(proveByLink(await former.ctx(), token()))).toBe('not-found')
		await proveByLink(await other.ctx(), token())

		expect(new Map((await rolesOf()).map((row) => [row.expert_id, row.role]))).toEqual(
			new Map([
				[former.expertId, 'editor'],
				[other.expertId, 'owner'],
			]),
		)
		expect(await stateOf(other)).toEqual([{ state: 'granted', waitsFor: null }])
		expect((await getOffice(ctx, claimedId)).hasOwner).toBe(true)
		expect(site.mails.filter(({ subject }) => subject.includes('代表者')).map(({ to }) => to)).toEqual([
			'info@mitaka-tax.example',
			'other@example.com',
			'former@example.com',
		])
		const events = await ctx.db.selectFrom('audit_log').select('action').where('action', 'like', 'claim.%').orderBy('id').execute()
		expect(events.map(({ action }) => action)).toEqual(['claim.make', 'claim.prove'])
		expect(await codeOf(proveByLink(await other.ctx(), token()))).toBe('not-found')
	}))

test('offices with an owner, drafts and offices that staff have suspended cannot be claimed', () =>
	withCtx(async (ctx) => {
		const { other, owner, officeId, claim, claimedId } = await claimSite(ctx)
		await ctx.db.updateTable('offices').set({ corporate_number: '8000012050001' }).where('id', '=', officeId).execute()
		const stateFor = async (who: typeof other, number: string) => (await findByOfficeNumber(await who.ctx(), number)).offices[0]?.state
		expect(await stateFor(other, '8000012050001')).toBe('owned')
		expect(await stateFor(owner, '8000012050001')).toBe('own')
		const claimTaken = async () => claimOffice(await other.ctx(), { officeId, number: '8000012050001', proof: 'code', mailbox: '' })
		expect(await codeOf(claimTaken())).toBe('conflict')
		expect(await codeOf(claimOffice(await other.ctx(), { officeId: claimedId, number: '8000012050001', proof: 'code', mailbox: '' }))).toBe(
			'not-found',
		)
		await ctx.db.updateTable('offices').set({ suspended_reason: '虚偽の掲載' }).where('id', '=', claimedId).execute()
		expect(await stateFor(other, NUMBER)).toBe('closed')
		expect(await codeOf(claim(other))).toBe('conflict')
	}))

test('staff give the code, five wrong ones end the claim, and the right one proves it', () =>
	withCtx(async (ctx) => {
		const { other, owner, claim, reviewer, stateOf, site } = await claimSite(ctx, { website: null })
		const claimId = await claim(other, 'code')
		expect(await codeOf(claimOffice(await owner.ctx(), { officeId: 0, number: NUMBER, proof: 'mail', mailbox: 'info' }))).toBe('not-found')
		expect(await codeOf(proveByCode(await other.ctx(), { claimId, code: '00000000' }))).toBe('conflict')
		const { code } = (await findClaimForStaff(await reviewer(), claimId))!
		expect(code).toMatch(/^\d{8}$/)
		await decideOnClaim(await reviewer(), claimId, { verdict: 'given', reason: '' })
		expect(await findClaimForStaff(await reviewer(), claimId)).toBeNull()
		expect(site.mails.at(-1)).toMatchObject({ to: 'other@example.com' })
		expect(site.mails.at(-1)?.text).not.toContain(code ?? '')
		const wrong = code === '11111111' ? '22222222' : '11111111'
		for (let n = 0; n < 5; n++) expect(await codeOf(proveByCode(await other.ctx(), { claimId, code: wrong }))).toBe('invalid')
		expect(await codeOf(proveByCode(await other.ctx(), { claimId, code: code ?? '' }))).toBe('conflict')
		expect((await stateOf(other))[0]?.state).toBe('expired')

		const second = await claim(other, 'code')
		const again = (await findClaimForStaff(await reviewer(), second))?.code ?? ''
		await decideOnClaim(await reviewer(), second, { verdict: 'given', reason: '' })
		await proveByCode(await other.ctx(), { claimId: second, code: again })
		expect((await stateOf(other))[0]?.state).toBe('granted')
	}))

test('other verified members are asked: an agreement grants the claim, an objection leaves it to staff', () =>
	withCtx(async (ctx) => {
		const { site, member, other, former, claim, token, stateOf, claimedId, reviewer, rolesOf } = await claimSite(ctx, {
			state: 'published',
		})
		const editor = await member('editor@example.com')
		await ctx.db.insertInto('office_members').values({ office_id: claimedId, expert_id: editor.expertId, role: 'editor' }).execute()
		const claimId = await claim(other)
		expect(await listAskedClaims(await editor.ctx(), claimedId)).toEqual([])
		await proveByLink(await other.ctx(), token())
		expect(await stateOf(other)).toEqual([{ state: 'proved', waitsFor: 'members' }])
		expect(site.mails.at(-1)?.to).toBe('editor@example.com')
		expect(await listAskedClaims(await editor.ctx(), claimedId)).toMatchObject([{ id: claimId }])
		expect(await codeOf(answerClaim(await former.ctx(), claimedId, { claimId, agrees: true }))).toBe('forbidden')

		await answerClaim(await editor.ctx(), claimedId, { claimId, agrees: false })
		expect(await stateOf(other)).toEqual([{ state: 'proved', waitsFor: 'staff' }])
		expect(await codeOf(answerClaim(await editor.ctx(), claimedId, { claimId, agrees: true }))).toBe('conflict')
		expect(await codeOf(decideOnClaim(await reviewer(), claimId, { verdict: 'given', reason: '' }))).toBe('conflict')
		await decideOnClaim(await reviewer(), claimId, { verdict: 'decline', reason: '名簿でお名前を確認できませんでした。' })
		expect(site.mails.at(-1)?.text).toContain('名簿でお名前を確認できませんでした。')

		const second = await claim(other)
		await proveByLink(await other.ctx(), token())
		await answerClaim(await editor.ctx(), claimedId, { claimId: second, agrees: true })
		expect((await rolesOf()).find(({ role }) => role === 'owner')?.expert_id).toBe(other.expertId)
	}))

test('of two proved claims the first one settled owns the office, and the other is declined', () =>
	withCtx(async (ctx) => {
		const { owner, other, claim, token, stateOf, rolesOf } = await claimSite(ctx)
		await claim(owner)
		const first = token()
		await claim(other)
		await proveByLink(await other.ctx(), token())
		expect(await stateOf(owner)).toEqual([{ state: 'declined', waitsFor: null }])
		expect(await codeOf(proveByLink(await owner.ctx(), first))).toBe('not-found')
		expect((await rolesOf()).filter(({ role }) => role === 'owner')).toEqual([{ expert_id: other.expertId, role: 'owner' }])
	}))

test('an applicant’s proved claim takes the place of an office and is granted with the verification', () =>
	withCtx(async (ctx) => {
		const { member, claim, token, stateOf, rolesOf, reviewer } = await claimSite(ctx)
		const applicant = await member('applicant@example.com', null)
		await claim(applicant)
		await proveByLink(await applicant.ctx(), token())
		expect(await stateOf(applicant)).toEqual([{ state: 'proved', waitsFor: 'verification' }])
		expect((await findRegistration(await applicant.ctx()))?.done.office).toBe(true)
		const { expertId, version } = await apply(await applicant.ctx(), { office: null })
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		expect((await rolesOf()).find(({ role }) => role === 'owner')?.expert_id).toBe(expertId)
		expect((await stateOf(applicant))[0]?.state).toBe('granted')
	}))

test('a claim ends with its time or when it is withdrawn, and the address and the link with it', () =>
	withCtx(async (ctx) => {
		const { other, owner, claim, token, stateOf } = await claimSite(ctx)
		const claimId = await claim(other)
		await withdrawClaim(await owner.ctx(), claimId)
		expect((await stateOf(other))[0]?.state).toBe('open')
		await withdrawClaim(await other.ctx(), claimId)
		await claim(other)
		const later = { db: ctx.db, now: () => new Date(ctx.now().getTime() + days(CLAIM_MAIL_DAYS) + 1) }
		expect(await expireClaims(later)).toBe(1)
		expect(await stateOf(other)).toEqual([
			{ state: 'expired', waitsFor: null },
			{ state: 'withdrawn', waitsFor: null },
		])
		expect(await codeOf(proveByLink(await other.ctx(), token()))).toBe('not-found')
		expect(await ctx.db.selectFrom('office_claims').select(['mail_to', 'token_hash']).where('mail_to', 'is not', null).execute()).toEqual(
			[],
		)
	}))
