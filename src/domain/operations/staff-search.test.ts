import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pretendManyRows, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice, makeUser } from '../../../test/factories.ts'
import { requireRecentStaff, requireStaff } from '../accounts/staff.ts'
import { selectOfficesNamed } from '../memberships/office-name-search.ts'
import { findOffices, listOfficesForStaff } from '../offices/office-search.ts'
import { makeMember as makeViewer, as, questionInput, refusal } from '../questions/questions-for-test.ts'
import { postQuestion } from '../questions/questions.ts'
import { type Ctx, requireMember, type StaffRole } from '../shared/context.ts'
import { findExperts } from '../experts/expert-search.ts'
import { listApplicants } from '../experts/expert-verification.ts'
import { readPerson } from './person-overview.ts'
import { searchForStaff } from './staff-search.ts'

/** A member with a proved address. */
async function makeMember(ctx: Ctx, email: string): Promise<{ id: string; uid: string }> {
	const user = await makeUser(ctx, { email })
	await ctx.db
		.insertInto('identities')
		.values({
			uid: user.uid,
			email,
			email_verified_at: ctx.now(),
			password_hash: null,
			created_at: ctx.now(),
			first_proved_at: null,
			owner_login_at: null,
			changes_frozen_until: null,
		})
		.execute()
	return user
}

const asStaff = async (ctx: Ctx, role: StaffRole = 'reviewer') => requireStaff(as(ctx, await makeViewer(ctx, [role])), role)

test('lists verified experts who were listed without an application', () =>
	withCtx(async (ctx) => {
		const id = await makeExpert(ctx, { display_name: '掲載 済子', submitted_at: null })
		const { applicants } = await listApplicants(await asStaff(ctx), { state: 'verified', cursor: null })

		expect(applicants[0]).toMatchObject({ id, name: '掲載 済子', submittedAt: null })
	}))

test('pages through verified experts without losing one', () =>
	withCtx(async (ctx) => {
		for (let n = 0; n < 45; n++) await makeExpert(ctx)
		const staff = await asStaff(ctx)
		const seen = new Set<number>()
		let cursor: string | null = null
		for (let page = 0; page < 3; page++) {
			const { applicants, page: at } = await listApplicants(staff, { state: 'verified', cursor })
			for (const { id } of applicants) seen.add(id)
			cursor = at.next?.cursor ?? null
		}
		expect(seen.size).toBeGreaterThanOrEqual(45)
	}))

test('finds an expert by number of the page, registration number, phone, mail address, name and reading', () =>
	withCtx(async (ctx) => {
		const user = await makeMember(ctx, 'kurata@example.com')
		const id = await makeExpert(ctx, { user_id: user.id, display_name: '倉田 朔', kana: 'クラタ サク', state: 'submitted' })
		await ctx.db.updateTable('expert_credentials').set({ registration_number: '第618734号' }).where('expert_id', '=', id).execute()
		await makeOffice(ctx, { expertIds: [id], phone: '0997-55-1234' })
		const staff = await asStaff(ctx)

		for (const typed of [
			`${id}`,
			'618734',
			'第６１８７３４号',
			'0997-55-1234',
			'0997551234',
			'kurata@',
			'KURATA@example.com',
			'倉田朔',
			'くらた',
		])
			expect((await findExperts(staff, typed)).map((one) => one.id)).toContain(id)
		expect((await findExperts(staff, '618734'))[0]).toMatchObject({ numbers: ['第618734号'] })
		for (const typed of ['', '999999999', 'nobody@example.com', '%'])
			expect((await findExperts(staff, typed)).map((one) => one.id)).not.toContain(id)
	}))

test('finds an office by phone, corporate number, part of its name and its number', () =>
	withCtx(async (ctx) => {
		const id = await makeOffice(ctx, { name: '東京まどべ税理士法人', phone: '0422-55-1234', corporate_number: '7000012050002' })
		const staff = await asStaff(ctx)

		for (const typed of [`${id}`, '0422-55-1234', '7000012050002', 'T7000012050002', 'まどべ', '東京まどべ'])
			expect((await findOffices(staff, typed)).map((one) => one.id)).toContain(id)
		expect(await findOffices(staff, '')).toEqual([])
	}))

test('finds offices and the people in them by letters within an office’s name, whatever their kana and blanks', () =>
	withCtx(async (ctx) => {
		const user = await makeMember(ctx, 'kurata@example.com')
		const id = await makeExpert(ctx, { user_id: user.id, display_name: '倉田 朔', kana: 'クラタ サク' })
		const officeId = await makeOffice(ctx, { name: '東京マドベ ABC税理士法人', expertIds: [id] })
		await makeOffice(ctx, { name: '大阪こみち税理士法人' })
		const support = await asStaff(ctx, 'support')

		for (const typed of ['まどべ', 'ドベ ABC', 'ドベＡＢＣ税'])
			expect(await searchForStaff(support, typed)).toMatchObject({
				members: [{ uid: user.uid }],
				experts: [{ id, offices: ['東京マドベ ABC税理士法人'] }],
				offices: [{ id: officeId }],
			})
		await ctx.db.updateTable('offices').set({ state: 'deleted' }).where('id', '=', officeId).execute()
		expect(await searchForStaff(support, 'まどべ')).toMatchObject({ members: [], experts: [], offices: [] })
	}))

test('letters of an office’s name are looked up in the index, and at most so many offices are compared', () =>
	withCtx(async (ctx) => {
		await makeOffice(ctx)
		await pretendManyRows(ctx, 'offices')
		const { rows } = await sql`explain (format json) select named.id from ${selectOfficesNamed(['まどべ', 'マドベ'])} named`.execute(ctx.db)
		const plan = JSON.stringify(rows)
		expect(plan).toContain('offices_letters')
		expect(plan).toContain('"Limit"')
		expect(plan).not.toContain('Seq Scan')
		expect(selectOfficesNamed(['税'])).toBeNull()
	}))

test('of a common word in names the first offices are found, without the index that would list all of them', () =>
	withCtx(async (ctx) => {
		const ids: number[] = []
		for (let made = 0; made < 60; made++) ids.push(await makeOffice(ctx, { name: `税理士${made}事務所`, listed: false }))
		const late = await makeOffice(ctx, { name: '窓辺法務事務所', listed: false })
		const support = await asStaff(ctx, 'support')
		expect((await searchForStaff(support, '税理士')).offices.map(({ id }) => id)).toEqual(ids.slice(0, 50))
		expect((await searchForStaff(support, '窓辺法務')).offices.map(({ id }) => id)).toEqual([late])
		await pretendManyRows(ctx, 'offices')
		const { rows } = await sql`explain (analyze, format json) select named.id from ${selectOfficesNamed(['税理士'])} named`.execute(ctx.db)
		expect(JSON.stringify(rows)).toMatch(/"Index Name": ?"offices_letters"[^}]*"Actual Loops": ?0/)
	}))

test('lists every office, page by page', () =>
	withCtx(async (ctx) => {
		for (let n = 0; n < 60; n++) await makeOffice(ctx, { listed: false })
		const staff = await asStaff(ctx)
		const first = await listOfficesForStaff(staff, { filter: 'all', cursor: null })
		const second = await listOfficesForStaff(staff, { filter: 'all', cursor: first.page.next?.cursor ?? null })

		expect(first.offices).toHaveLength(50)
		expect(second.offices.length).toBeGreaterThanOrEqual(10)
		expect(second.offices[0]?.id).toBeGreaterThan(first.offices.at(-1)?.id ?? 0)
	}))

test('support finds a member by address, uid and name, and sees the address only in part', () =>
	withCtx(async (ctx) => {
		const { uid } = await makeMember(ctx, 'hoshino@example.com')
		await ctx.db.updateTable('users').set({ last_name: '星野', first_name: '灯' }).where('uid', '=', uid).execute()
		const support = await asStaff(ctx, 'support')

		for (const typed of ['hoshino@example.com', 'hoshino@', uid, '星野灯', '星野'])
			expect((await searchForStaff(support, typed)).members).toMatchObject([{ uid, maskedEmail: 'ho…@example.com' }])
		expect((await searchForStaff(await asStaff(ctx, 'moderator'), 'hoshino@example.com')).members).toEqual([])
		expect((await searchForStaff(support, '')).members).toEqual([])
	}))

test('every access to a person is recorded, and none is possible without the role', () =>
	withCtx(async (ctx) => {
		const { uid, id } = await makeMember(ctx, 'hoshino@example.com')
		const support = requireRecentStaff(await asStaff(ctx, 'support'), 'support')

		expect(await readPerson(support, uid)).toMatchObject({ email: 'hoshino@example.com', counts: { questions: 0 }, expert: null })
		expect(await ctx.db.selectFrom('audit_log').select(['action', 'subject']).execute()).toEqual([
			{ action: 'user.read', subject: `user:${id}` },
		])
		const moderator = requireRecentStaff(await asStaff(ctx, 'moderator'), 'moderator')
		expect(await refusal(readPerson(moderator, uid))).toBe('forbidden')
		expect(await refusal(readPerson(support, 'nobody'))).toBe('not-found')
	}))

test('finds a question by its number however it is named, and for support the member who asked', () =>
	withCtx(async (ctx) => {
		const asker = requireMember(as(ctx, await makeViewer(ctx)))
		const { id } = await postQuestion(as(ctx, asker), questionInput())
		const support = await asStaff(ctx, 'support')
		for (const typed of [
			`質問 ${id}`,
			`質問${id}`,
			`#${id}`,
			`＃${id}`,
			`${id}`,
			`/question/${id}`,
			`/qa/${id}`,
			`https://example.com/qa/${id}#answer-1`,
		]) {
			const found = await searchForStaff(support, typed)
			expect(found.numbered.map(({ path }) => path)).toEqual([`/qa/${id}`])
			expect(found.members.map(({ uid }) => uid)).toEqual([asker.uid])
		}
		expect((await searchForStaff(support, `質問 ${id}`)).experts).toEqual([])
		const moderator = await asStaff(ctx, 'moderator')
		expect(await searchForStaff(moderator, `質問 ${id}`)).toMatchObject({
			members: [],
			numbered: [{ path: `/qa/${id}` }, { path: `/admin/questions?id=${id}` }],
		})
		expect((await searchForStaff(await asStaff(ctx, 'reviewer'), `見積もり依頼 ${id}`)).numbered).toEqual([])

		await ctx.db.updateTable('questions').set({ hidden_at: ctx.now(), hidden_reason: '宣伝のため' }).where('id', '=', id).execute()
		expect((await searchForStaff(support, `質問 ${id}`)).numbered).toEqual([])
		expect((await searchForStaff(moderator, `質問 ${id}`)).numbered).toHaveLength(2)
	}))
