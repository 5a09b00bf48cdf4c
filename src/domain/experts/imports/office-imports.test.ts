import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { domainErrorOf } from '../../../../test/domain-errors.ts'
import { seller } from '../../../../test/operator.ts'
import { makeExpert, makeOffice } from '../../../../test/factories.ts'
import { toShiftJis } from '../../../platform/shift-jis.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import type { Operator } from '../../shared/context.ts'
import { days, minutes } from '../../shared/japan-time.ts'
import { findRegistration } from '../registration.ts'
import { findOwnDraftOffice } from '../registration-office.ts'
import { importTemplate, readImportFile } from './import-file.ts'
import { type ImportColumn, importColumns, MAILS_PER_RUN } from './import-input.ts'
import { acceptImport, findImportInvitation, isImportRefusalKey, refuseImport } from './import-invitations.ts'
import { maintainImports } from './import-maintenance.ts'
import { confirmImport, createImport, discardImport, getImport, resendImport } from './office-imports.ts'

const SOURCE = '貴事務所のWebサイト'

/** A file with one row for each set of values; what is not given is as in the template. */
function fileOf(...rows: Partial<Record<ImportColumn, string>>[]): string {
	const lines = rows.map((values) => importColumns.map(({ key, sample }) => values[key] ?? sample).join(','))
	return [importColumns.map(({ title }) => title).join(','), ...lines].join('\r\n')
}
const read = (text: string) => readImportFile(Buffer.from(text))
const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `office${index}@example.jp`, registrationNumber: `第${200_000 + index}号` }))

async function importSite(ctx: TestCtx, operator: Operator | null = seller) {
	const site = testSite({ ...ctx, site: { ...ctx.site, operator: operator ?? undefined } })
	const account = await site.account('import.admin@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'admin' }).execute()
	const browser = site.browser()
	const admin = async () => {
		await browser.enter(account.uid)
		return requireRecentStaff(await browser.ctx(), 'admin')
	}
	const visitor = () => site.browser().ctx()
	const member = async (email: string) => {
		const own = site.browser()
		await own.enter((await site.account(email)).uid)
		return own.ctx()
	}
	const invite = async (text: string) => {
		const staff = await admin()
		const id = await createImport(staff, { fileName: '名簿.csv', source: SOURCE, rows: read(text) })
		await confirmImport(staff, id)
		return id
	}
	const refusalKeyOf = (to: string) =>
		/invitation\/([\w-]+)#refuse/.exec(site.mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
	const tokenOf = (to: string) => /invitation\/([\w-]+)/.exec(site.mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
	const rowsOf = async (id: number) => (await getImport(await admin(), id, { state: null, cursor: null })).rows
	return { site, admin, visitor, member, invite, tokenOf, refusalKeyOf, rowsOf }
}

test('the template is a file that can be imported, in UTF-8 and in Shift_JIS', () => {
	for (const bytes of [Buffer.from(importTemplate()), toShiftJis(importTemplate().slice(1))]) {
		const [row, ...others] = readImportFile(bytes)
		expect(others).toEqual([])
		expect(row).toMatchObject({
			line: 2,
			faults: null,
			values: { email: 'hanako@office.example', profession: 1, kind: 'sole', postalCode: '1810013' },
		})
	}
})

test('each fault of a row names its column; empty lines count as lines', () => {
	const text = fileOf({ email: 'なし', kana: '花子' }, { kind: '士業法人' }, { corporateNumber: '1234567890123' })
	const rows = read(text.replace('\r\n', '\r\n\r\n'))
	expect(rows.map(({ line }) => line)).toEqual([3, 4, 5])
	expect(rows.map(({ faults }) => faults?.map(({ column }) => column))).toEqual([
		['メールアドレス', 'ふりがな'],
		['法人番号'],
		['法人番号'],
	])
})

test('a file without a column of the template is refused with its name', async () => {
	const error = await domainErrorOf(Promise.resolve().then(() => read(fileOf({}).replace('登録番号,', '番号,'))))
	expect(error.sentences).toContain('「登録番号」')
})

test('the check finds unknown places, repeated rows, experts and offices that are on the site', () =>
	withCtx(async (ctx) => {
		const { admin, rowsOf } = await importSite(ctx)
		const expertId = await makeExpert(ctx)
		await ctx.db
			.updateTable('expert_credentials')
			.set({ registration_number: '第777777号', claimed_at: ctx.now() })
			.where('expert_id', '=', expertId)
			.execute()
		await makeOffice(ctx, { corporate_number: '7000012050002' })
		const rows = read(
			fileOf(
				{},
				{ email: 'HANAKO@office.example', registrationNumber: '0123456' },
				{ postalCode: '999-9999' },
				{ registrationNumber: '777777' },
				{ kind: '会社', corporateNumber: '7000012050002', email: 'a@example.jp' },
			),
		)
		const id = await createImport(await admin(), { fileName: '名簿.csv', source: SOURCE, rows })
		const found = await rowsOf(id)
		expect(found.map(({ state }) => state)).toEqual(['ready', 'faulty', 'faulty', 'known', 'known'])
		expect(found.map(({ faults }) => faults[0]?.column)).toEqual([undefined, '', '郵便番号', '登録番号', '法人番号'])
	}))

test('nothing is sent before the confirmation, and a few mails each run after it', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor } = await importSite(ctx)
		const id = await createImport(await admin(), {
			fileName: '名簿.csv',
			source: SOURCE,
			rows: read(fileOf(...numbered(MAILS_PER_RUN + 1))),
		})
		await maintainImports(await visitor())
		expect(site.mails).toEqual([])
		await confirmImport(await admin(), id)
		await confirmImport(await admin(), id)
		expect(await maintainImports(await visitor())).toBe(MAILS_PER_RUN)
		expect(await maintainImports(await visitor())).toBe(1)
		expect(await maintainImports(await visitor())).toBe(0)
		expect(new Set(site.mails.map(({ to }) => to)).size).toBe(MAILS_PER_RUN + 1)
		expect(site.mails[0]?.text).toContain(SOURCE)
		expect((await domainErrorOf(discardImport(await admin(), id))).kind).toBe('conflict')
	}))

test('who consents gets a draft that only they see; the link works once and the import forgets them', () =>
	withCtx(async (ctx) => {
		const { visitor, member, invite, tokenOf, rowsOf } = await importSite(ctx)
		const id = await invite(fileOf({}))
		await maintainImports(await visitor())
		const token = tokenOf('hanako@office.example')
		expect(await findImportInvitation(await visitor(), token)).toMatchObject({ officeName: 'みほん税理士事務所', viewer: 'visitor' })
		expect((await domainErrorOf(acceptImport(await visitor(), token))).kind).toBe('unauthenticated')
		expect(await ctx.db.selectFrom('offices').select('id').where('name', '=', 'みほん税理士事務所').execute()).toEqual([])
		const person = await member('hanako@office.example')
		await acceptImport(person, token)
		expect(await findRegistration(person)).toMatchObject({
			state: 'draft',
			profile: { displayName: '見本 花子' },
			credentials: [{ professionId: 1, registrationNumber: '第123456号', proofs: [] }],
			offices: [{ state: 'draft', role: 'owner' }],
			done: { credentials: false, profile: false, office: false, consents: false },
		})
		expect(await findOwnDraftOffice(person)).toMatchObject({
			name: 'みほん税理士事務所',
			postalCode: '1810013',
			municipalityId: 13204,
			phonePublic: false,
		})
		expect((await domainErrorOf(acceptImport(person, token))).kind).toBe('not-found')
		expect(await rowsOf(id)).toMatchObject([{ state: 'consented', email: '', officeName: '' }])
	}))

test('what the person has typed before stays, and a verified expert cannot consent', () =>
	withCtx(async (ctx) => {
		const { site, visitor, member, invite, tokenOf } = await importSite(ctx)
		await invite(fileOf({}, ...numbered(1)))
		await maintainImports(await visitor())
		const person = await member('own@example.com')
		await acceptImport(person, tokenOf('hanako@office.example'))
		await acceptImport(person, tokenOf('office0@example.jp'))
		expect((await findRegistration(person))?.credentials.map(({ registrationNumber }) => registrationNumber)).toEqual(['第123456号'])
		expect((await findRegistration(person))?.offices.length).toBe(1)
		await invite(fileOf({ email: 'b@example.jp' }))
		await maintainImports(await visitor())
		const expert = await site.account('expert.verified@example.com')
		await makeExpert(ctx, { user_id: expert.docId })
		const browser = site.browser()
		await browser.enter(expert.uid)
		expect((await domainErrorOf(acceptImport(await browser.ctx(), tokenOf('b@example.jp')))).kind).toBe('conflict')
		expect(await findImportInvitation(await browser.ctx(), tokenOf('b@example.jp'))).toMatchObject({ viewer: 'closed' })
	}))

test('who refuses is forgotten and gets no other invitation, whatever later files say', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor, invite, tokenOf, rowsOf } = await importSite(ctx)
		const id = await invite(fileOf({}))
		await maintainImports(await visitor())
		await refuseImport(await visitor(), tokenOf('hanako@office.example'))
		expect(await rowsOf(id)).toMatchObject([{ state: 'refused', email: '' }])
		const later = await createImport(await admin(), {
			fileName: '別の名簿.csv',
			source: SOURCE,
			rows: read(fileOf({ registrationNumber: '第999999号' })),
		})
		expect(await rowsOf(later)).toMatchObject([{ state: 'known', faults: [{ column: 'メールアドレス' }] }])
		expect(site.mails.length).toBe(1)
	}))

test('the refusal link of a mail works after the invitation is over, for any later file', () =>
	withCtx(async (ctx) => {
		const { site, visitor, invite, refusalKeyOf, rowsOf } = await importSite(ctx)
		const id = await invite(fileOf({}))
		await maintainImports(await visitor())
		const key = refusalKeyOf('hanako@office.example')
		expect(site.mails.at(-1)?.unsubscribeUrl).toBe(`https://shirube.example/mails/stop?token=${key}`)
		site.clock.pass(days(31) / minutes(1))
		await maintainImports(await visitor())
		expect(await rowsOf(id)).toMatchObject([{ state: 'expired' }])
		expect(isImportRefusalKey(await visitor(), key)).toBe(true)
		expect(isImportRefusalKey(await visitor(), `${key}x`)).toBe(false)
		await refuseImport(await visitor(), key)
		await invite(fileOf({ registrationNumber: '第999999号' }, ...numbered(1)))
		await maintainImports(await visitor())
		expect(site.mails.map(({ to }) => to)).toEqual(['hanako@office.example', 'office0@example.jp'])
	}))

test('without a configured operator nothing is confirmed or sent', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor } = await importSite(ctx, null)
		const staff = await admin()
		const id = await createImport(staff, { fileName: '名簿.csv', source: SOURCE, rows: read(fileOf({})) })
		expect((await domainErrorOf(confirmImport(staff, id))).sentences).toContain('OPERATOR_NAME')
		// As the command does, which knows no operator.
		await ctx.db.updateTable('import_rows').set({ state: 'waiting', mail_due_at: ctx.now() }).where('batch_id', '=', id).execute()
		expect(await maintainImports(await visitor())).toBe(0)
		expect(site.mails).toEqual([])
	}))

test('a person who has applied since the file was checked gets no mail', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor, rowsOf } = await importSite(ctx)
		const id = await createImport(await admin(), { fileName: '名簿.csv', source: SOURCE, rows: read(fileOf({}, ...numbered(1))) })
		await ctx.db
			.updateTable('expert_credentials')
			.set({ registration_number: '123456', claimed_at: ctx.now() })
			.where('expert_id', '=', await makeExpert(ctx))
			.execute()
		await confirmImport(await admin(), id)
		expect(await maintainImports(await visitor())).toBe(1)
		expect(site.mails.map(({ to }) => to)).toEqual(['office0@example.jp'])
		expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['known', 'invited'])
	}))

test('two imports with the same person invite once', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor, rowsOf } = await importSite(ctx)
		const staff = await admin()
		const given = { fileName: '名簿.csv', source: SOURCE, rows: read(fileOf({}, ...numbered(1))) }
		const [first, second] = [
			await createImport(staff, given),
			await createImport(staff, { ...given, rows: read(fileOf({}, { email: 'c@example.jp' })) }),
		]
		await confirmImport(staff, first)
		await confirmImport(staff, second)
		await maintainImports(await visitor())
		expect(site.mails.map(({ to }) => to).toSorted()).toEqual(['c@example.jp', 'hanako@office.example', 'office0@example.jp'])
		expect((await rowsOf(second)).map(({ state }) => state)).toEqual(['known', 'invited'])
	}))

test('a second mail goes once, a week later, and its link replaces the first; without an answer all is erased', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor, invite, tokenOf, rowsOf } = await importSite(ctx)
		const id = await invite(fileOf({}))
		await maintainImports(await visitor())
		const first = tokenOf('hanako@office.example')
		expect((await domainErrorOf(resendImport(await admin(), id))).kind).toBe('conflict')
		site.clock.pass(days(7) / minutes(1))
		await resendImport(await admin(), id)
		expect((await domainErrorOf(resendImport(await admin(), id))).kind).toBe('conflict')
		await maintainImports(await visitor())
		expect(site.mails.length).toBe(2)
		expect(await findImportInvitation(await visitor(), first)).toBeNull()
		expect(await findImportInvitation(await visitor(), tokenOf('hanako@office.example'))).not.toBeNull()
		expect(site.mails[1]?.text).toContain('23日間有効')
		site.clock.pass(days(23) / minutes(1) + 1)
		expect(await findImportInvitation(await visitor(), tokenOf('hanako@office.example'))).toBeNull()
		await maintainImports(await visitor())
		expect(await rowsOf(id)).toMatchObject([{ state: 'expired', email: '', officeName: '' }])
	}))

test('an import that is not confirmed is deleted after a week', () =>
	withCtx(async (ctx) => {
		const { site, admin, visitor } = await importSite(ctx)
		const id = await createImport(await admin(), { fileName: '名簿.csv', source: SOURCE, rows: read(fileOf({})) })
		site.clock.pass(days(8) / minutes(1))
		await maintainImports(await visitor())
		expect((await domainErrorOf(getImport(await admin(), id, { state: null, cursor: null }))).kind).toBe('not-found')
	}))
