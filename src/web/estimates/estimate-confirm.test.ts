import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { openPage } from '../../../test/render-page.tsx'
import type { OutgoingMail } from '../../domain/shared/context.ts'
import { sendDraft } from '../../domain/estimates/estimate-sending.ts'
import { estimateConsents } from '../../domain/estimates/estimate-input.ts'
import { makeDraft, makeOwnedOffice, leadsCtx } from '../../domain/estimates/estimates-for-test.ts'
import { estimateConfirmPath, estimateDraftPath } from '../../domain/shared/links.ts'

test('a confirmation whose offices all pause leads back to the draft instead of offering its button', () =>
	withCtx(async (plain) => {
		const mails: OutgoingMail[] = []
		const ctx = leadsCtx(plain, mails)
		const offices = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)].map(({ officeId }) => officeId)
		const key = await makeDraft(ctx, offices, 'visitor@example.com')
		await sendDraft(
			ctx,
			key,
			estimateConsents.map(({ kind }) => kind),
		)
		const path = estimateConfirmPath(/confirm\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '')
		const pause = (ids: number[]) => ctx.db.updateTable('offices').set({ accepting: 'paused' }).where('id', 'in', ids).execute()

		expect((await openPage(plain, path)).html).toContain('選んだ2か所の事務所に頼みます')
		await pause(offices.slice(0, 1))
		expect((await openPage(plain, path)).html).toContain('選んだ2か所のうち、いま新しい依頼を受け付けている1か所')
		await pause(offices)
		const { status, html } = await openPage(plain, path)
		expect(status).toBe(200)
		expect(html).toContain('選んだ2か所の事務所は、いま新しい依頼を受け付けていません')
		expect(html).not.toContain('この内容で依頼する')
		const wayBack = /href="([^"]+)"[^>]*>ほかの事務所を選ぶ</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
		expect(wayBack).toBe(estimateDraftPath(wayBack.split(/[/?]/)[2] ?? '', 'offices'))
		expect((await openPage(plain, wayBack)).html).toContain('見積もりを頼む事務所')
	}))
