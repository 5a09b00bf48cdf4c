import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import type { Ctx, OutgoingMail } from '../shared/context.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { parseInput } from '../shared/parse-input.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { CONTACT_CONSENT_VERSION } from './contact-input.ts'
import { diagnosisContactSchema } from './contact-schemas.ts'
import { exportFromDiagnosis, purgeContacts, withdrawFromDiagnosis } from './contact-personal.ts'
import { countNewContacts, listContactsForStaff, moveContact, readContactAsStaff } from './contact-admin.ts'
import { askForContact, confirmContact, contactKey, findContactByKey, isConfirmable, listMyContacts, withdrawContact } from './contacts.ts'
import { confirmToken, contactInput, requestKey, sentDiagnosis } from './contacts-for-test.ts'
import { makeVerifiedMember, leadsCtx } from '../estimates/estimates-for-test.ts'
import { hours } from '../shared/japan-time.ts'

const at = <C extends Ctx>(ctx: C, count: number): C => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + hours(count)) })
const rowsOf = (ctx: TestCtx) => ctx.db.selectFrom('diagnosis_contacts').selectAll().orderBy('id').execute()
const support = async (ctx: TestCtx) => requireRecentStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')

/** A visitor's request, confirmed. */
async function makeContact(plain: TestCtx, email = 'asker@example.com') {
	const mails: OutgoingMail[] = []
	const ctx = leadsCtx(plain, mails)
	await askForContact(ctx, contactInput({ email }), sentDiagnosis)
	const key = await confirmContact(ctx, confirmToken(mails[0]?.text))
	const id = (await findContactByKey(ctx, key))?.id ?? 0
	return { ctx, key, id, staff: await support(plain) }
}

describe('a visitor’s request', () => {
	test('reaches staff by the link of its mail alone, once and within a day', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const staff = await support(plain)
			const input = contactInput()
			expect(await askForContact(ctx, input, sentDiagnosis)).toEqual({ kind: 'mailed' })
			expect(await askForContact(ctx, input, sentDiagnosis)).toEqual({ kind: 'mailed' })
			expect(mails.map(({ to }) => to)).toEqual(['asker@example.com'])
			const id = (await rowsOf(plain))[0]?.id ?? 0
			const seen = () => listContactsForStaff(staff, { state: null, cursor: null })
			expect((await seen()).items).toEqual([])
			expect(await refusal(readContactAsStaff(staff, id))).toBe('not-found')
			expect(await refusal(moveContact(staff, id, 'closed', '終わり'))).toBe('not-found')

			const token = confirmToken(mails[0]?.text)
			expect((await rowsOf(plain))[0]?.confirm_hash?.toString('base64url')).not.toBe(token)
			expect(await isConfirmable(ctx, token)).toBe(true)
			expect(await isConfirmable(at(ctx, 24), token)).toBe(false)
			expect(await refusal(confirmContact(at(ctx, 24), token))).toBe('not-found')
			await confirmContact(ctx, token)
			expect(await refusal(confirmContact(ctx, token))).toBe('not-found')
			expect((await seen()).items).toMatchObject([{ id, state: 'new', hasDiagnosis: true }])
			expect((await findContactByKey(ctx, requestKey(mails[0]?.text)))?.state).toBe('new')
			expect(await findContactByKey(ctx, 'no-key')).toBeNull()
		}))

	test('keeps the version and moment of the consent, and the diagnosis only where that was agreed to', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			await askForContact(ctx, contactInput(), null)
			await askForContact(ctx, contactInput(), sentDiagnosis)
			expect(await rowsOf(plain)).toMatchObject([
				{ consent_version: CONTACT_CONSENT_VERSION, consented_at: TEST_NOW, diagnosis: null },
				{ diagnosis: sentDiagnosis },
			])
		}))

	test('is rate-limited by its address', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			for (let n = 0; n < 5; n += 1) await askForContact(ctx, contactInput(), null)
			expect(await refusal(askForContact(ctx, contactInput(), null))).toBe('throttled')
			expect(await askForContact(at(ctx, 24), contactInput(), null)).toEqual({ kind: 'mailed' })
		}))

	test('is erased when withdrawn: staff see only that there was one, and nothing of one that never reached them', () =>
		withCtx(async (plain) => {
			const { ctx, key, id, staff } = await makeContact(plain)
			await moveContact(staff, id, 'contacted', '電話でお話しした。')
			await withdrawContact(ctx, { key })
			expect(await refusal(withdrawContact(ctx, { key }))).toBe('not-found')
			expect(await findContactByKey(ctx, key)).toBeNull()
			expect(JSON.stringify(await rowsOf(plain))).not.toMatch(/相田|asker@|090-|三鷹|午前|猶予|3000000|電話でお話し/)
			expect(await readContactAsStaff(staff, id)).toEqual({ contact: null, note: '' })
			expect(await refusal(moveContact(staff, id, 'closed', '終わり'))).toBe('conflict')

			await askForContact(ctx, contactInput({ email: 'second@example.com' }), null)
			const second = (await rowsOf(plain))[1]?.id ?? 0
			await withdrawContact(ctx, { key: contactKey(ctx, second) })
			expect((await rowsOf(plain)).map((row) => row.id)).toEqual([id])
		}))

	test('is assigned to the account with the same proved address', () =>
		withCtx(async (plain) => {
			const { ctx, id } = await makeContact(plain, 'same@example.com')
			const unproved = await makeVerifiedMember(ctx, 'other@example.com', false)
			expect((await listMyContacts(as(ctx, unproved), null)).items).toEqual([])
			const owner = await makeVerifiedMember(ctx, 'same@example.com')
			expect(JSON.stringify(await exportFromDiagnosis(ctx, { id: owner.userId }))).toContain('相田 資子')
			expect((await listMyContacts(as(ctx, owner), null)).items).toMatchObject([{ id, contactName: '相田 資子' }])
		}))
})

describe('a member’s request', () => {
	test('reaches staff at once, opens to its author alone, and is gone with the account', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const owner = await makeVerifiedMember(ctx, 'member@example.com')
			const member = as(ctx, owner)
			const input = contactInput({ email: 'typed@example.com' })
			const asked = await askForContact(member, input, sentDiagnosis)
			expect(asked).toMatchObject({ kind: 'received' })
			expect(await askForContact(member, input, sentDiagnosis)).toEqual(asked)
			expect(mails).toEqual([])
			const [own] = (await listMyContacts(member, null)).items
			expect(own).toMatchObject({ state: 'new', email: 'member@example.com', diagnosis: sentDiagnosis })

			const stranger = as(ctx, await makeVerifiedMember(ctx))
			const id = own?.id ?? 0
			expect((await listMyContacts(stranger, null)).items).toEqual([])
			expect(await refusal(withdrawContact(stranger, { id }))).toBe('not-found')
			expect(await refusal(withdrawContact(ctx, { id }))).toBe('unauthenticated')
			expect(await refusal(askForContact(stranger, input, null))).toBe('conflict')
			expect(await exportFromDiagnosis(ctx, { id: owner.userId })).toMatchObject({
				diagnosisContacts: [{ name: '相田 資子', phone: '090-0000-1111', consent: { version: CONTACT_CONSENT_VERSION } }],
			})
			await withdrawFromDiagnosis(ctx, { id: owner.userId })
			expect(await rowsOf(plain)).toEqual([])
		}))

	test('waits for the mail while the account’s address is not confirmed', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const member = as(ctx, await makeVerifiedMember(ctx, 'fresh@example.com', false))
			expect(await askForContact(member, contactInput(), null)).toEqual({ kind: 'mailed' })
			expect(mails.map(({ to }) => to)).toEqual(['fresh@example.com'])
			expect((await listMyContacts(member, null)).items).toMatchObject([{ state: 'unconfirmed' }])
		}))
})

describe('staff', () => {
	test('see no contact data in the list; each opening and each step is recorded', () =>
		withCtx(async (plain) => {
			const { id, staff } = await makeContact(plain)
			expect(JSON.stringify(await listContactsForStaff(staff, { state: 'new', cursor: null }))).not.toMatch(/相田|asker|090/)
			expect(await countNewContacts(staff)).toBe(1)
			expect((await readContactAsStaff(staff, id)).contact?.phone).toBe('090-0000-1111')
			await moveContact(staff, id, 'contacted', '')
			expect(await refusal(moveContact(staff, id, 'contacted', ''))).toBe('conflict')
			await moveContact(staff, id, 'closed', '公庫の窓口を案内した。')
			expect(await refusal(moveContact(staff, id, 'closed', 'もう一度'))).toBe('conflict')
			expect(await readContactAsStaff(staff, id)).toMatchObject({ contact: { state: 'closed' }, note: '公庫の窓口を案内した。' })
			expect(await countNewContacts(staff)).toBe(0)
			const acts = await plain.db
				.selectFrom('audit_log')
				.select(['action', 'subject', 'reason', 'detail'])
				.where('subject', '=', `diagnosis:${id}`)
				.orderBy('id')
				.execute()
			expect(acts.map(({ action }) => action)).toEqual(['lead.read', 'lead.contact', 'lead.close', 'lead.read'])
			expect(JSON.stringify(acts)).not.toContain('公庫')
		}))

	test('page through open requests from the oldest, in both directions', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const member = as(ctx, await makeVerifiedMember(ctx, 'many@example.com'))
			for (let n = 0; n < 55; n += 1) await askForContact(at(member, n * 5), contactInput(), null)
			const staff = await support(plain)
			const ids = (await rowsOf(plain)).map((row) => row.id)
			const list = async (cursor: string | null, state: 'new' | null = 'new') => {
				const { items, page } = await listContactsForStaff(staff, { state, cursor })
				return { ids: items.map((item) => item.id), page }
			}
			const first = await list(null)
			expect(first.ids).toEqual(ids.slice(0, 50))
			const second = await list(first.page.next?.cursor ?? null)
			expect(second.ids).toEqual(ids.slice(50))
			const newest = await list(null, null)
			expect(newest.ids).toEqual(ids.toReversed().slice(0, 50))
			const oldest = await list(newest.page.next?.cursor ?? null, null)
			expect(oldest.ids).toEqual(ids.toReversed().slice(50))

			const own = await listMyContacts(member, null)
			const next = await listMyContacts(member, own.page.next?.cursor ?? null)
			const third = await listMyContacts(member, next.page.next?.cursor ?? null)
			const back = await listMyContacts(member, third.page.previous?.cursor ?? null)
			expect(back.items.map((item) => item.id)).toEqual(next.items.map((item) => item.id))
		}))
})

test('unconfirmed requests are deleted after a day, closed ones after 180 days, and all after a year', () =>
	withCtx(async (plain) => {
		const { ctx, id, staff } = await makeContact(plain)
		await askForContact(ctx, contactInput(), null)
		expect(await purgeContacts(at(ctx, 23))).toBe(0)
		expect(await purgeContacts(at(ctx, 24))).toBe(1)
		expect((await rowsOf(plain)).map((row) => row.id)).toEqual([id])
		await moveContact(staff, id, 'closed', '連絡がつかなかった。')
		expect(await purgeContacts(at(ctx, 24 * 180 - 1))).toBe(0)
		expect(await purgeContacts(at(ctx, 24 * 180))).toBe(1)
		await askForContact(as(ctx, await makeVerifiedMember(ctx, 'lasting@example.com')), contactInput(), null)
		expect(await purgeContacts(at(ctx, 24 * 365 - 1))).toBe(0)
		expect(await purgeContacts(at(ctx, 24 * 365))).toBe(1)
	}))

describe('the form', () => {
	const faultsOf = (values: Record<string, unknown>): Record<string, string> => {
		try {
			parseInput(diagnosisContactSchema, { ...contactInput(), ...values })
			return {}
		} catch (error) {
			return (error as { fields: Record<string, string> }).fields
		}
	}

	test('names each bad field', () => {
		expect(Object.keys(faultsOf({ contactName: ' ', email: 'a@b', phone: '12', consent: false })).toSorted()).toEqual([
			'consent',
			'contactName',
			'email',
			'phone',
		])
		expect(faultsOf({ message: 'あ'.repeat(1_001) })).toHaveProperty('message')
		expect(faultsOf({ reachTime: 'あ'.repeat(61), company: 'あ'.repeat(81), contactName: 'あ'.repeat(61) })).toMatchObject({
			reachTime: expect.any(String),
			company: expect.any(String),
			contactName: expect.any(String),
		})
		expect(faultsOf({ email: 'a\u0000@example.com' })).toHaveProperty('email')
	})

	test('needs a number to call, and drops what no text has', () => {
		expect(faultsOf({ phone: '', reach: 'phone' })).toHaveProperty('phone')
		expect(faultsOf({ phone: '', reach: 'phone', contactName: '' })).toHaveProperty('phone')
		expect(Object.keys(faultsOf({ phone: '12', reach: 'phone', contactName: 1 }))).toEqual(['contactName', 'phone'])
		expect(faultsOf({ phone: '', reach: 'email' })).toEqual({})
		expect(
			parseInput(diagnosisContactSchema, { ...contactInput(), message: 'あ\u0000い', phone: '０９０−１２３４−５６７８' }),
		).toMatchObject({
			message: 'あい',
			phone: '090-1234-5678',
		})
	})
})
