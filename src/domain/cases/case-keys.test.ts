import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeAppointment } from '../appointments/appointments-for-test.ts'
import { estimateConsents } from '../estimates/estimate-input.ts'
import { getMyEstimate, listMyEstimates } from '../estimates/estimate-requests.ts'
import { sendDraft } from '../estimates/estimate-sending.ts'
import { leadsCtx, makeDraft, makeOwnedOffice, makeVerifiedMember } from '../estimates/estimates-for-test.ts'
import { startInquiry } from '../inquiries/inquiries.ts'
import { inquiryInput, withFiles } from '../inquiries/inquiries-for-test.ts'
import { as } from '../questions/questions-for-test.ts'
import { caseRefOf, readCaseKeys } from '../social/case-keys.ts'
import { openDeliveryThread } from './delivery-threads.ts'

test('the request, its quotes and its conversation are one case to their notices; another inquiry with the office is another', () =>
	withCtx(async (ctx) => {
		const { officeId, owner } = await makeOwnedOffice(ctx)
		const office = withFiles(as(leadsCtx(ctx), owner))
		const member = withFiles(as(leadsCtx(ctx), await makeVerifiedMember(ctx)))
		const consents = estimateConsents.map(({ kind }) => kind)
		await sendDraft(member as never, await makeDraft(member as never, [officeId]), consents)
		const requestId = (await listMyEstimates(member, null)).items[0]?.id ?? 0
		const deliveryId = (await getMyEstimate(member, { id: requestId })).deliveries[0]?.id ?? 0
		const { inquiryId: threadId } = await openDeliveryThread(office, deliveryId)
		const { id: inquiryId } = await startInquiry(member, officeId, inquiryInput(), [])
		const appointmentId = await makeAppointment(member, office, officeId, inquiryId)
		const refs = [
			caseRefOf(`/mypage/estimates/${requestId}`),
			caseRefOf(`/mypage/leads/${deliveryId}#quote`),
			caseRefOf('/notifications', { deliveryId }),
			caseRefOf(`/mypage/estimates/${requestId}`, { inquiryId: threadId }),
			caseRefOf(`/mypage/inquiries/${inquiryId}/documents`),
			caseRefOf(`/mypage/appointments/${appointmentId}`),
			caseRefOf('/mypage/inquiries/999999'),
			caseRefOf('/qa/5#answer-9'),
		]
		const keyOf = await readCaseKeys(ctx, refs)
		expect(refs.map(keyOf)).toEqual([...Array.from({ length: 4 }, () => `r${requestId}`), `i${inquiryId}`, `i${inquiryId}`, null, null])
	}))
