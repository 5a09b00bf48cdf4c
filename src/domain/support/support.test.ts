import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { makeMember, as, newKey, refusal } from '../questions/questions-for-test.ts'
import type { Ctx, Operator, OutgoingMail, StaffRole } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { days, hours } from '../shared/japan-time.ts'
import {
	closeSupportRequest,
	countOpenSupportRequests,
	listSupportRequests,
	moveSupportRequest,
	noteAuthorAsked,
	noteSupportRequest,
	readSupportRequest,
	reopenSupportRequest,
	replyToSupportRequest,
} from './support-admin.ts'
import { supportInput } from './support-for-test.ts'
import { supportDueOn } from './support-input.ts'
import { exportFromSupport, purgeSupportRequests } from './support-personal.ts'
import { sendSupportRequest } from './support-requests.ts'

const after = <C extends Ctx>(ctx: C, ms: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + ms) })
const staffWith = async (ctx: TestCtx, role: StaffRole, mails: OutgoingMail[] = []) =>
	requireRecentStaff(as(leadsCtx(ctx, mails), await makeMember(ctx, [role])), role)
const reply = (body = '確認し、該当する部分を非公開にしました。理由は次のとおりです。') => ({ body, clientKey: newKey() })
const fieldsOf = async (promise: Promise<unknown>) => {
	const error: unknown = await promise.catch((thrown: unknown) => thrown)
	return isDomainError(error) ? Object.keys(error.fields) : null
}
const operator: Operator = {
	name: '株式会社道標',
	representative: '道野 標',
	address: '東京都三鷹市下連雀3丁目1番1号',
	phone: '0422-00-0000',
	mail: 'contact@operator.example',
	hours: '平日',
	privacyOfficer: '管理部長',
	salesManager: '道野 標',
	telecomNumber: null,
	invoiceNumber: null,
	bankAccount: null,
}

describe('writing to the operator', () => {
	test('is acknowledged by a mail that repeats nothing of what was typed, once for one form', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const input = supportInput()
			const id = await sendSupportRequest(ctx, input)
			expect(await sendSupportRequest(ctx, input)).toBe(id)
			expect(mails.map(({ to }) => to)).toEqual(['claimant@example.com'])
			expect(mails[0]?.text).toContain(`受付番号は ${id} です`)
			expect(mails[0]?.text).toContain('2026年6月22日まで')
			expect(JSON.stringify(mails)).not.toMatch(/権田|勤め先/)
			expect(await refusal(sendSupportRequest(ctx, { ...input, email: 'other@example.com' }))).toBe('conflict')
		}))

	test('comes from the address of the account when a member writes, whatever was typed', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const owner = await makeVerifiedMember(ctx, 'member@example.com')
			await sendSupportRequest(as(ctx, owner), supportInput({ category: 'usage', email: 'typed@example.com' }))
			expect(mails.map(({ to }) => to)).toEqual(['member@example.com'])
			expect(JSON.stringify(await exportFromSupport(ctx, { id: owner.userId }))).toContain('権田 利子')
		}))

	test('accepts only a page of this site, as a URL or a path', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const staff = await staffWith(plain, 'moderator')
			for (const page of ['https://evil.example/qa/1', '//evil.example/qa/1', 'javascript:alert(1)', 'qa/1'])
				expect(await fieldsOf(sendSupportRequest(ctx, supportInput({ page })))).toEqual(['page'])
			const id = await sendSupportRequest(ctx, supportInput({ page: 'https://shirube.example/qa/1?page=2#answer-3' }))
			expect((await readSupportRequest(staff, id)).pagePath).toBe('/qa/1?page=2#answer-3')
		}))

	test('needs the facts that a claim rests on, and no others', () => {
		const without = (values: Record<string, unknown>) => {
			try {
				supportInput(values)
				return []
			} catch (error) {
				return isDomainError(error) ? Object.keys(error.fields).toSorted() : null
			}
		}
		expect(without({ topic: '', claimant: '', page: '' })).toEqual(['claimant', 'page', 'topic'])
		expect(without({ category: 'privacy', topic: 'copyright', page: '' })).toEqual(['topic'])
		expect(without({ category: 'usage', topic: '', claimant: '', page: '' })).toEqual([])
		expect(supportInput({ category: 'usage' })).toMatchObject({ topic: null, claimant: null })
	})

	test('notifies the operator where the law sets a deadline', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = { ...leadsCtx(plain, mails), site: { ...plain.site, operator } }
			await sendSupportRequest(ctx, supportInput({ category: 'usage' }))
			expect(mails.map(({ to }) => to)).toEqual(['claimant@example.com'])
			await sendSupportRequest(ctx, supportInput({ category: 'privacy', topic: 'disclosure' }))
			expect(mails.map(({ to }) => to).slice(1)).toEqual(['claimant@example.com', 'contact@operator.example'])
			expect(mails[2]?.text).not.toMatch(/権田|勤め先/)
			expect(mails[2]?.text).toContain(operator.address)
		}))

	test('is rate-limited by address', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			for (let n = 0; n < 5; n += 1) await sendSupportRequest(ctx, supportInput())
			expect(await refusal(sendSupportRequest(ctx, supportInput()))).toBe('throttled')
			expect(await sendSupportRequest(after(ctx, hours(24)), supportInput())).toBeGreaterThan(0)
		}))
})

test('business days skip weekends and holidays, a deadline by law does not', () => {
	const friday = new Date('2026-09-18T03:00:00Z')
	// 2026-09-21 to 23 are holidays.
	expect(supportDueOn('usage', friday)).toBe('2026-09-28')
	expect(supportDueOn('rights', friday)).toBe('2026-09-25')
	expect(supportDueOn('rights', new Date('2026-09-18T15:30:00Z'))).toBe('2026-09-26')
})

describe('the staff', () => {
	test('see the categories of their role alone', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const [support, moderator, editor] = await Promise.all(
				(['support', 'moderator', 'editor'] as const).map((role) => staffWith(plain, role)),
			)
			const claim = await sendSupportRequest(ctx, supportInput())
			const usage = await sendSupportRequest(ctx, supportInput({ category: 'usage' }))
			const seen = async (staff: typeof support) =>
				(await listSupportRequests(staff!, { isOpen: true, category: null, cursor: null })).items.map(({ id }) => id)
			expect(await seen(support)).toEqual([usage])
			expect(await seen(moderator)).toEqual([claim])
			expect(await seen(editor)).toEqual([])
			expect(await countOpenSupportRequests(support!)).toBe(1)
			for (const work of [
				readSupportRequest(support!, claim),
				replyToSupportRequest(support!, claim, reply()),
				closeSupportRequest(moderator!, usage, null),
				noteSupportRequest(moderator!, usage, 'メモ'),
				noteAuthorAsked(support!, usage),
				moveSupportRequest(editor!, usage, 'other'),
				reopenSupportRequest(editor!, usage),
			])
				expect(await refusal(work)).toBe('not-found')
		}))

	test('list open requests by deadline, page by page', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const staff = await staffWith(plain, 'support')
			const ids: number[] = []
			for (let n = 0; n < 52; n += 1) {
				const category = n % 2 === 0 ? 'listing' : 'usage'
				const mine = { ...ctx, caller: { block: `192.0.2.${n}` } }
				ids.push(await sendSupportRequest(mine, supportInput({ category, email: `sender${n}@example.com` })))
			}
			const all = { isOpen: true, category: null, cursor: null }
			const first = await listSupportRequests(staff, all)
			const second = await listSupportRequests(staff, { ...all, cursor: first.page.next?.cursor ?? null })
			const byDeadline = [...ids.filter((_, n) => n % 2 === 1), ...ids.filter((_, n) => n % 2 === 0)]
			expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(byDeadline)
			expect(first.items).toHaveLength(50)
		}))

	test('answer by mail once for one form, and each reading and answer is recorded', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const staff = await staffWith(plain, 'moderator', mails)
			const id = await sendSupportRequest(leadsCtx(plain), supportInput())
			const answer = reply()
			await replyToSupportRequest(staff, id, answer)
			await replyToSupportRequest(staff, id, answer)
			expect(mails).toHaveLength(1)
			expect(mails[0]).toMatchObject({ to: 'claimant@example.com' })
			expect(mails[0]?.text).toContain('該当する部分を非公開にしました')
			expect((await readSupportRequest(staff, id)).replies).toMatchObject([{ body: answer.body }])
			const acts = await plain.db.selectFrom('audit_log').select('action').where('subject', '=', `support:${id}`).orderBy('id').execute()
			expect(acts.map(({ action }) => action)).toEqual(['support.reply', 'support.read'])
		}))

	test('close a claim with an outcome that its sender was notified of', () =>
		withCtx(async (plain) => {
			const staff = await staffWith(plain, 'moderator')
			const id = await sendSupportRequest(leadsCtx(plain), supportInput())
			expect(await fieldsOf(closeSupportRequest(staff, id, null))).toEqual(['outcome'])
			expect(await fieldsOf(closeSupportRequest(staff, id, 'measures'))).toEqual(['outcome'])
			await noteAuthorAsked(staff, id)
			await replyToSupportRequest(staff, id, reply())
			await closeSupportRequest(staff, id, 'measures')
			expect(await readSupportRequest(staff, id)).toMatchObject({ outcome: 'measures', authorAskedOn: '2026-06-15', closedAt: TEST_NOW })
			expect(await refusal(replyToSupportRequest(staff, id, reply()))).toBe('conflict')
			expect(await refusal(closeSupportRequest(staff, id, 'none'))).toBe('conflict')
			await reopenSupportRequest(staff, id)
			expect(await readSupportRequest(staff, id)).toMatchObject({ outcome: null, closedAt: null })

			const withdrawn = await sendSupportRequest(leadsCtx(plain), supportInput())
			await closeSupportRequest(staff, withdrawn, 'withdrawn')
			expect((await readSupportRequest(staff, withdrawn)).outcome).toBe('withdrawn')
		}))

	test('move a misdirected request, but not into a claim without its facts', () =>
		withCtx(async (plain) => {
			const [moderator, support] = [await staffWith(plain, 'moderator'), await staffWith(plain, 'support')]
			const id = await sendSupportRequest(leadsCtx(plain), supportInput())
			expect(await fieldsOf(moveSupportRequest(moderator, id, 'privacy'))).toEqual(['category'])
			await moveSupportRequest(moderator, id, 'listing')
			expect(await refusal(readSupportRequest(moderator, id))).toBe('not-found')
			expect(await readSupportRequest(support, id)).toMatchObject({ category: 'listing', topic: null, claimant: null })
		}))
})

test('a closed request is deleted after a year, a claim after three, an open one never', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const [moderator, support] = [await staffWith(plain, 'moderator'), await staffWith(plain, 'support')]
		const claim = await sendSupportRequest(ctx, supportInput())
		const usage = await sendSupportRequest(ctx, supportInput({ category: 'usage' }))
		const open = await sendSupportRequest(ctx, supportInput({ category: 'other' }))
		await closeSupportRequest(moderator, claim, 'withdrawn')
		await closeSupportRequest(support, usage, null)
		const left = async () => (await plain.db.selectFrom('support_requests').select('id').orderBy('id').execute()).map(({ id }) => id)
		await purgeSupportRequests(after(ctx, days(364)))
		expect(await left()).toEqual([claim, usage, open])
		await purgeSupportRequests(after(ctx, days(365)))
		expect(await left()).toEqual([claim, open])
		await purgeSupportRequests(after(ctx, days(3 * 365)))
		expect(await left()).toEqual([open])
	}))

test('list closed requests newest first, page by page, even if several were closed within one second', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const id = await sendSupportRequest(ctx, supportInput({ category: 'usage' }))
		const support = await staffWith(plain, 'support')
		await closeSupportRequest(support, id, null)
		const { id: _, ...first } = await plain.db.selectFrom('support_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
		// In pairs of the same millisecond, in the order of their making; of two at once the later one is newer.
		const rows = Array.from({ length: 60 }, (_, index) => ({
			...first,
			client_key: newKey(),
			closed_at: new Date(TEST_NOW.getTime() + 1_000 + Math.floor(index / 2)),
		}))
		const made = await plain.db.insertInto('support_requests').values(rows).returning('id').execute()
		const newest = [...made.map((row) => row.id).toReversed(), id]
		const read = (cursor: string | null) => listSupportRequests(support, { isOpen: false, category: null, cursor })
		const one = await read(null)
		const two = await read(one.page.next?.cursor ?? '')
		expect([...one.items, ...two.items].map((item) => item.id)).toEqual(newest)
		expect((await read(two.page.previous?.cursor ?? '')).items).toEqual(one.items)
	}))
