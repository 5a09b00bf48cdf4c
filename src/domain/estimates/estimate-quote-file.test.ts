import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { estimateConsents } from './estimate-input.ts'
import { listLeads, sendQuote } from './estimate-leads.ts'
import { proposeOffices } from './estimate-offices.ts'
import { readQuoteSheet } from './estimate-quote-file.ts'
import { getMyEstimate } from './estimate-requests.ts'
import { sendDraft } from './estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx, quoteInput } from './estimates-for-test.ts'

test('the file of a quote is for its client and the members of its office alone', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const client = as(ctx, await makeVerifiedMember(ctx))
		const { officeId, owner } = await makeOwnedOffice(ctx)
		const office = as(ctx, owner)
		const key = await makeDraft(client, [officeId])
		const sent = await sendDraft(
			client,
			key,
			estimateConsents.map(({ kind }) => kind),
		)
		const requestId = sent.kind === 'sent' ? sent.requestId : 0
		await sendQuote(office, (await listLeads(office, null)).items[0]?.id ?? 0, quoteInput())
		const quoteId = (await getMyEstimate(client, { id: requestId })).deliveries[0]?.quotes[0]?.id ?? 0
		const sheet = await readQuoteSheet(client, quoteId, [])
		expect(sheet).toMatchObject({ number: `${quoteId}-1`, validUntil: '2026-07-15', client: '山田 花子', totals: { total: 74_537 } })
		expect(sheet.office.address).toMatch(/^東京都三鷹市/)
		expect(await readQuoteSheet(office, quoteId, [])).toEqual(sheet)
		expect(await refusal(readQuoteSheet(as(ctx, await makeMember(ctx)), quoteId, []))).toBe('not-found')
		expect(await refusal(readQuoteSheet(ctx, quoteId, []))).toBe('not-found')
	}))

test('an office chosen on another page is proposed first, also where the list of the area does not have it', () =>
	withCtx(async (ctx) => {
		const { officeId } = await makeOwnedOffice(ctx)
		const offices = await proposeOffices(ctx, {
			taskId: 503,
			prefectureId: 1,
			municipalityId: null,
			chosen: [officeId],
		})
		expect(offices[0]).toMatchObject({ id: officeId, place: '東京都三鷹市', professions: ['税理士'], isChosen: true })
	}))
