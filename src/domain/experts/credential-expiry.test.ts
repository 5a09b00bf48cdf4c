import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { days } from '../shared/japan-time.ts'
import { readSuspendedTasks } from '../memberships/suspended-tasks.ts'
import { readChanges, saveChange } from './credential-changes.ts'
import { announceExpiring, endSubQualifications, listSubQualifications, setSubQualificationEnd } from './credential-expiry.ts'
import { decideOnExpert } from './expert-verification.ts'
import { apply, credential, registrationSite } from './registration-for-test.ts'

const at = (ctx: TestCtx, day: string): TestCtx => ({ ...ctx, now: () => new Date(`${day}T03:00:00Z`) })

const noticesOf = async (ctx: TestCtx): Promise<string[]> => {
	const { rows } = await sql<{ text: string }>`
		select event ->> 'text' as text from pending_events where event ->> 'subject' like 'sub-qualification%' order by id
	`.execute(ctx.db)
	return rows.map(({ text }) => text)
}

/** A 特定社労士 whose office offers 労務トラブル, which the sub-qualification alone opens. */
async function holder(ctx: TestCtx, validUntil: string | null) {
	const expertId = await makeExpert(ctx, { professions: ['sharoushi'], taskIds: [605, 601] })
	await ctx.db
		.insertInto('expert_sub_qualifications')
		.values({
			expert_id: expertId,
			profession_id: 2,
			sub_qualification_id: 1,
			registration_number: '第1234号',
			valid_until: validUntil,
			verified_at: ctx.now(),
		})
		.execute()
	const officeId = await makeOffice(ctx, { professions: ['sharoushi'], taskIds: [605, 601], expertIds: [expertId] })
	const tasks = async () => ({
		profile: await ctx.db.selectFrom('expert_tasks').select('task_id').where('expert_id', '=', expertId).orderBy('task_id').execute(),
		listed: await ctx.db
			.selectFrom('office_listings')
			.select('scope_id')
			.distinct()
			.where('office_id', '=', officeId)
			.where('scope_id', '>', 100)
			.orderBy('scope_id')
			.execute(),
	})
	return { expertId, officeId, tasks }
}

test('a sub-qualification lasts through its last day in Japan, and suspends what depended on it', () =>
	withCtx(async (ctx) => {
		const { expertId, officeId, tasks } = await holder(ctx, '2027-03-31')
		const before = await tasks()
		expect(before.listed.map(({ scope_id }) => scope_id)).toEqual([601, 605])
		// 23:59 on the last day in Japan, and a minute later.
		expect(await endSubQualifications({ ...ctx, now: () => new Date('2027-03-31T14:59:00Z') })).toBe(0)
		const later = { ...ctx, now: () => new Date('2027-03-31T15:00:00Z') }
		expect(await endSubQualifications(later)).toBe(1)
		expect(await endSubQualifications(later)).toBe(0)
		expect(await listSubQualifications(ctx, expertId)).toEqual([])
		expect((await readChanges(ctx, expertId))[0]).toMatchObject({ state: 'expired', subQualificationId: 1, validUntil: '2027-03-31' })
		const after = await tasks()
		expect(after.profile.map(({ task_id }) => task_id)).toEqual([601])
		expect(after.listed.map(({ scope_id }) => scope_id)).toEqual([601])
		expect(await readSuspendedTasks(ctx, officeId)).toMatchObject([{ taskId: 605, reason: 'expiry' }])
		expect((await noticesOf(ctx)).join()).toContain('「特定社会保険労務士」の有効期間が終わった')
	}))

test('an expert is reminded once, 60 days before the last day, and again after a renewal', () =>
	withCtx(async (ctx) => {
		const { expertId } = await holder(ctx, '2027-03-31')
		expect(await announceExpiring(at(ctx, '2027-01-29'))).toBe(0)
		expect(await announceExpiring(at(ctx, '2027-01-30'))).toBe(1)
		expect(await announceExpiring(at(ctx, '2027-02-01'))).toBe(0)
		expect((await noticesOf(ctx)).at(-1)).toContain('2027年3月31日で終わります')
		expect(await listSubQualifications(at(ctx, '2027-02-01'), expertId)).toMatchObject([{ endsSoon: true }])
	}))

test('a credential that must be renewed is submitted with a last day that has not passed', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId, version } = await apply(await applicant.ctx())
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		const supporter = { subQualificationId: '7', registrationNumber: '20260401関東第1号', association: '関東経済産業局' }
		expect(() => credential(supporter)).toThrow(expect.objectContaining({ fields: { validUntil: expect.stringContaining('最後の日') } }))
		expect(() => credential({ ...supporter, validUntil: '2026-06-14' })).toThrow(
			expect.objectContaining({ fields: { validUntil: expect.stringContaining('終わっていない') } }),
		)
		await saveChange(await applicant.ctx(), credential({ ...supporter, validUntil: '2031-03-31' }))
		expect((await readChanges(ctx, expertId))[0]).toMatchObject({ validUntil: '2031-03-31' })
		// One that needs no renewal has no last day, whatever is sent.
		expect(credential({ validUntil: '2031-03-31' }).validUntil).toBeNull()
	}))

test('a reviewer corrects the last day; one that has passed ends the sub-qualification at once', () =>
	withCtx(async (ctx) => {
		const { reviewer } = await registrationSite(ctx)
		const { expertId, tasks } = await holder(ctx, '2027-03-31')
		const set = async (validUntil: string) =>
			setSubQualificationEnd(await reviewer(), expertId, {
				professionId: 2,
				subQualificationId: 1,
				validUntil,
				reason: '名簿で確かめた日に直しました。',
			})
		await set('2028-03-31')
		expect((await tasks()).listed.map(({ scope_id }) => scope_id)).toEqual([601, 605])
		expect(await listSubQualifications(ctx, expertId)).toMatchObject([{ validUntil: '2028-03-31' }])
		const yesterday = new Date(ctx.now().getTime() - days(1)).toISOString().slice(0, 10)
		await set(yesterday)
		expect(await listSubQualifications(ctx, expertId)).toEqual([])
		expect((await tasks()).listed.map(({ scope_id }) => scope_id)).toEqual([601])
		await expect(set('2028-03-31')).rejects.toMatchObject({ kind: 'not-found' })
	}))
