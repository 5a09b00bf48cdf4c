import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../../test/factories.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { answerInput, questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postAnswer } from '../../questions/answers.ts'
import { postQuestion } from '../../questions/questions.ts'
import type { StaffRole } from '../../shared/context.ts'
import { isDomainError } from '../../shared/errors.ts'
import { limitPerson } from '../restrictions.ts'
import { readPerson } from '../person-overview.ts'
import { decideMerge, findOpenMerge, listOpenMerges, requestMerge } from './account-merges.ts'
import { mergeRules } from './merge-rules.ts'

const reason = '本人が2つのアカウントを作ったと申し出たため'
const grant = { grants: true, reason: '電話と登録の内容で、同じ人と確認した' }

async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const accountOf = async (email: string) => {
		const account = await site.account(email)
		const browser = site.browser()
		await browser.enter(account.uid)
		return { ...account, browser }
	}
	const staffOf = async (email: string, role: StaffRole) => {
		const { uid, docId, browser } = await accountOf(email)
		await ctx.db.insertInto('staff_roles').values({ user_id: docId, role }).execute()
		await browser.enter(uid)
		return requireRecentStaff(await browser.ctx())
	}
	return {
		site,
		old: await accountOf('old@example.com'),
		kept: await accountOf('kept@example.com'),
		staffOf,
		first: await staffOf('first@example.com', 'support'),
		second: await staffOf('second@example.com', 'support'),
	}
}

test('every reference to an account has a rule', () =>
	withCtx(async ({ db }) => {
		const { rows } = await sql<{ reference: string }>`
			select c.conrelid::regclass || '.' || a.attname as reference
			from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
			where c.contype = 'f' and c.confrelid = 'users'::regclass
		`.execute(db)
		expect(Object.keys(mergeRules).toSorted()).toEqual(rows.map(({ reference }) => reference).toSorted())
	}))

test('what an account had belongs to the kept one, once, and nobody signs in to it any more', () =>
	withCtx(async (ctx) => {
		const { site, old, kept, first, second } = await people(ctx)
		const { id: questionId } = await postQuestion(await old.browser.ctx(), questionInput())
		const expertId = await makeExpert(ctx, { user_id: old.docId })
		await ctx.db.updateTable('users').set({ is_expert: true }).where('id', '=', old.docId).execute()
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		const followed = await makeExpert(ctx)
		const onlyOld = await makeExpert(ctx)
		await ctx.db
			.insertInto('follows')
			.values([
				{ user_id: old.docId, expert_id: followed },
				{ user_id: kept.docId, expert_id: followed },
				{ user_id: old.docId, expert_id: onlyOld },
				{ user_id: kept.docId, expert_id: expertId },
			])
			.execute()

		await requestMerge(first, old.uid, { into: 'Kept@example.com', reason })
		expect(await listOpenMerges(second)).toMatchObject([{ uid: old.uid }])
		const open = await findOpenMerge(second, old.uid)
		expect(open).toMatchObject({ to: { uid: kept.uid }, reason, isOwn: false, preview: { obstacles: [] } })
		expect(open?.preview.moves).toEqual(
			expect.arrayContaining([
				{ label: '質問', count: 1 },
				{ label: '専門家の登録と事務所', count: 1 },
				{ label: 'フォロー', count: 1 },
			]),
		)
		expect(await refusal(decideMerge(first, old.uid, grant))).toBe('forbidden')
		expect(await decideMerge(second, old.uid, grant)).toBe(kept.uid)

		const person = await readPerson(first, kept.uid)
		expect(person).toMatchObject({ expert: { id: expertId }, offices: [{ id: officeId }], counts: { questions: 1 } })
		expect(await ctx.db.selectFrom('questions').select('asker_id').where('id', '=', questionId).executeTakeFirst()).toEqual({
			asker_id: kept.docId,
		})
		const follows = await ctx.db.selectFrom('follows').select(['user_id', 'expert_id']).orderBy('expert_id').execute()
		expect(follows).toEqual([followed, onlyOld].map((expert_id) => ({ user_id: kept.docId, expert_id })))
		expect((await old.browser.ctx()).viewer.kind).toBe('visitor')
		await expect(site.browser().logIn('old@example.com')).rejects.toMatchObject({ code: expect.any(String) })
		expect((await kept.browser.ctx()).viewer).toMatchObject({ kind: 'member', isExpert: true })
		expect(site.mails.slice(-2).map(({ to, subject }) => [to, subject])).toEqual([
			['kept@example.com', expect.stringContaining('統合しました')],
			['old@example.com', expect.stringContaining('統合しました')],
		])
		const { rows } = await sql`select from users where id = ${old.docId}::bigint and deleted_at is not null`.execute(ctx.db)
		expect(rows).toHaveLength(1)
	}))

test('a refused merge changes nothing, and may be asked for again', () =>
	withCtx(async (ctx) => {
		const { old, kept, first, second, staffOf } = await people(ctx)
		expect(await refusal(requestMerge(await staffOf('moderator@example.com', 'moderator'), old.uid, { into: kept.uid, reason }))).toBe(
			'forbidden',
		)
		await requestMerge(first, old.uid, { into: kept.uid, reason })
		expect(await refusal(requestMerge(second, old.uid, { into: kept.uid, reason }))).toBe('conflict')
		await decideMerge(second, old.uid, { grants: false, reason: '同じ人と確認できなかったため' })
		expect((await old.browser.ctx()).viewer.kind).toBe('member')
		expect(await refusal(decideMerge(second, old.uid, grant))).toBe('conflict')
		await requestMerge(second, old.uid, { into: kept.uid, reason })
	}))

test('accounts that dealt with each other, are restricted or are both experts stay apart', () =>
	withCtx(async (ctx) => {
		const { old, kept, first, second } = await people(ctx)
		const words = async () => {
			const error: unknown = await requestMerge(first, old.uid, { into: kept.uid, reason }).catch((thrown: unknown) => thrown)
			return isDomainError(error) ? (error.fields['form'] ?? JSON.stringify(error.fields)) : null
		}
		const { id: questionId } = await postQuestion(await old.browser.ctx(), questionInput())
		await makeExpert(ctx, { user_id: kept.docId })
		await ctx.db.updateTable('users').set({ is_expert: true }).where('id', '=', kept.docId).execute()
		await postAnswer(await kept.browser.ctx(), questionId, answerInput())
		expect(await words()).toContain('回答・口コミ・問い合わせ')
		await makeExpert(ctx, { user_id: old.docId })
		expect(await words()).toContain('どちらも専門家')
		await limitPerson(second, old.uid, { until: '2026-06-20', reason: '宣伝を繰り返したため' })
		expect(await words()).toContain('制限中')
		for (const into of [old.uid, 'nobody@example.com'])
			await expect(requestMerge(first, old.uid, { into, reason })).rejects.toMatchObject({ fields: { into: expect.any(String) } })
	}))

test('an obstacle that came after the request stops the merge', () =>
	withCtx(async (ctx) => {
		const { old, kept, first, second } = await people(ctx)
		await requestMerge(first, old.uid, { into: kept.uid, reason })
		await limitPerson(second, kept.uid, { until: '2026-06-20', reason: '宣伝を繰り返したため' })
		expect((await findOpenMerge(second, old.uid))?.preview.obstacles).toHaveLength(1)
		expect(await refusal(decideMerge(second, old.uid, grant))).toBe('conflict')
		expect((await old.browser.ctx()).viewer.kind).toBe('member')
	}))
