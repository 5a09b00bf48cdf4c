import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import { inTransaction } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { withdrawFromDirectory } from '../experts/leaving.ts'
import { deleteOffice, listDeletedOffices, purgeOffices, restoreOffice } from './office-deletion.ts'
import { getOfficeForEdit } from './office-editing.ts'
import {
	acceptInvitation,
	getInvitation,
	getMembership,
	handOver,
	inviteMember,
	leaveOffice,
	listOwnOffices,
	removeMember,
	purgeInvitations,
	revokeInvitation,
	setRole,
	setTitle,
} from '../memberships/office-membership.ts'
import { officeSite } from './offices-for-test.ts'
import { getOffice } from './offices.ts'
import { days } from '../shared/japan-time.ts'

async function kindOf(promise: Promise<unknown>): Promise<string> {
	try {
		await promise
	} catch (error) {
		if (isDomainError(error)) return error.kind
		throw error
	}
	return 'none'
}

const DAY_MINUTES = 24 * 60

async function invited(ctx: TestCtx) {
	const made = await officeSite(ctx)
	await inviteMember(await made.owner.ctx(), made.officeId, { email: ' Other@Example.com', role: 'editor' })
	const mail = made.site.mails.at(-1)
	const token = /invitation\/([A-Za-z0-9_-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
	return { ...made, token, mail }
}

test('an invitation makes one person a member, once, within 14 days', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, token, mail, site, member } = await invited(ctx)
		expect(mail?.to).toBe('other@example.com')
		expect(await getInvitation(await other.ctx(), token)).toMatchObject({
			offer: { officeId, role: 'editor' },
			state: 'open',
			isMember: false,
		})
		expect(await acceptInvitation(await other.ctx(), token)).toBe(officeId)
		expect((await getOffice(ctx, officeId)).experts.map(({ id }) => id)).toEqual([owner.expertId, other.expertId])
		expect(await listOwnOffices(await other.ctx())).toMatchObject([{ id: officeId, role: 'editor' }])
		const third = await member('third@example.com')
		expect(await kindOf(acceptInvitation(await third.ctx(), token))).toBe('forbidden')
		expect(await kindOf(acceptInvitation(await third.ctx(), 'no-such-token'))).toBe('not-found')

		await inviteMember(await owner.ctx(), officeId, { email: 'third@example.com', role: 'owner' })
		const late = /invitation\/([A-Za-z0-9_-]+)/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? ''
		site.clock.pass(14 * DAY_MINUTES + 1)
		await third.browser.enter(third.uid)
		const evening = await third.ctx()
		expect(await getInvitation(evening, late)).toMatchObject({ state: 'over' })
		expect(await kindOf(acceptInvitation(evening, late))).toBe('forbidden')
		site.clock.pass(31 * DAY_MINUTES)
		await purgeInvitations({ db: ctx.db, now: site.clock.now })
		expect(await ctx.db.selectFrom('office_invitations').select('id').where('office_id', '=', officeId).execute()).toEqual([])
	})
})

test('an invitation names its office to, and is accepted by, the proved invited address alone', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, site } = await officeSite(ctx)
		await inviteMember(await owner.ctx(), officeId, { email: 'invited@example.com', role: 'editor' })
		const token = /invitation\/([A-Za-z0-9_-]+)/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? ''
		const toOthers = { state: 'open', offer: null, isMember: false }
		expect(await getInvitation(await other.ctx(), token)).toEqual({ ...toOthers, expertId: other.expertId })
		expect(await kindOf(acceptInvitation(await other.ctx(), token))).toBe('forbidden')

		const claimed = await site.account('invited@example.com', { verified: false })
		const expertId = await makeExpert(ctx, { user_id: claimed.docId })
		const browser = site.browser()
		await browser.enter(claimed.uid)
		expect(await kindOf(acceptInvitation(await browser.ctx(), token))).toBe('forbidden')
		expect(await getInvitation(await browser.ctx(), token)).toEqual({ ...toOthers, expertId })

		await ctx.db.updateTable('identities').set({ email_verified_at: ctx.now() }).where('uid', '=', claimed.uid).execute()
		expect(await getInvitation(await browser.ctx(), token)).toMatchObject({ state: 'open', offer: { officeId, role: 'editor' } })
		expect(await acceptInvitation(await browser.ctx(), token)).toBe(officeId)
	})
})

test('only a verified expert becomes an owner by invitation', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId, site, member } = await officeSite(ctx)
		const draft = await member('draft@example.com', { state: 'draft' })
		await inviteMember(await owner.ctx(), officeId, { email: 'draft@example.com', role: 'owner' })
		const token = /invitation\/([A-Za-z0-9_-]+)/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? ''
		expect(await kindOf(acceptInvitation(await draft.ctx(), token))).toBe('forbidden')
		expect((await getMembership(await owner.ctx(), officeId)).members).toMatchObject([{ expertId: owner.expertId, role: 'owner' }])
		await ctx.db.updateTable('experts').set({ state: 'verified' }).where('id', '=', draft.expertId).execute()
		expect(await acceptInvitation(await draft.ctx(), token)).toBe(officeId)
	})
})

test('a revoked or replaced link is invalid, and a member who is not an expert is asked to register', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, token, member, site } = await invited(ctx)
		const mine = await owner.ctx()
		await inviteMember(mine, officeId, { email: 'other@example.com', role: 'owner' })
		expect(await getInvitation(await other.ctx(), token)).toMatchObject({ state: 'over' })
		const { invitations } = await getMembership(mine, officeId)
		expect(invitations).toMatchObject([{ email: 'other@example.com', role: 'owner' }])
		const newer = /invitation\/([A-Za-z0-9_-]+)/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? ''
		const nobody = await member('nobody@example.com', null)
		expect(await getInvitation(await nobody.ctx(), newer)).toMatchObject({ expertId: null, state: 'open' })
		expect(await kindOf(acceptInvitation(await nobody.ctx(), newer))).toBe('forbidden')
		await revokeInvitation(mine, officeId, invitations[0]?.id ?? 0)
		expect(await kindOf(acceptInvitation(await other.ctx(), newer))).toBe('forbidden')
		expect(await kindOf(inviteMember(mine, officeId, { email: 'no address', role: 'editor' }))).toBe('invalid')
	})
})

test('the last owner cannot leave; an owner transfers the office, and editors cannot manage members', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, token } = await invited(ctx)
		await acceptInvitation(await other.ctx(), token)
		const [mine, theirs] = [await owner.ctx(), await other.ctx()]
		expect(await kindOf(leaveOffice(mine, officeId))).toBe('forbidden')
		expect(await kindOf(setRole(mine, officeId, owner.expertId, 'editor'))).toBe('forbidden')
		for (const work of [
			inviteMember(theirs, officeId, { email: 'x@example.com', role: 'editor' }),
			removeMember(theirs, officeId, owner.expertId),
			setRole(theirs, officeId, other.expertId, 'owner'),
			handOver(theirs, officeId, other.expertId),
			deleteOffice(theirs, officeId, { idToken: null, parts: [] }),
		])
			expect(await kindOf(work)).toBe('forbidden')
		expect((await getOfficeForEdit(theirs, officeId)).may).toMatchObject({ edit: true, photos: true, publish: false, unlist: false })
		await handOver(mine, officeId, other.expertId)
		expect((await getMembership(theirs, officeId)).members.map(({ expertId, role }) => [expertId, role])).toEqual([
			[owner.expertId, 'editor'],
			[other.expertId, 'owner'],
		])
		await setTitle(theirs, officeId, other.expertId, '  所長\n')
		expect((await getOffice(ctx, officeId)).experts.map(({ title }) => title)).toEqual(['', '所長'])
		expect(await kindOf(setTitle(mine, officeId, other.expertId, '所長'))).toBe('forbidden')
		await leaveOffice(mine, officeId)
		expect(await listOwnOffices(mine)).toEqual([])
		expect((await getOffice(ctx, officeId)).experts.map(({ id }) => id)).toEqual([other.expertId])
	})
})

test('a deleted office leaves the site at once, can be restored within 30 days, and is purged after them', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, site, token } = await invited(ctx)
		const mine = await owner.ctx()
		const hindrance = async () => '返事を待っている見積もり依頼があります。'
		expect(await kindOf(deleteOffice(mine, officeId, { idToken: null, parts: [hindrance] }))).toBe('forbidden')
		await deleteOffice(mine, officeId, { idToken: null, parts: [async () => null] })
		expect(await kindOf(getOffice(ctx, officeId))).toBe('not-found')
		expect(await ctx.db.selectFrom('office_listings').select('scope_id').where('office_id', '=', officeId).execute()).toEqual([])
		expect(await kindOf(getOfficeForEdit(mine, officeId))).toBe('not-found')
		expect(await kindOf(acceptInvitation(await other.ctx(), token))).toBe('forbidden')
		expect(await listDeletedOffices(mine)).toMatchObject([{ id: officeId }])
		expect(await kindOf(restoreOffice(await other.ctx(), officeId))).toBe('not-found')

		await restoreOffice(mine, officeId)
		expect((await getOffice(ctx, officeId)).id).toBe(officeId)
		await deleteOffice(mine, officeId, { idToken: null, parts: [] })
		site.clock.pass(30 * DAY_MINUTES)
		const later = { ...ctx, now: site.clock.now }
		expect(await listDeletedOffices({ ...later, viewer: mine.viewer })).toEqual([])
		expect(await kindOf(restoreOffice({ ...later, viewer: mine.viewer }, officeId))).toBe('forbidden')
		expect(await purgeOffices(ctx)).toBe(0)
		expect(await purgeOffices(later)).toBe(1)
		expect(await ctx.db.selectFrom('offices').select('id').where('id', '=', officeId).executeTakeFirst()).toBeUndefined()
	})
})

test('a login of more than five minutes ago deletes nothing without a new proof', async () => {
	await withCtx(async (ctx) => {
		const { owner, officeId, site } = await officeSite(ctx)
		site.clock.pass(6)
		const error = await deleteOffice(await owner.ctx(), officeId, { idToken: null, parts: [] }).catch((thrown: unknown) => thrown)
		expect(isDomainError(error) && error.code).toBe('auth/requires-recent-login')
		expect((await getOffice(ctx, officeId)).id).toBe(officeId)
	})
})

test('tasks reserved by a law are removed with the last member who may do them', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, token } = await invited(ctx)
		await acceptInvitation(await other.ctx(), token)
		const task = await ctx.db
			.selectFrom('task_professions as p')
			.innerJoin('tasks as t', 't.id', 'p.task_id')
			.select(['t.id', 'p.profession_id'])
			.where('t.exclusive_law', 'is not', null)
			.where('t.id', 'not in', (eb) => eb.selectFrom('task_professions').select('task_id').where('profession_id', '=', 1))
			.executeTakeFirstOrThrow()
		await ctx.db
			.insertInto('expert_credentials')
			.values({
				expert_id: other.expertId,
				profession_id: task.profession_id,
				registration_number: '第99990001号',
				association: '試験会',
				registered_on: null,
			})
			.execute()
		await ctx.db
			.insertInto('office_tasks')
			.values({ office_id: officeId, task_id: task.id, fee_basis: 'per_case', fee_min: 11_000, fee_max: null })
			.execute()
		const profession = async () => (await getOffice(ctx, officeId)).professions.some(({ id }) => id === task.profession_id)
		await ctx.db.insertInto('office_professions').values({ office_id: officeId, profession_id: task.profession_id }).execute()
		const state = await ctx.db.selectFrom('experts').select('state').where('id', '=', owner.expertId).executeTakeFirstOrThrow()
		expect([state.state, await profession()]).toEqual(['verified', true])
		// By leaving the office, or the site.
		const leaving = { ...(await other.ctx()) }
		await inTransaction(leaving, (trx) => withdrawFromDirectory(trx, { id: other.docId }))
		expect(await profession()).toBe(false)
		expect((await getOffice(ctx, officeId)).tasks.map(({ taskId }) => taskId)).not.toContain(task.id)
		expect((await getOffice(ctx, officeId)).experts.map(({ id }) => id)).toEqual([owner.expertId])
		// With the last member it is treated as deleted.
		const mine = await owner.ctx()
		await inTransaction(mine, (trx) => withdrawFromDirectory(trx, { id: owner.docId }))
		expect(await kindOf(getOffice(ctx, officeId))).toBe('not-found')
		expect(await purgeOffices({ ...ctx, now: () => new Date(mine.now().getTime() + days(31)) })).toBe(1)
	})
})
