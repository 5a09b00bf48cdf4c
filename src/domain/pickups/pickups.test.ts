import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { staffOf } from '../billing/billing-for-test.ts'
import { newKey } from '../questions/questions-for-test.ts'
import { addDays, days, isoDay } from '../shared/japan-time.ts'
import { createPickup, discardPickup, editPickup, endPickup, publishPickup } from './pickup-admin.ts'
import { type PickupPlace, TOP_PAGE } from './pickup-input.ts'
import { getPickupForStaff, isLeftOut, listPickupCandidates, listPickupsForStaff } from './pickup-lists.ts'
import { type PickupInput, pickupSchema } from './pickup-schemas.ts'
import { addPickupClicks, listPickups } from './pickups.ts'

const today = isoDay(TEST_NOW)
const taxesOfTokyo: PickupPlace = { scopeId: 5, prefectureId: 13 }

const input = (expertId: number, values: Partial<PickupInput> = {}): PickupInput => ({
	expertId,
	reason: '開業の相談に力を入れています。',
	position: 10,
	startsOn: today,
	endsOn: addDays(today, 27),
	isPr: false,
	clientKey: newKey(),
	...values,
})

/** A verified 税理士 with an office in the lists of 三鷹. */
async function makeListed(ctx: TestCtx): Promise<number> {
	const expertId = await makeExpert(ctx)
	await makeOffice(ctx, { expertIds: [expertId] })
	return expertId
}

async function publish(ctx: TestCtx, place: PickupPlace, expertId: number, values: Partial<PickupInput> = {}) {
	const editor = await staffOf(ctx, 'editor')
	const { id } = await createPickup(editor, place, input(expertId, values))
	await publishPickup(editor, id, 1)
	return { id, editor }
}

const shown = async (ctx: TestCtx, place: PickupPlace) => (await listPickups(ctx, place)).map(({ id }) => id)
const later = (ctx: TestCtx, count: number): TestCtx => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(count)) })

test('experts are shown from the first to the last day, in the editors’ order, paid ones after the others', () =>
	withCtx(async (ctx) => {
		const [first, second, paid] = [await makeListed(ctx), await makeListed(ctx), await makeListed(ctx)]
		await publish(ctx, TOP_PAGE, paid, { position: 1, isPr: true })
		await publish(ctx, TOP_PAGE, second, { position: 20, startsOn: addDays(today, 2), endsOn: null })
		await publish(ctx, TOP_PAGE, first, { position: 30, endsOn: addDays(today, 3) })
		expect(await shown(ctx, TOP_PAGE)).toEqual([first, paid])
		expect(await shown(later(ctx, 3), TOP_PAGE)).toEqual([second, first, paid])
		expect(await shown(later(ctx, 4), TOP_PAGE)).toEqual([second, paid])
		expect(await listPickups(ctx, TOP_PAGE)).toMatchObject([
			{ reason: '開業の相談に力を入れています。', isPr: false, office: { municipalityName: '三鷹市' } },
			{ isPr: true },
		])
		expect(await shown(ctx, taxesOfTokyo)).toEqual([])
	}))

test('a draft is seen in its preview alone, and a published one goes when it is ended', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		const editor = await staffOf(ctx, 'editor')
		const { id } = await createPickup(editor, TOP_PAGE, input(expertId))
		expect(await shown(ctx, TOP_PAGE)).toEqual([])
		expect(await listPickups(ctx, TOP_PAGE, { withDraftId: id })).toMatchObject([{ pickupId: id }])
		await publishPickup(editor, id, 1)
		await publishPickup(editor, id, 1)
		expect(await shown(ctx, TOP_PAGE)).toEqual([expertId])
		await expect(discardPickup(editor, id)).rejects.toMatchObject({ kind: 'conflict' })
		await endPickup(editor, id, '紹介の期間を短くするため')
		expect(await shown(ctx, TOP_PAGE)).toEqual([])
		const { history } = await getPickupForStaff(editor, id)
		expect(history.map(({ action, reason }) => [action, reason])).toEqual([
			['pickup.end', '紹介の期間を短くするため'],
			['pickup.publish', null],
			['pickup.begin', null],
		])
	}))

test('a list shows only who is verified, stands in it and works on its tasks', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		await publish(ctx, taxesOfTokyo, expertId)
		expect(await shown(ctx, taxesOfTokyo)).toEqual([expertId])
		await ctx.db.updateTable('experts').set({ state: 'suspended' }).where('id', '=', expertId).execute()
		expect(await shown(ctx, taxesOfTokyo)).toEqual([])
		await ctx.db.updateTable('experts').set({ state: 'verified' }).where('id', '=', expertId).execute()
		await ctx.db.deleteFrom('expert_tasks').where('expert_id', '=', expertId).execute()
		expect(await shown(ctx, taxesOfTokyo)).toEqual([])
	}))

test('is refused outside the list, for a neutral list, paid for a lawyer, twice, and to others than editors', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		const editor = await staffOf(ctx, 'editor')
		const refused = (place: PickupPlace, id: number, error: object, values: Partial<PickupInput> = {}) =>
			expect(createPickup(editor, place, input(id, values))).rejects.toMatchObject(error)
		await refused({ scopeId: 5, prefectureId: 27 }, expertId, { fields: { form: expect.stringContaining('載っていない') } })
		await refused({ scopeId: 99, prefectureId: 0 }, expertId, { kind: 'not-found' })
		await refused(TOP_PAGE, await makeExpert(ctx), { fields: { form: expect.stringContaining('公開中の事務所') } })
		await refused(TOP_PAGE, await makeExpert(ctx, { state: 'submitted' }), { kind: 'conflict' })
		const { rows } = await sql<number>`
			select t.id from tasks t where exists (select from task_parts p where p.task_id = t.id)
				and not exists (
					select from task_parts p where p.task_id = t.id and (p.law_id is null or exists (
						select from task_part_grants g join professions f on f.id = g.profession_id
						where g.part_id = p.id and f.slug not in ('bengoshi', 'shihoshoshi')
					))
				)
			limit 1
		`.execute(ctx.db)
		const neutral = (rows[0] as unknown as { id: number }).id
		await refused({ scopeId: neutral, prefectureId: 0 }, expertId, { fields: { form: expect.stringContaining('72条') } })
		const lawyer = await makeExpert(ctx, { professions: ['bengoshi'], taskIds: [701] })
		await makeOffice(ctx, { expertIds: [lawyer], professions: ['bengoshi'], taskIds: [701] })
		await refused(TOP_PAGE, lawyer, { fields: { isPr: expect.stringContaining('紹介料') } }, { isPr: true })
		await publish(ctx, TOP_PAGE, expertId)
		await expect(publish(ctx, TOP_PAGE, expertId, { startsOn: addDays(today, 27) })).rejects.toMatchObject({
			fields: { startsOn: expect.stringContaining('期間の重なる') },
		})
		await publish(ctx, TOP_PAGE, expertId, { startsOn: addDays(today, 28), endsOn: null })
		await expect(createPickup(await staffOf(ctx, 'moderator'), TOP_PAGE, input(expertId))).rejects.toMatchObject({ kind: 'forbidden' })
	}))

test('the database itself keeps two of one expert in one place apart', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		await publish(ctx, TOP_PAGE, expertId)
		const again = {
			expert_id: expertId,
			reason: '二度目',
			starts_on: today,
			ends_on: null,
			ended_at: null,
			made_by: null,
			client_key: null,
		}
		await expect(
			ctx.db
				.insertInto('pickups')
				.values({ ...again, published_at: ctx.now(), made_at: ctx.now() })
				.execute(),
		).rejects.toMatchObject({ code: '23P01' })
	}))

test('an edit of an older version is refused, and a valid one is told in the history', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		const { id, editor } = await publish(ctx, TOP_PAGE, expertId)
		const { expertId: _expert, clientKey: _key, ...fields } = input(expertId, { position: 5 })
		await editPickup(editor, id, { ...fields, version: 1 })
		await expect(editPickup(editor, id, { ...fields, version: 1 })).rejects.toMatchObject({ kind: 'conflict' })
		const { history, position } = await getPickupForStaff(editor, id)
		expect(position).toBe(5)
		expect(JSON.parse(history[0]?.detail ?? '')).toMatchObject({ before: { position: 10 }, after: { position: 5 } })
	}))

test('clicks are counted by day while it runs, and not afterwards', () =>
	withCtx(async (ctx) => {
		const expertId = await makeListed(ctx)
		const { id, editor } = await publish(ctx, TOP_PAGE, expertId)
		await addPickupClicks(ctx, [
			{ id, count: 2 },
			{ id, count: 1 },
			{ id: 999_999, count: 4 },
		])
		await addPickupClicks(later(ctx, 1), [{ id, count: 5 }])
		await addPickupClicks(later(ctx, 60), [{ id, count: 9 }])
		expect(await getPickupForStaff({ ...editor, now: later(ctx, 1).now }, id)).toMatchObject({
			clicks: { recent: 8, total: 8 },
			clicksByDay: [
				{ day: addDays(today, 1), count: 5 },
				{ day: today, count: 3 },
			],
		})
	}))

test('lists by shelf, says what is left out, and finds candidates without an order by rating', () =>
	withCtx(async (ctx) => {
		const experts: number[] = []
		for (let count = 0; count < 4; count++) experts.push(await makeListed(ctx))
		const editor = await staffOf(ctx, 'editor')
		for (const expertId of experts) await publish(ctx, taxesOfTokyo, expertId)
		const list = (shelf: 'running' | 'draft' | 'over' | 'scheduled') =>
			listPickupsForStaff(editor, { shelf, place: taxesOfTokyo, cursor: null })
		const { items } = await list('running')
		expect(items.map(({ expertId }) => expertId)).toEqual(experts)
		expect(items.map(isLeftOut)).toEqual([false, false, false, true])
		expect(await shown(ctx, taxesOfTokyo)).toHaveLength(3)
		await endPickup(editor, items[0]?.id ?? 0, '枠を空けるため')
		expect((await list('over')).items.map(({ expertId }) => expertId)).toEqual([experts[0]])
		expect((await list('scheduled')).items).toEqual([])
		const { items: candidates } = await listPickupCandidates(editor, taxesOfTokyo, { typed: '', cursor: null })
		const ids = candidates.map(({ id }) => id)
		expect(ids).toEqual(ids.toSorted((a, b) => a - b))
		expect(candidates.find(({ id }) => id === experts[1])).toMatchObject({ stands: true, isPickedUp: true, missing: ['顔写真'] })
		const [found] = (await listPickupCandidates(editor, taxesOfTokyo, { typed: items[1]?.expertName ?? '', cursor: null })).items
		expect(found?.id).toBe(experts[1])
	}))

test('a paid one needs a last day, which is not before the first', () => {
	const sent = { reason: '開業の相談に力を入れています。', position: '1', startsOn: today, expertId: '1', clientKey: newKey() }
	expect(pickupSchema.safeParse({ ...sent, endsOn: '' }).data).toMatchObject({ endsOn: null, isPr: false })
	const faults = (values: object) => pickupSchema.safeParse({ ...sent, ...values }).error?.issues.map(({ path }) => path[0])
	expect(faults({ endsOn: '', isPr: '1' })).toEqual(['endsOn'])
	expect(faults({ endsOn: addDays(today, -1) })).toEqual(['endsOn'])
	expect(faults({ endsOn: '2026-02-30', position: 'x', startsOn: '' })).toEqual(['position', 'startsOn', 'endsOn'])
})
