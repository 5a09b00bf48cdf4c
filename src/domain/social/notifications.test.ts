import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeUser } from '../../../test/factories.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { publishEvent, type NotifiedEvent } from '../shared/outbox.ts'
import { postAnswer } from '../questions/answers.ts'
import { acceptAnswer, withdrawAcceptance } from '../questions/best-answers.ts'
import { hideAnswer, hideQuestion, showQuestion } from '../questions/hiding.ts'
import {
	makeMember,
	makeExpertViewer,
	answerInput,
	as,
	makeThread,
	commentInput,
	memberOf,
	questionInput,
	refusal,
} from '../questions/questions-for-test.ts'
import { postQuestion } from '../questions/questions.ts'
import { getQuestion } from '../questions/question-page.ts'
import { postComment, thankForAnswer } from '../questions/reactions.ts'
import { exportFromSocial } from './export.ts'
import { follow, unfollow } from './follows.ts'
import { withdrawFromSocial } from './leaving.ts'
import { deliverEvent } from './notification-delivery.ts'
import { kindNames, notificationKinds } from './notification-kinds.ts'
import { saveNotificationSettings } from './notification-settings.ts'
import { purgeNotifications, remindToChoose } from './notification-maintenance.ts'
import { countUnreadNotifications, listNotifications, markNotificationsRead, openNotification } from './notifications.ts'
import { days } from '../shared/japan-time.ts'

const idOf = (viewer: Viewer): string => (viewer.kind === 'member' ? viewer.userId : '')

/** Delivers the events published in this transaction. Returns the ids for which mails were queued. */
async function deliver(ctx: Ctx): Promise<number[]> {
	const mailed: number[] = []
	const { rows } = await sql<{ event: NotifiedEvent }>`
		with taken as (delete from pending_events returning id, event) select event from taken order by id
	`.execute(ctx.db)
	for (const { event } of rows) await deliverEvent(ctx, event, async (_trx, ids) => void mailed.push(...ids))
	return mailed
}

const notificationsOf = async (ctx: TestCtx, viewer: Viewer) =>
	(await listNotifications(as(ctx, viewer), null)).items.map(({ kind, text, path }) => ({ kind, text, path }))
const kindsOf = async (ctx: TestCtx, viewer: Viewer) => (await notificationsOf(ctx, viewer)).map(({ kind }) => kind)

describe('a thread notifies', () => {
	test('the asker of an answer and of a reply, the expert of a question, of thanks and of being chosen', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, questionId, answerId } = await makeThread(ctx)
			await sql`update users set last_name = '秘密', first_name = '花子' where id = ${idOf(asker)}::bigint`.execute(ctx.db)
			await postComment(as(ctx, asker), answerId, commentInput('車の費用はどうですか。'))
			await postComment(as(ctx, expert), answerId, commentInput('走行距離で分けます。'))
			await thankForAnswer(as(ctx, asker), answerId, '助かりました。')
			await acceptAnswer(as(ctx, asker), answerId)
			expect(await deliver(ctx)).toHaveLength(4)
			const path = `/qa/${questionId}#answer-${answerId}`
			const toAsker = await notificationsOf(ctx, asker)
			expect(toAsker.map(({ kind }) => kind)).toEqual(['reply', 'answer'])
			expect(toAsker[1]).toEqual({
				kind: 'answer',
				text: expect.stringMatching(/^「開業一年目の確定申告で経費にできるもの」に.+さんの回答が届きました。$/),
				path,
			})
			const toExpert = await notificationsOf(ctx, expert)
			expect(toExpert.map(({ kind }) => kind)).toEqual(['best-answer', 'thanks', 'comment'])
			expect(toExpert.every((one) => one.path === path)).toBe(true)
			// Nothing reveals the asker.
			for (const secret of ['秘密', '花子', asker.kind === 'member' ? asker.uid : ''])
				expect(JSON.stringify(toExpert)).not.toContain(secret)
		})
	})

	test('nobody twice, however often an event is delivered', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, answerId } = await makeThread(ctx)
			await deliver(ctx)
			await publishEvent(ctx, { event: 'answer.posted', answerId })
			expect(await deliver(ctx)).toEqual([])
			await acceptAnswer(as(ctx, asker), answerId)
			await withdrawAcceptance(as(ctx, asker), answerId)
			await acceptAnswer(as(ctx, asker), answerId)
			await deliver(ctx)
			expect(await kindsOf(ctx, asker)).toEqual(['answer'])
			expect(await kindsOf(ctx, expert)).toEqual(['best-answer'])
		})
	})

	test('nobody of what was withdrawn or removed before delivery', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, answerId } = await makeThread(ctx)
			await acceptAnswer(as(ctx, asker), answerId)
			await withdrawAcceptance(as(ctx, asker), answerId)
			await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), answerId, '誤りがあるため')
			expect(await deliver(ctx)).toEqual([])
			expect([await notificationsOf(ctx, asker), await notificationsOf(ctx, expert)]).toEqual([[], []])
		})
	})

	test('without what was hidden afterwards, in the list and at the bell', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId } = await makeThread(ctx)
			await deliver(ctx)
			const moderator = as(ctx, await makeMember(ctx, ['moderator']))
			await hideQuestion(moderator, questionId, '連絡先が書かれているため')
			expect(await notificationsOf(ctx, asker)).toEqual([])
			expect(await countUnreadNotifications(as(ctx, asker))).toBe(0)
			await showQuestion(moderator, questionId)
			expect(await countUnreadNotifications(as(ctx, asker))).toBe(1)
		})
	})

	test('nobody after a rolled-back write', async () => {
		await withCtx(async (ctx) => {
			const { viewer } = await makeExpertViewer(ctx)
			const savepoint = await ctx.db.savepoint('write').execute()
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			await postAnswer(as(ctx, viewer), id, answerInput())
			await savepoint.rollbackToSavepoint('write').execute()
			const { rows } = await sql`select from pending_events`.execute(ctx.db)
			expect(rows).toEqual([])
		})
	})
})

describe('followers', () => {
	test('are notified of an answer by their setting: at once, by digest, or not at all; the asker once', async () => {
		await withCtx(async (ctx) => {
			const { viewer: expert, expertId } = await makeExpertViewer(ctx)
			const [atOnce, daily, never, asker] = [await makeMember(ctx), await makeMember(ctx), await makeMember(ctx), await makeMember(ctx)]
			await follow(as(ctx, atOnce), expertId)
			await follow(as(ctx, daily), expertId, 'digest')
			await follow(as(ctx, never), expertId, 'none')
			await follow(as(ctx, asker), expertId)
			await deliver(ctx)
			const { id } = await postQuestion(as(ctx, asker), questionInput())
			await postAnswer(as(ctx, expert), id, answerInput())
			await deliver(ctx)
			const { rows } = await sql<{ user_id: string; kind: string; mail: string }>`
				select user_id, kind, mail from notifications where kind <> 'follower' order by user_id
			`.execute(ctx.db)
			expect(rows).toEqual([
				{ user_id: idOf(atOnce), kind: 'followed-answer', mail: 'now' },
				{ user_id: idOf(daily), kind: 'followed-answer', mail: 'digest' },
				{ user_id: idOf(asker), kind: 'answer', mail: 'now' },
			])
		})
	})

	test('more than one batch of followers are all notified', async () => {
		await withCtx(async (ctx) => {
			const { viewer: expert, expertId } = await makeExpertViewer(ctx)
			await sql`
				with made as (insert into users (uid) select 'follower_' || n from generate_series(1, 450) n returning id)
				insert into follows (user_id, expert_id) select id, ${expertId}::integer from made
			`.execute(ctx.db)
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			await postAnswer(as(ctx, expert), id, answerInput())
			expect(await deliver(ctx)).toHaveLength(451)
		})
	})

	test('are shown to the expert by name, or as 匿名ユーザー, also when they hide later; once, and not after unfollowing', async () => {
		await withCtx(async (ctx) => {
			const { viewer: expert, expertId } = await makeExpertViewer(ctx)
			const named = await makeUser(ctx)
			const fickle = as(ctx, await makeMember(ctx))
			await sql`update users set last_name = '見本', first_name = '花子' where id = ${named.id}::bigint`.execute(ctx.db)
			await follow(as(ctx, memberOf(named)), expertId)
			await follow(fickle, expertId)
			await unfollow(fickle, expertId)
			await deliver(ctx)
			expect(await notificationsOf(ctx, expert)).toEqual([
				{ kind: 'follower', text: '見本 花子さんがあなたをフォローしました。', path: '/follower' },
			])
			await unfollow(as(ctx, memberOf(named)), expertId)
			await follow(as(ctx, memberOf(named)), expertId, 'none')
			await follow(as(ctx, memberOf(named)), expertId, 'all')
			await deliver(ctx)
			await sql`update users set anonymize = true where id = ${named.id}::bigint`.execute(ctx.db)
			expect((await notificationsOf(ctx, expert)).map(({ text }) => text)).toEqual(['匿名ユーザーがあなたをフォローしました。'])
		})
	})
})

describe('what a person wants', () => {
	test('decides by kind and channel; without mail the site still notifies', async () => {
		await withCtx(async (ctx) => {
			const { asker, answerId } = await makeThread(ctx)
			await sql`delete from pending_events`.execute(ctx.db)
			const again = async () => {
				await sql`delete from notifications`.execute(ctx.db)
				await publishEvent(ctx, { event: 'answer.posted', answerId })
				await deliver(ctx)
				const { rows } = await sql<{ in_site: boolean; mail: string }>`select in_site, mail from notifications`.execute(ctx.db)
				return rows
			}
			const save = (site: boolean, mail: boolean, digest: boolean) =>
				saveNotificationSettings(as(ctx, asker), { kinds: { answer: { site, mail, digest } } })
			expect(await again()).toEqual([{ in_site: true, mail: 'now' }])
			await save(true, false, true)
			expect(await again()).toEqual([{ in_site: true, mail: 'digest' }])
			await save(false, true, true)
			expect(await again()).toEqual([{ in_site: false, mail: 'now' }])
			expect(await notificationsOf(ctx, asker)).toEqual([])
			await save(false, false, false)
			expect(await again()).toEqual([])
			await save(true, true, false)
			const { rows } = await sql`select from notification_settings`.execute(ctx.db)
			expect(rows).toEqual([])
			await saveNotificationSettings(as(ctx, asker), { receiveEmail: false })
			expect(await again()).toEqual([{ in_site: true, mail: 'none' }])
		})
	})
})

describe('the list', () => {
	test('is the viewer’s own, paged, and read one by one or at once', async () => {
		await withCtx(async (ctx) => {
			const viewer = await makeMember(ctx)
			const other = as(ctx, await makeMember(ctx))
			const own = as(ctx, viewer)
			for (let n = 1; n <= 25; n++) {
				const notice = {
					event: 'notice',
					kind: 'report-outcome',
					subject: `report:${n}`,
					text: `報告${n}を確認しました。`,
					path: '/qa',
				} as const
				await publishEvent(ctx, { ...notice, userId: idOf(viewer) })
			}
			await deliver(ctx)
			const first = await listNotifications(own, null)
			expect([first.items.length, first.unread, first.items[0]?.text]).toEqual([20, 25, '報告25を確認しました。'])
			const second = await listNotifications(own, first.page.next?.cursor ?? '')
			expect([second.items.length, second.page.previous]).toEqual([5, { cursor: null }])
			const id = first.items[0]?.id ?? 0
			expect(await refusal(openNotification(other, id))).toBe('not-found')
			expect(await markNotificationsRead(other, { ids: [id] })).toEqual({ unread: 0 })
			expect(await openNotification(own, id)).toEqual({ path: '/qa' })
			expect(await markNotificationsRead(own, { ids: [second.items[0]?.id ?? 0] })).toEqual({ unread: 23 })
			expect(await markNotificationsRead(own, { all: true })).toEqual({ unread: 0 })
			expect(await countUnreadNotifications(ctx)).toBe(0)
			expect(await refusal(listNotifications(ctx, null))).toBe('unauthenticated')
		})
	})

	test('and the settings are in the export, and are deleted with the account', async () => {
		await withCtx(async (ctx) => {
			const { asker } = await makeThread(ctx)
			const { viewer: expert, expertId } = await makeExpertViewer(ctx)
			await follow(as(ctx, asker), expertId)
			await deliver(ctx)
			await saveNotificationSettings(as(ctx, asker), { kinds: { answer: { site: true, mail: false, digest: false } } })
			expect(await exportFromSocial(ctx, { id: idOf(asker) })).toMatchObject({
				notifications: [{ kind: 'answer', text: expect.stringContaining('回答が届きました'), readAt: null }],
				notificationSettings: [{ kind: 'answer', site: true, mail: false, digest: false, push: true, line: true }],
			})
			expect(await kindsOf(ctx, expert)).toEqual(['follower'])
			await withdrawFromSocial(ctx, { id: idOf(asker) })
			expect(await notificationsOf(ctx, asker)).toEqual([])
			expect(await notificationsOf(ctx, expert)).toEqual([])
			const { rows } = await sql`select from notification_settings`.execute(ctx.db)
			expect(rows).toEqual([])
		})
	})
})

describe('by the clock', () => {
	const inDays = (ctx: Ctx, n: number): Date => new Date(ctx.now().getTime() + days(n))

	test('an asker is reminded once, seven days after the first answer, unless the question is resolved', async () => {
		await withCtx(async (ctx) => {
			const { asker, answerId } = await makeThread(ctx)
			const late = await makeExpertViewer(ctx)
			const solved = await makeThread(ctx)
			await acceptAnswer(as(ctx, solved.asker), solved.answerId)
			await deliver(ctx)
			const remind = async (after: number) => {
				const at = { ...ctx, now: () => inDays(ctx, after) }
				await remindToChoose(at, async () => undefined)
				return (await kindsOf(ctx, asker)).filter((kind) => kind === 'choose-best').length
			}
			expect(await remind(6.9)).toBe(0)
			expect(await remind(7)).toBe(1)
			expect(await remind(7.1)).toBe(1)
			expect(await kindsOf(ctx, solved.asker)).toEqual(['answer'])
			await acceptAnswer(as(ctx, asker), answerId)
			expect(await remind(8)).toBe(0)
			// An old unresolved question from before reminders existed gets none.
			const old = await makeThread(ctx)
			await sql`update answers set created_at = ${inDays(ctx, -20)} where id = ${old.answerId}::integer`.execute(ctx.db)
			await postAnswer(as(ctx, late.viewer), old.questionId, answerInput())
			await deliver(ctx)
			await remindToChoose({ ...ctx, now: () => inDays(ctx, 8) }, async () => undefined)
			expect(await kindsOf(ctx, old.asker)).not.toContain('choose-best')
		})
	})

	test('a notification is deleted after 180 days', async () => {
		await withCtx(async (ctx) => {
			const { asker } = await makeThread(ctx)
			await deliver(ctx)
			await purgeNotifications({ ...ctx, now: () => inDays(ctx, 179) })
			expect(await kindsOf(ctx, asker)).toEqual(['answer'])
			await purgeNotifications({ ...ctx, now: () => inDays(ctx, 181) })
			expect(await kindsOf(ctx, asker)).toEqual([])
		})
	})
})

test('a question that waited for a proved address is published, and nobody is notified', () =>
	withCtx(async (ctx) => {
		const { id, uid } = await makeUser(ctx)
		const identity = { uid, email: 'asker@example.com', password_hash: null, created_at: TEST_NOW }
		await ctx.db.insertInto('identities').values(identity).execute()
		const { id: questionId } = await postQuestion(as(ctx, memberOf({ id, uid })), questionInput())
		await expect(getQuestion(ctx, questionId, null)).rejects.toMatchObject({ kind: 'not-found' })
		await ctx.db.updateTable('identities').set({ email_verified_at: TEST_NOW }).where('uid', '=', uid).execute()
		await publishEvent(ctx, { event: 'address.proved', uid })
		expect(await deliver(ctx)).toEqual([])
		expect(await getQuestion(ctx, questionId, null)).toMatchObject({ awaitsAddress: false })
	}))

test('a notice of a case says what, where, how much and until when, as far as its sentence does not', () =>
	withCtx(async (ctx) => {
		const member = await makeMember(ctx)
		const facts = [
			{ label: '業務', value: '確定申告' },
			{ label: '地域', value: '東京都三鷹市' },
			{ label: 'メッセージ', value: '長'.repeat(61) },
		]
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'lead',
			userId: idOf(member),
			subject: 'lead:1:delivered',
			text: '「確定申告」の見積もりの依頼が届きました。',
			path: '/mypage/leads/1',
			facts,
		})
		await deliver(ctx)
		const { items } = await listNotifications(as(ctx, member), null)
		expect(items.map((item) => item.facts)).toEqual([[{ label: '地域', value: '東京都三鷹市' }]])
	}))

test('every kind has a sentence and a link, even if its people have left', () => {
	const facts = { question: { id: 1, title: '題名' }, answerId: 2, expert: null, follower: null, content: { text: '文。', path: '/qa' } }
	for (const kind of kindNames) {
		expect(notificationKinds[kind].text(facts, { name: 'しるべ' })).toMatch(/。$/)
		expect(notificationKinds[kind].path(facts)).toMatch(/^\/[a-z]/)
	}
})

test('followers see an article by its current title, until it is unpublished', async () => {
	await withCtx(async (ctx) => {
		const { expertId } = await makeExpertViewer(ctx)
		const reader = await makeMember(ctx)
		await follow(as(ctx, reader), expertId, 'digest')
		await sql`delete from pending_events`.execute(ctx.db)
		const { rows } = await sql<{ id: number }>`
			insert into articles (author, expert_id, manuscript, stage, saved_at, slug, title, lead, body, task_category_id, sources,
				reading_minutes, published_at)
			values ('expert', ${expertId}::integer, '{}', 'settled', ${ctx.now()}, 'kakutei-shinkoku', '確定申告の前に確かめること',
				repeat('導入', 20), repeat('本文', 200), 5, '[]', 3, ${ctx.now()})
			returning id
		`.execute(ctx.db)
		const articleId = rows[0]?.id ?? 0
		const article = { articleId, expertId, title: '古い題名の記事について', path: '/articles/kakutei-shinkoku' }
		await publishEvent(ctx, { event: 'article.published', ...article })
		expect(await deliver(ctx)).toEqual([])
		expect(await notificationsOf(ctx, reader)).toEqual([
			{
				kind: 'followed-article',
				text: expect.stringMatching(/さんが「確定申告の前に確かめること」を公開しました。$/),
				path: '/articles/kakutei-shinkoku',
			},
		])
		await sql`update articles set unlisted_at = now(), unlisted_reason = '内容が古いため' where id = ${articleId}::integer`.execute(ctx.db)
		expect(await countUnreadNotifications(as(ctx, reader))).toBe(0)
	})
})
