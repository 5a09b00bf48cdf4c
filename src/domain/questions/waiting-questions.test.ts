import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { codeOf, testSite } from '../accounts/accounts-for-test.ts'
import { requestVerification } from '../accounts/account-mails.ts'
import { applyActionCode } from '../accounts/email-change.ts'
import { listNewestQuestions, listMyQuestions, listAnswerableQuestions } from './question-list.ts'
import { getQuestion } from './question-page.ts'
import { deleteQuestion, editQuestion, getQuestionForEdit, postQuestion } from './questions.ts'
import { makeMember, makeExpertViewer, as, questionInput } from './questions-for-test.ts'
import { listSimilarQuestions } from './search/similar.ts'
import { publishWaitingQuestions } from './waiting-questions.ts'

const TITLE = '屋号付き口座を開くときに必要になる書類の一覧'

async function makeUnconfirmedAsker(ctx: TestCtx) {
	const site = testSite(ctx)
	const { uid, email } = await site.account('asker@example.com', { verified: false })
	const browser = site.browser()
	await browser.logIn(email)
	const asker = await browser.ctx()
	const { id } = await postQuestion(asker, questionInput({ title: TITLE }))
	return { site, browser, uid, email, asker, id }
}

/** Handles the events of proved addresses in the outbox, as the queue does. */
async function relay(ctx: TestCtx): Promise<void> {
	const events = await ctx.db.deleteFrom('pending_events').returning('event').execute()
	for (const { event } of events) if (event.event === 'address.proved') await publishWaitingQuestions(ctx, event.uid)
}

const isListed = async (ctx: TestCtx, id: number) =>
	(await listNewestQuestions(ctx, { limit: 50, taskId: 503 })).some((item) => item.id === id)

test('a question from an unconfirmed address is visible only to its asker until the confirmation publishes it', () =>
	withCtx(async (ctx) => {
		const { site, browser, email, asker, id } = await makeUnconfirmedAsker(ctx)
		expect(await getQuestion(asker, id, null)).toMatchObject({ awaitsAddress: true, hidden: null, isViewersOwn: true })
		expect((await listMyQuestions(asker, null)).items).toMatchObject([{ id, awaitsAddress: true }])
		const moderator = as(ctx, await makeMember(ctx, ['moderator']))
		const expert = as(ctx, (await makeExpertViewer(ctx)).viewer)
		for (const other of [ctx, moderator, expert]) expect(await codeOf(getQuestion(other, id, null))).toBe('not-found')
		expect(await isListed(ctx, id)).toBe(false)
		expect((await listAnswerableQuestions(expert, null)).items.map((item) => item.id)).not.toContain(id)
		expect(await listSimilarQuestions(ctx, TITLE)).toEqual([])

		await requestVerification(await browser.ctx(), null)
		site.clock.pass(90)
		await applyActionCode(await site.browser().ctx(), site.lastCode(email))
		await relay({ ...ctx, now: site.clock.now })
		expect(await getQuestion(ctx, id, null)).toMatchObject({ awaitsAddress: false, hidden: null, askedAt: site.clock.now() })
		expect(await isListed(ctx, id)).toBe(true)
		expect((await listAnswerableQuestions(expert, null)).items.map((item) => item.id)).toContain(id)
		expect((await listSimilarQuestions(ctx, TITLE)).map((item) => item.id)).toEqual([id])
		expect(await postQuestion(await browser.ctx(), questionInput())).not.toEqual({ id })
	}))

test('a waiting question can be edited and deleted, and a deleted one is not published', () =>
	withCtx(async (ctx) => {
		const { site, uid, browser, email, asker, id } = await makeUnconfirmedAsker(ctx)
		const { version } = await getQuestionForEdit(asker, id)
		const { isAnonymous: _, clientKey: __, ...fields } = questionInput({ title: `${TITLE}（法人）` })
		expect(await editQuestion(asker, id, { ...fields, version })).toMatchObject({ kind: 'saved' })
		expect(await isListed(ctx, id)).toBe(false)
		await deleteQuestion(asker, id)
		await requestVerification(await browser.ctx(), null)
		await applyActionCode(await site.browser().ctx(), site.lastCode(email))
		await relay(ctx)
		await publishWaitingQuestions(ctx, uid)
		expect(await isListed(ctx, id)).toBe(false)
	}))

test('an unconfirmed account publishes nothing', () =>
	withCtx(async (ctx) => {
		const { uid, id } = await makeUnconfirmedAsker(ctx)
		await publishWaitingQuestions(ctx, uid)
		expect(await isListed(ctx, id)).toBe(false)
	}))
