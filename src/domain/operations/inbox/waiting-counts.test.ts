import { expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { requestDocuments } from '../../documents/document-requests.ts'
import { sendMessage } from '../../inquiries/inquiries.ts'
import { makeInquiry, message, withFiles } from '../../inquiries/inquiries-for-test.ts'
import { makeMember, as, refusal } from '../../questions/questions-for-test.ts'
import { readWaitingCounts } from './waiting-counts.ts'

test('counts what waits for each side in one statement', () =>
	withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		const nothing = {
			toContact: 0,
			toAnswer: 0,
			toChoose: 0,
			ownInquiries: 0,
			officeInquiries: [],
			reviews: 0,
			joinRequests: 0,
			reply: null,
		}
		expect(await readWaitingCounts(as(ctx, member))).toMatchObject({ ...nothing, application: null, hasBegun: true })
		expect(await readWaitingCounts(as(ctx, expert))).toMatchObject({
			officeInquiries: [{ officeId, unread: 1 }],
			application: { state: 'verified', isChangeReturned: false },
			hasBegun: false,
		})
		await sendMessage(withFiles(as(ctx, expert)), id, message(), [])
		expect(await readWaitingCounts(as(ctx, member))).toMatchObject({ ownInquiries: 1 })
		expect(await readWaitingCounts(as(ctx, expert))).toMatchObject(nothing)
		await requestDocuments(as(ctx, expert), id, { titles: ['通帳の写し', '請求書'] })
		expect(await readWaitingCounts(as(ctx, member))).toMatchObject({ documents: { inquiryId: id, count: 2 }, letters: null })
		expect(await readWaitingCounts(as(ctx, expert))).toMatchObject({ documents: null })
		await requestDocuments(as(ctx, member), id, { titles: ['申告書の控え'] })
		expect(await readWaitingCounts(as(ctx, expert))).toMatchObject({ documents: { inquiryId: id, count: 1 } })
		expect(await readWaitingCounts(as(ctx, member))).toMatchObject({ documents: { inquiryId: id, count: 2 } })
		expect(await readWaitingCounts(as(ctx, await makeMember(ctx)))).toMatchObject({ ...nothing, questions: 0, hasBegun: false })
		expect(await refusal(readWaitingCounts(ctx))).toBe('unauthenticated')
	}))
