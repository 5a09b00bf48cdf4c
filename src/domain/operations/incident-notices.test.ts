import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { makeMember, as, newKey, refusal } from '../questions/questions-for-test.ts'
import type { Ctx } from '../shared/context.ts'
import { parseInput } from '../shared/parse-input.ts'
import {
	addNoticeUpdate,
	createNotice,
	discardNotice,
	editNotice,
	getNotice,
	incidentState,
	listNoticeDrafts,
	listNotices,
	publishNotice,
} from './incident-notices.ts'
import { incidentNoticeSchema } from './incident-schemas.ts'

const notice = (values: Record<string, unknown> = {}) =>
	parseInput(incidentNoticeSchema, {
		kind: 'outage',
		title: '検索の結果が表示されない障害について',
		scope: '専門家・事務所の検索',
		body: '10時ごろから、検索の結果が表示されないことがあります。原因を調べています。',
		beganOn: '2026-06-15',
		beganTime: '10:05',
		clientKey: newKey(),
		...values,
	})
const report = (body = '原因の設定を戻し、検索できるようになりました。') => ({ body, clientKey: newKey() })
const supporter = async (ctx: Ctx) => requireRecentStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')

test('a notice is a draft, then published for good, with reports up to the end of the incident', () =>
	withCtx(async (ctx) => {
		const staff = await supporter(ctx)
		const typed = notice()
		expect(typed.beganAt).toEqual(new Date('2026-06-15T01:05:00Z'))
		const { id } = await createNotice(staff, typed)
		expect(await createNotice(staff, typed)).toEqual({ id })
		expect(await refusal(getNotice(ctx, id))).toBe('not-found')
		expect((await listNotices(ctx, null)).items).toEqual([])
		expect(await refusal(addNoticeUpdate(staff, id, report(), { resolves: false }))).toBe('conflict')

		await editNotice(staff, id, notice({ scope: '検索のすべて' }))
		await publishNotice(staff, id)
		await publishNotice(staff, id)
		expect(await listNoticeDrafts(staff)).toEqual([])
		expect(await refusal(editNotice(staff, id, notice()))).toBe('conflict')
		expect(await refusal(discardNotice(staff, id))).toBe('conflict')
		expect(incidentState(await getNotice(ctx, id))).toBe('open')

		const progress = report('原因は設定の誤りでした。戻しています。')
		await addNoticeUpdate(staff, id, progress, { resolves: false })
		await addNoticeUpdate(staff, id, progress, { resolves: false })
		await addNoticeUpdate(staff, id, report(), { resolves: true })
		expect(await refusal(addNoticeUpdate(staff, id, report(), { resolves: true }))).toBe('conflict')
		const seen = await getNotice(ctx, id)
		expect(seen).toMatchObject({ scope: '検索のすべて', resolvedAt: ctx.now() })
		expect(seen.updates.map(({ body }) => body)).toEqual([progress.body, report().body])
		const events = await ctx.db.selectFrom('audit_log').select('action').where('subject', '=', `notice:${id}`).orderBy('id').execute()
		expect(events.map(({ action }) => action)).toEqual(['notice.begin', 'notice.edit', 'notice.publish', 'notice.update', 'notice.resolve'])
	}))

test('a draft can be discarded, and nobody else than support writes notices', () =>
	withCtx(async (ctx) => {
		const staff = await supporter(ctx)
		const { id } = await createNotice(staff, notice())
		const editor = requireRecentStaff(as(ctx, await makeMember(ctx, ['editor'])), 'editor')
		expect(await refusal(publishNotice(editor, id))).toBe('forbidden')
		expect(await refusal(createNotice(editor, notice()))).toBe('forbidden')
		await discardNotice(staff, id)
		expect(await refusal(publishNotice(staff, id))).toBe('not-found')
	}))

test('the list goes through all notices once in pages, the newest first', () =>
	withCtx(async (ctx) => {
		const staff = await supporter(ctx)
		for (let n = 0; n < 22; n++) {
			const { id } = await createNotice(staff, notice({ title: `お知らせの見出し${n}` }))
			await publishNotice({ ...staff, now: () => new Date(ctx.now().getTime() + Math.floor(n / 2)) }, id)
		}
		const first = await listNotices(ctx, null)
		const second = await listNotices(ctx, first.page.next?.cursor ?? null)
		expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
			Array.from({ length: 22 }, (_, n) => `お知らせの見出し${21 - n}`),
		)
	}))

test('a day or time that does not exist is refused at its field', () => {
	for (const [field, value] of [
		['beganOn', '2026-02-30'],
		['beganTime', '25:00'],
		['kind', 'other'],
		['title', ''],
	] as const)
		expect(() => notice({ [field]: value })).toThrowError(expect.objectContaining({ fields: { [field]: expect.any(String) } }))
})
