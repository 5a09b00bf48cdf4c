import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { makeOffice, makeUser } from '../../../test/factories.ts'
import { hideQuestion } from '../questions/hiding.ts'
import { makeMember, makeExpertViewer, as, makeThread, memberOf, refusal } from '../questions/questions-for-test.ts'
import { addFavourite, editFavourite, isFavourite, listFavourites, removeFavourite } from './favourites.ts'
import { countFollowers, follow, isFollowing, listFollowers, listFollows, unfollow } from './follows.ts'
import { favouriteEditSchema } from './schemas.ts'
import { withdrawFromSocial } from './leaving.ts'

const everything = { folder: null, kind: null, cursor: null }

describe('following', () => {
	test('works for verified experts, once, and never for oneself', async () => {
		await withCtx(async (ctx) => {
			const { viewer, expertId } = await makeExpertViewer(ctx)
			const reader = as(ctx, await makeMember(ctx))
			expect(await refusal(follow(ctx, expertId))).toBe('unauthenticated')
			expect(await refusal(follow(as(ctx, viewer), expertId))).toBe('social/own')
			expect(await refusal(follow(reader, 999_999))).toBe('not-found')
			expect(await refusal(follow(reader, (await makeExpertViewer(ctx, { state: 'suspended' })).expertId))).toBe('not-found')
			await follow(reader, expertId)
			await follow(reader, expertId)
			expect(await isFollowing(reader, expertId)).toBe('all')
			await follow(reader, expertId, 'digest')
			await follow(reader, expertId)
			expect(await isFollowing(reader, expertId)).toBe('digest')
			expect(await countFollowers(ctx, expertId)).toBe(1)
			await unfollow(reader, expertId)
			await unfollow(reader, expertId)
			expect(await isFollowing(reader, expertId)).toBeNull()
			expect(await isFollowing(ctx, expertId)).toBeNull()
			const own = viewer.kind === 'member' ? viewer.userId : ''
			await expect(
				inSavepoint(ctx, ({ db }) => sql`insert into follows (user_id, expert_id) values (${own}::bigint, ${expertId})`.execute(db)),
			).rejects.toThrow(/nobody follows themselves/)
		})
	})

	test('lists followed experts with their newest answers', async () => {
		await withCtx(async (ctx) => {
			const { expertId, questionId, answerId } = await makeThread(ctx)
			const other = await makeExpertViewer(ctx)
			const reader = as(ctx, await makeMember(ctx))
			await follow(reader, expertId)
			await follow({ ...reader, now: () => new Date(ctx.now().getTime() + 60_000) }, other.expertId)
			const list = await listFollows(reader, null)
			expect(list.total).toBe(2)
			expect(list.items.map(({ expert }) => expert.id)).toEqual([other.expertId, expertId])
			expect(list.items[1]?.newestAnswers).toMatchObject([{ answerId, questionId }])
		})
	})

	test('shows an expert their followers by name only, and the anonymised as 匿名ユーザー', async () => {
		await withCtx(async (ctx) => {
			const { viewer, expertId } = await makeExpertViewer(ctx)
			const named = await makeUser(ctx)
			const shy = await makeUser(ctx)
			await sql`update users set last_name = '見本', first_name = '花子' where id = ${named.id}::bigint`.execute(ctx.db)
			await sql`update users set last_name = '秘密', anonymize = true where id = ${shy.id}::bigint`.execute(ctx.db)
			for (const user of [named, shy]) await follow(as(ctx, memberOf(user)), expertId)
			const list = await listFollowers(as(ctx, viewer), null)
			expect(list.items.map(({ name }) => name).sort()).toEqual(['匿名ユーザー', '見本 花子'])
			expect(list.total).toBe(2)
			for (const secret of ['秘密', named.uid, shy.uid]) expect(JSON.stringify(list)).not.toContain(secret)
			expect(await refusal(listFollowers(as(ctx, memberOf(named)), null))).toBe('social/not-expert')
		})
	})

	test('pages through many followers and back', async () => {
		await withCtx(async (ctx) => {
			const { viewer, expertId } = await makeExpertViewer(ctx)
			for (let n = 0; n < 25; n++) await follow(as(ctx, await makeMember(ctx)), expertId)
			const expert = as(ctx, viewer)
			const first = await listFollowers(expert, null)
			const second = await listFollowers(expert, first.page.next?.cursor ?? '')
			expect([first.items.length, second.items.length]).toEqual([20, 5])
			expect(second.page.previous).toEqual({ cursor: null })
		})
	})
})

describe('favourites', () => {
	test('keep offices, experts, questions and tasks in folders with a memo', async () => {
		await withCtx(async (ctx) => {
			const reader = as(ctx, await makeMember(ctx))
			const { expertId, questionId } = await makeThread(ctx)
			const officeId = await makeOffice(ctx)
			await addFavourite(reader, { kind: 'office', targetId: officeId, folder: '候補', memo: '初回無料' })
			await addFavourite(reader, { kind: 'expert', targetId: expertId })
			await addFavourite(reader, { kind: 'question', targetId: questionId, folder: '候補' })
			await addFavourite(reader, { kind: 'task', targetId: 503 })
			const all = await listFavourites(reader, everything)
			expect(all).toMatchObject({
				total: 4,
				used: 4,
				folders: [
					{ name: '', count: 2 },
					{ name: '候補', count: 2 },
				],
			})
			expect(all.items.map(({ kind, path, detail }) => [kind, path, detail])).toEqual([
				['task', '/category/task/list/503', expect.any(String)],
				['question', `/qa/${questionId}`, '回答あり'],
				['expert', `/expert/${expertId}`, expect.any(String)],
				['office', `/office/${officeId}`, '三鷹市'],
			])
			expect((await listFavourites(reader, { ...everything, folder: '候補', kind: 'office' })).items).toMatchObject([{ memo: '初回無料' }])
			await addFavourite(reader, { kind: 'office', targetId: officeId, memo: '電話済み' })
			expect((await listFavourites(reader, { ...everything, kind: 'office' })).items).toMatchObject([{ folder: '候補', memo: '電話済み' }])
			expect(await isFavourite(reader, { kind: 'office', targetId: officeId })).toBe(true)
			await removeFavourite(reader, { kind: 'office', targetId: officeId })
			expect(await isFavourite(reader, { kind: 'office', targetId: officeId })).toBe(false)
		})
	})

	test('are private to their owner', async () => {
		await withCtx(async (ctx) => {
			const reader = as(ctx, await makeMember(ctx))
			const other = as(ctx, await makeMember(ctx))
			await addFavourite(reader, { kind: 'task', targetId: 503 })
			const [favourite] = (await listFavourites(reader, everything)).items
			expect((await listFavourites(other, everything)).items).toEqual([])
			expect(await refusal(editFavourite(other, favourite?.id ?? 0, { folder: 'x', memo: 'y' }))).toBe('not-found')
			await removeFavourite(other, { kind: 'task', targetId: 503 })
			await editFavourite(reader, favourite?.id ?? 0, { folder: '仕事', memo: '' })
			expect((await listFavourites(reader, everything)).items[0]?.folder).toBe('仕事')
			expect(await refusal(listFavourites(ctx, everything))).toBe('unauthenticated')
		})
	})

	test('reveal nothing of what is no longer public', async () => {
		await withCtx(async (ctx) => {
			const reader = as(ctx, await makeMember(ctx))
			const { questionId } = await makeThread(ctx)
			await addFavourite(reader, { kind: 'question', targetId: questionId })
			await hideQuestion(as(ctx, await makeMember(ctx, ['moderator'])), questionId, '個人の情報のため')
			expect((await listFavourites(reader, everything)).items[0]).toMatchObject({
				title: '公開を終了しました',
				detail: '',
				isAvailable: false,
			})
			expect(await refusal(addFavourite(as(ctx, await makeMember(ctx)), { kind: 'question', targetId: questionId }))).toBe('not-found')
		})
	})

	test('have short memos and folders', () => {
		expect(favouriteEditSchema.safeParse({ folder: 'あ'.repeat(31), memo: '' }).success).toBe(false)
		expect(favouriteEditSchema.safeParse({ folder: '', memo: '😀'.repeat(200) }).success).toBe(true)
		expect(favouriteEditSchema.safeParse({ folder: '', memo: 'あ'.repeat(201) }).success).toBe(false)
	})

	test('and follows are deleted with the account', async () => {
		await withCtx(async (ctx) => {
			const user = await makeUser(ctx)
			const reader = as(ctx, memberOf(user))
			const { expertId } = await makeExpertViewer(ctx)
			await follow(reader, expertId)
			await addFavourite(reader, { kind: 'task', targetId: 503 })
			await withdrawFromSocial(ctx, user)
			expect(await countFollowers(ctx, expertId)).toBe(0)
			expect((await listFavourites(reader, everything)).used).toBe(0)
		})
	})
})
