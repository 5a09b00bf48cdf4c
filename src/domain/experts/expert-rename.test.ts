import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { days } from '../shared/japan-time.ts'
import { listNameProofs, renameExpert } from './expert-rename.ts'

const refusal = async (promise: Promise<unknown>) => (await domainErrorOf(promise)).kind

async function staffOf(ctx: TestCtx) {
	const site = testSite(ctx)
	const account = await site.account('reviewer@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role: 'reviewer' }).execute()
	const browser = site.browser()
	await browser.enter(account.uid)
	return requireRecentStaff(await browser.ctx())
}

/** A verified expert with an office that names them, and a document handed in so many days ago. */
async function makeNamed(ctx: TestCtx, { ago = 1 } = {}) {
	const expertId = await makeExpert(ctx, { display_name: '山田 花子', kana: 'やまだ はなこ' })
	const officeId = await makeOffice(ctx, { expertIds: [expertId], representative: '山田 花子' })
	const credential = await ctx.db.selectFrom('expert_credentials').select('id').where('expert_id', '=', expertId).executeTakeFirstOrThrow()
	const proof = await ctx.db
		.insertInto('proof_files')
		.values({
			credential_id: credential.id,
			name: 'rename-proof.pdf',
			extension: 'pdf',
			byte_count: 1_000,
			page_count: 1,
			uploaded_at: new Date(TEST_NOW.getTime() - days(ago)),
			purge_at: null,
			change_id: null,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	const { version } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
	const input = {
		displayName: '鈴木 花子',
		kana: 'すずき はなこ',
		proofId: proof.id,
		reason: '婚姻による改姓。登録事項証明書で確認',
		version,
	}
	return { expertId, officeId, input }
}

test('a name changes on the strength of a document, with the offices that name it', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx)
		const { expertId, officeId, input } = await makeNamed(ctx)
		expect((await listNameProofs(staff, expertId)).map(({ id }) => id)).toEqual([input.proofId])
		await renameExpert(staff, expertId, input)
		expect(await ctx.db.selectFrom('experts').select(['display_name', 'kana']).where('id', '=', expertId).executeTakeFirst()).toEqual({
			display_name: '鈴木 花子',
			kana: 'すずき はなこ',
		})
		expect(await ctx.db.selectFrom('offices').select('representative').where('id', '=', officeId).executeTakeFirst()).toEqual({
			representative: '鈴木 花子',
		})
		expect(await ctx.db.selectFrom('audit_log').select(['action', 'detail']).executeTakeFirst()).toMatchObject({
			action: 'expert.rename',
			detail: { from: '山田 花子', to: '鈴木 花子', proof: input.proofId },
		})
		// What the reviewer saw has changed.
		expect(await refusal(renameExpert(staff, expertId, { ...input, displayName: '佐藤 花子' }))).toBe('conflict')
	}))

test('without a document of the last 90 days of this very expert no name changes', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx)
		const old = await makeNamed(ctx, { ago: 91 })
		expect(await listNameProofs(staff, old.expertId)).toEqual([])
		await expect(renameExpert(staff, old.expertId, old.input)).rejects.toMatchObject({ fields: { proofId: expect.any(String) } })
		const other = await makeExpert(ctx)
		const { version } = await ctx.db.selectFrom('experts').select('version').where('id', '=', other).executeTakeFirstOrThrow()
		await expect(renameExpert(staff, other, { ...old.input, version })).rejects.toMatchObject({ fields: { proofId: expect.any(String) } })
	}))
