import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, type TestCtx, visitorCtx, withCtx } from '../../../test/database.ts'
import { makeOffice, makeReview, makeUser } from '../../../test/factories.ts'
import { requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { getOffice } from '../offices/offices.ts'
import { makeInquiry, message } from '../inquiries/inquiries-for-test.ts'
import { sendMessage } from '../inquiries/inquiries.ts'
import { readInquiryAsStaff } from '../inquiries/inquiry-admin.ts'
import { readMessages } from '../inquiries/inquiry-reading.ts'
import { answerHistoryPath } from '../shared/links.ts'
import { editAnswer } from '../questions/answers.ts'
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
import { getQuestion } from '../questions/question-page.ts'
import { postQuestion } from '../questions/questions.ts'
import { postComment } from '../questions/reactions.ts'
import { readAnswerHistory, readQuestionHistory } from '../questions/revisions.ts'
import { appeal, countOpenAppeals, decideAppeal, findOpenAppeal, getAppealForm } from './appeals.ts'
import { hideSubject, showSubject } from './hiding.ts'
import { readReportedInquiry } from './inquiry-admin.ts'
import { exportFromModeration, withdrawFromModeration } from './personal.ts'
import { listQuestionsForStaff } from './question-queue.ts'
import { countOpenReports, decideReport, findOpenReport, getReportable, listDecidedReports, report } from './reports.ts'

const complaint = { reason: 'personal', body: '電話番号が写っています。' } as const
const because = '連絡先が書かれているため'
const idOf = (viewer: Viewer) => (viewer.kind === 'member' ? viewer.userId : '')
const asStaff = async (ctx: Ctx) => requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')

/** Notifications of this transaction: recipient and sentence. */
async function noticesOf(ctx: TestCtx): Promise<{ userId: string; text: string; path: string }[]> {
	const { rows } = await sql<{ event: { event: string; userId: string; text: string; path: string } }>`
		select event from pending_events where event->>'event' = 'notice' order by id
	`.execute(ctx.db)
	return rows.map(({ event: { userId, text, path } }) => ({ userId, text, path }))
}
const acts = async (ctx: Ctx) =>
	(await ctx.db.selectFrom('audit_log').select(['action', 'subject', 'reason']).orderBy('id').execute()).map(
		({ action, subject, reason }) => `${action} ${subject} ${reason ?? ''}`,
	)

test('each person reports a public subject of others once', async () => {
	await withCtx(async (ctx) => {
		const { asker, questionId, answerId } = await makeThread(ctx)
		const reader = as(ctx, await makeMember(ctx))
		const staff = await asStaff(ctx)
		const subject = { kind: 'question', id: questionId } as const
		expect(await getReportable(reader, subject)).toMatchObject({ title: questionInput().title, isReported: false })
		await report(reader, subject, complaint)
		await report(reader, subject, complaint)
		expect(await refusal(report(reader, subject, { reason: 'abuse', body: '' }))).toBe('moderation/reported')
		expect(await getReportable(reader, subject)).toMatchObject({ isReported: true, decided: null })
		expect(await countOpenReports(staff)).toBe(1)
		expect(await refusal(report(as(ctx, asker), subject, complaint))).toBe('moderation/own')
		expect(await refusal(report(ctx, subject, complaint))).toBe('unauthenticated')
		expect(await refusal(report(reader, { kind: 'answer', id: 999_999 }, complaint))).toBe('not-found')
		await hideSubject(staff, { kind: 'answer', id: answerId }, because)
		expect(await refusal(report(reader, { kind: 'answer', id: answerId }, complaint))).toBe('not-found')
		for (let n = 0; n < 9; n++) {
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			await report(reader, { kind: 'question', id }, complaint)
		}
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		expect(await refusal(report(reader, { kind: 'question', id }, complaint))).toBe('throttled')
		expect(await exportFromModeration(ctx, { id: idOf(reader.viewer) })).toMatchObject({
			reports: [{ kind: 'question', subjectId: questionId }, ...Array.from({ length: 9 }, () => ({}))],
		})
		await withdrawFromModeration(ctx, { id: idOf(reader.viewer) })
		expect(await countOpenReports(staff)).toBe(10)
	})
})

/** The reports that wait, by subject, the oldest first, as the desk opens them. */
async function openReports(staff: StaffCtx) {
	const { rows } = await sql<{ id: number }>`
		select min(id) as id from reports where state = 'open' group by kind, subject_id order by min(id)
	`.execute(staff.db)
	const found = await Promise.all(rows.map(({ id }) => findOpenReport(staff, id)))
	return found.filter((one) => one !== null)
}

async function openAppeals(staff: StaffCtx) {
	const rows = await staff.db.selectFrom('appeals').select('id').where('state', '=', 'open').orderBy('id').execute()
	const found = await Promise.all(rows.map(({ id }) => findOpenAppeal(staff, id)))
	return found.filter((one) => one !== null)
}

test('one decision closes all reports of a subject: it is hidden, everybody concerned is notified, and it is in the audit log', async () => {
	await withCtx(async (ctx) => {
		const { expert, questionId, answerId } = await makeThread(ctx)
		const [one, two] = [await makeMember(ctx), await makeMember(ctx)]
		const subject = { kind: 'answer', id: answerId } as const
		for (const viewer of [one, two]) await report(as(ctx, viewer), subject, complaint)
		const staff = await asStaff(ctx)
		const entries = await openReports(staff)
		expect(entries).toMatchObject([{ subject, about: { hidden: null }, reasons: [complaint, complaint], decision: null }])
		await decideReport(staff, entries[0]!.id, { verdict: 'hide', reason: because })
		expect(await getQuestion(ctx, questionId, null)).toMatchObject({ state: 'open', answerCount: 0, answers: [] })
		expect((await noticesOf(ctx)).map(({ userId, path }) => [userId, path])).toEqual([
			[idOf(expert), `/appeal/answer/${answerId}`],
			[idOf(one), '/notifications'],
			[idOf(two), '/notifications'],
		])
		expect(await acts(ctx)).toEqual([`answer.hide answer:${answerId} ${because}`, `report.hide answer:${answerId} ${because}`])
		expect(await refusal(decideReport(staff, entries[0]!.id, { verdict: 'dismiss', reason: because }))).toBe('conflict')
		expect(await openReports(staff)).toEqual([])
		expect((await listDecidedReports(staff, null)).entries).toMatchObject([{ decision: { state: 'upheld' } }, {}])
	})
})

test('a dismissed report leaves the subject unchanged and gives the reason', async () => {
	await withCtx(async (ctx) => {
		const reader = await makeMember(ctx)
		const { expertId } = await makeExpertViewer(ctx)
		await report(as(ctx, reader), { kind: 'expert', id: expertId }, complaint)
		const staff = await asStaff(ctx)
		const [entry] = await openReports(staff)
		expect(await refusal(decideReport(staff, entry!.id, { verdict: 'hide', reason: because }))).toBe('invalid')
	})
	await withCtx(async (ctx) => {
		const reader = await makeMember(ctx)
		const { questionId } = await makeThread(ctx)
		await report(as(ctx, reader), { kind: 'question', id: questionId }, complaint)
		const staff = await asStaff(ctx)
		const [entry] = await openReports(staff)
		await decideReport(staff, entry!.id, { verdict: 'dismiss', reason: '一般に知られた番号のため' })
		expect((await getQuestion(ctx, questionId, null)).hidden).toBeNull()
		expect(await noticesOf(ctx)).toMatchObject([{ userId: idOf(reader), path: `/qa/${questionId}` }])
	})
})

const messageIdsOf = async (ctx: TestCtx, inquiryId: number) => (await readMessages(ctx, inquiryId)).map(({ id }) => id)

test('a thread is reported by its two sides only; staff read what the reporter chose while the report waits, and each reading is recorded', async () => {
	await withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const subject = { kind: 'inquiry', id } as const
		expect(await getReportable(as(ctx, member), subject)).toMatchObject({ title: '確定申告を頼みたい', isReported: false })
		expect((await getReportable(as(ctx, expert), subject)).text).toBe('渡辺 さくらさんとのやり取り')
		for (const stranger of [await makeMember(ctx), await makeMember(ctx, ['admin']), (await makeExpertViewer(ctx)).viewer])
			expect(await refusal(report(as(ctx, stranger), subject, complaint))).toBe('not-found')
		await sendMessage(as(ctx, expert), id, message('この発言は、担当者に見せません。'), [])
		const { messages } = await getReportable(as(ctx, expert), subject)
		expect(messages).toHaveLength(2)
		const first = messages[0]?.id ?? 0
		const abuse = { reason: 'abuse', body: '' } as const
		await expect(report(as(ctx, expert), subject, abuse)).rejects.toMatchObject({ fields: { messages: expect.any(String) } })
		await expect(report(as(ctx, expert), subject, abuse, [first, 999_999])).rejects.toMatchObject({ kind: 'invalid' })
		await report(as(ctx, expert), subject, abuse, [first])
		const staff = await asStaff(ctx)
		const [entry] = await openReports(staff)
		// The list reveals neither the messages nor their authors.
		expect(JSON.stringify(entry)).not.toMatch(/さくら|確定申告/)
		expect(entry?.about?.path).toBe(`/admin/reports/${entry?.id}`)
		expect(await acts(ctx)).toEqual([])
		const read = await readReportedInquiry(staff, entry!.id)
		expect(read).toMatchObject({ contactName: '渡辺 さくら', messages: [{ id: first, side: 'user' }] })
		// What was not submitted stays between the two sides, the subject too.
		expect(JSON.stringify(read)).not.toMatch(/担当者に見せません|確定申告を頼みたい/)
		await readReportedInquiry(staff, entry!.id)
		expect(await acts(ctx)).toEqual([`inquiry.read inquiry:${id} `, `inquiry.read inquiry:${id} `])
		expect(await refusal(decideReport(staff, entry!.id, { verdict: 'hide', reason: because }))).toBe('invalid')
	})
	await withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		await report(as(ctx, member), { kind: 'inquiry', id }, { reason: 'advertising', body: '' }, await messageIdsOf(ctx, id))
		const staff = await asStaff(ctx)
		const [entry] = await openReports(staff)
		await decideReport(staff, entry!.id, { verdict: 'dismiss', reason: '問題のある記載が見られないため' })
		expect((await noticesOf(ctx)).at(-1)).toMatchObject({ userId: idOf(member), path: '/notifications' })
		expect((await noticesOf(ctx)).at(-1)?.text).toContain('対応を見送ります')
		expect(await refusal(readReportedInquiry(staff, entry!.id))).toBe('not-found')
		expect(await refusal(readInquiryAsStaff(staff, 999_999, { reportId: entry!.id, messageIds: [1] }))).toBe('not-found')
	})
})

test('staff do not decide on their own content', async () => {
	await withCtx(async (ctx) => {
		const viewer = await makeMember(ctx, ['moderator'])
		const staff = requireRecentStaff(as(ctx, viewer), 'moderator')
		const other = await asStaff(ctx)
		const { id } = await postQuestion(staff, questionInput())
		const subject = { kind: 'question', id } as const
		await report(as(ctx, await makeMember(ctx)), subject, complaint)
		const [entry] = await openReports(staff)
		expect(await refusal(decideReport(staff, entry!.id, { verdict: 'dismiss', reason: because }))).toBe('moderation/own')
		expect(await refusal(hideSubject(staff, subject, because))).toBe('moderation/own')
		await decideReport(other, entry!.id, { verdict: 'hide', reason: because })
		expect(await refusal(showSubject(staff, subject, because))).toBe('moderation/own')
		await appeal(staff, subject, '番号は架空のものです。もう一度ご確認ください。')
		const [plea] = await openAppeals(staff)
		expect(await refusal(decideAppeal(staff, plea!.id, { grants: true, reason: because }))).toBe('moderation/own')
		expect(await openAppeals(other)).toHaveLength(1)
	})
	await withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		if (member.kind !== 'member') throw new Error('no member')
		await report(as(ctx, member), { kind: 'inquiry', id }, complaint, await messageIdsOf(ctx, id))
		const staff = requireRecentStaff(as(ctx, { ...member, roles: ['moderator'] }), 'moderator')
		const [entry] = await openReports(staff)
		expect(await refusal(readReportedInquiry(staff, entry!.id))).toBe('moderation/own')
		expect(await refusal(decideReport(staff, entry!.id, { verdict: 'uphold', reason: because }))).toBe('moderation/own')
	})
})

test('a decided subject may be reported again, as a new case', async () => {
	await withCtx(async (ctx) => {
		const viewer = await makeMember(ctx)
		const reader = as(ctx, viewer)
		const { questionId } = await makeThread(ctx)
		const subject = { kind: 'question', id: questionId } as const
		const staff = await asStaff(ctx)
		await report(reader, subject, complaint)
		const [first] = await openReports(staff)
		expect(first).toMatchObject({ before: null })
		await decideReport(staff, first!.id, { verdict: 'dismiss', reason: '一般に知られた番号のため' })
		expect(await getReportable(reader, subject)).toMatchObject({
			isReported: false,
			decided: { state: 'dismissed', reason: '一般に知られた番号のため', at: TEST_NOW },
		})
		// Notices to others belong to them.
		expect(await getReportable(as(ctx, await makeMember(ctx)), subject)).toMatchObject({ decided: null })

		const again = { reason: 'abuse', body: '追記で人を傷つける言葉が加わりました。' } as const
		await report(reader, subject, again)
		await report(reader, subject, again)
		const entries = await openReports(staff)
		expect(entries).toMatchObject([{ subject, reasons: [again], before: { state: 'dismissed' }, decision: null }])
		await decideReport(staff, entries[0]!.id, { verdict: 'hide', reason: because })
		expect((await noticesOf(ctx)).filter(({ userId }) => userId === idOf(viewer))).toHaveLength(2)
		expect((await listDecidedReports(staff, null)).entries).toMatchObject([
			{ decision: { state: 'upheld' }, reasons: [again] },
			{ decision: { state: 'dismissed' }, reasons: [complaint] },
		])
	})
})

test('of one person’s reports sent at once one is kept, before and after a decision', async () => {
	const { db, close } = await freshDatabase()
	try {
		const ctx = visitorCtx(db)
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const reader = as(ctx, await makeMember(ctx))
		const staff = await asStaff(ctx)
		for (const kept of [1, 2]) {
			const ends = Array.from({ length: 6 }, () => refusal(report(reader, { kind: 'question', id }, complaint)))
			expect(await Promise.all(ends)).toEqual(Array.from({ length: 6 }, () => 'none'))
			const { rows } = await sql<{ n: number }>`select count(*)::integer as n from reports`.execute(db)
			expect(rows).toEqual([{ n: kept }])
			const [entry] = await openReports(staff)
			await decideReport(staff, entry!.id, { verdict: 'dismiss', reason: because })
		}
		const open = sql`
			insert into reports (reporter_id, kind, subject_id, reason, created_at)
			values (${idOf(reader.viewer)}::bigint, 'question', ${id}, 'other', ${TEST_NOW})`
		await open.execute(db)
		await expect(open.execute(db)).rejects.toThrow('reports_one_open')
	} finally {
		await close()
	}
})

test('an author appeals once; staff restore the subject or give the reason', async () => {
	await withCtx(async (ctx) => {
		const { asker, questionId } = await makeThread(ctx)
		const staff = await asStaff(ctx)
		const subject = { kind: 'question', id: questionId } as const
		const me = as(ctx, asker)
		expect(await refusal(getAppealForm(me, subject))).toBe('not-found')
		await hideSubject(staff, subject, because)
		expect(await refusal(hideSubject(staff, subject, because))).toBe('conflict')
		expect(await refusal(appeal(as(ctx, await makeMember(ctx)), subject, '私のものではありません。'))).toBe('not-found')
		await appeal(me, subject, '番号は架空のものです。もう一度ご確認ください。')
		expect(await refusal(appeal(me, subject, 'もう一度お願いします。ぜひ。'))).toBe('moderation/already')
		const [first] = await openAppeals(staff)
		expect(await countOpenAppeals(staff)).toBe(1)
		await decideAppeal(staff, first!.id, { grants: true, reason: '架空の番号と確認できたため' })
		expect(await countOpenAppeals(staff)).toBe(0)
		expect((await getQuestion(ctx, questionId, null)).hidden).toBeNull()
		expect((await noticesOf(ctx)).at(-1)).toMatchObject({ userId: idOf(asker), path: `/qa/${questionId}` })
		expect(await refusal(decideAppeal(staff, first!.id, { grants: false, reason: because }))).toBe('conflict')
		expect(await getAppealForm(me, subject)).toMatchObject({ hiddenReason: null, appeal: { state: 'granted' } })
		await hideSubject(staff, subject, because)
		expect(await refusal(appeal(me, subject, 'もう一度お願いします。ぜひ。'))).toBe('moderation/already')
	})
})

test('staff find any question, and those where something is hidden', async () => {
	await withCtx(async (ctx) => {
		const { questionId, answerId } = await makeThread(ctx)
		const { id: other } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const staff = await asStaff(ctx)
		const list = async (query: { id?: number; hidden?: boolean }) =>
			(await listQuestionsForStaff(staff, { id: null, hidden: false, cursor: null, ...query })).items
		expect((await list({})).map(({ id }) => id).slice(0, 2)).toEqual([other, questionId])
		expect(await list({ id: other })).toMatchObject([{ id: other, hiddenReason: null, isEdited: false, answers: [] }])
		await hideSubject(staff, { kind: 'answer', id: answerId }, because)
		expect(await list({ hidden: true })).toMatchObject([
			{
				id: questionId,
				title: questionInput().title,
				hiddenReason: null,
				answers: [{ id: answerId, hiddenReason: because, isEdited: false, isBest: false }],
			},
		])
	})
})

test('a hidden comment keeps its slot and shows nothing; the stars of a hidden review no longer count', async () => {
	await withCtx(async (ctx) => {
		const { asker, answerId, questionId } = await makeThread(ctx)
		await postComment(as(ctx, asker), answerId, commentInput('電話ください。03-1234-5678'))
		const staff = await asStaff(ctx)
		const [comment] = (await getQuestion(ctx, questionId, null)).answers[0]!.comments
		await hideSubject(staff, { kind: 'comment', id: comment!.id }, because)
		expect((await getQuestion(ctx, questionId, null)).answers[0]!.comments).toMatchObject([
			{ body: 'このコメントは、運営が非公開にしました。' },
		])
		await showSubject(staff, { kind: 'comment', id: comment!.id }, '番号を確認したため')
		expect((await getQuestion(ctx, questionId, null)).answers[0]!.comments).toMatchObject([{ body: '電話ください。03-1234-5678' }])

		const officeId = await makeOffice(ctx)
		const review = await makeReview(ctx, officeId, { stars: 1 })
		await makeReview(ctx, officeId, { stars: 5 })
		const rating = async () => (await getOffice(ctx, officeId)).rating
		expect(await rating()).toMatchObject({ average: 3, count: 2 })
		await hideSubject(staff, { kind: 'review', id: review }, because)
		expect(await rating()).toMatchObject({ average: 5, count: 1 })
		await showSubject(staff, { kind: 'review', id: review }, '確認したため')
		expect(await rating()).toMatchObject({ average: 3, count: 2 })
	})
})

test('one of ten concurrent moderators decides, and everybody is notified once', async () => {
	const { db, close } = await freshDatabase()
	try {
		const ctx = visitorCtx(db)
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		for (let n = 0; n < 3; n++) await report(as(ctx, await makeMember(ctx)), { kind: 'question', id }, complaint)
		const staff = await Promise.all(
			Array.from({ length: 10 }, async () =>
				requireRecentStaff(as(ctx, memberOf(await makeUser(ctx), { roles: ['moderator'] })), 'moderator'),
			),
		)
		const [entry] = await openReports(staff[0]!)
		const ends = await Promise.all(staff.map((one) => refusal(decideReport(one, entry!.id, { verdict: 'hide', reason: because }))))
		expect(ends.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'conflict'), 'none'])
		const { rows } = await sql<{
			notices: number
		}>`select count(*)::integer as notices from pending_events where event->>'event' = 'notice'`.execute(db)
		expect(rows).toEqual([{ notices: 4 }])
	} finally {
		await close()
	}
})

test('staff who decide on a report can read the text before the edits, and their reading is recorded', async () => {
	await withCtx(async (ctx) => {
		const { asker, expert, questionId, answerId } = await makeThread(ctx)
		const reader = as(ctx, await makeMember(ctx))
		const staff = await asStaff(ctx)
		await report(reader, { kind: 'answer', id: answerId }, complaint)
		const listed = async () => (await openReports(staff))[0]?.about?.historyPath
		expect(await listed()).toBeNull()
		const { body, sources, lawAsOf } = answerInput()
		await editAnswer(as(ctx, expert), answerId, { body: `${body}\n\n電話番号は消しました。`, sources, lawAsOf, version: 1 })
		expect(await listed()).toBe(answerHistoryPath(answerId))
		expect((await readAnswerHistory(staff, answerId)).versions.map(({ version }) => version)).toEqual([2, 1])
		expect((await readQuestionHistory(staff, questionId)).versions).toHaveLength(1)
		expect(await acts(ctx)).toEqual([`answer.history answer:${answerId} `, `question.history question:${questionId} `])
		// An author who reads their own text is no audit event.
		await readAnswerHistory(as(ctx, expert), answerId)
		await readQuestionHistory(as(ctx, asker), questionId)
		expect(await acts(ctx)).toHaveLength(2)
		expect(await refusal(readAnswerHistory(reader, answerId))).toBe('qa/not-author')
	})
})
