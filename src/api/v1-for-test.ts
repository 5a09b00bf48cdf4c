import pino from 'pino'
import type { Ctx } from '../domain/shared/context.ts'
import { estimateConsents } from '../domain/estimates/estimate-input.ts'
import { getMyEstimate } from '../domain/estimates/estimate-requests.ts'
import { sendDraft } from '../domain/estimates/estimate-sending.ts'
import { makeDraft, makeVerifiedMember, leadsCtx } from '../domain/estimates/estimates-for-test.ts'
import { as } from '../domain/questions/questions-for-test.ts'
import { createV1 } from './v1.ts'

/** The versioned API without its limits, which one test after the other would use up. */
export const testV1 = (ctx: Ctx) => {
	const many = { burst: 100_000, perSecond: 1_000 }
	return createV1({
		config: { siteName: 'しるべ', publicUrl: 'https://shirube.example' },
		log: pino({ level: 'silent' }),
		ctx,
		limits: { anonymous: many, withToken: many },
	})
}

/** A member's request that has reached an office. Returns the id of its delivery. */
export async function aSentRequest(ctx: Ctx, officeId: number): Promise<number> {
	const member = leadsCtx(as(ctx, await makeVerifiedMember(ctx)))
	const key = await makeDraft(member, [officeId])
	const sent = await sendDraft(
		member,
		key,
		estimateConsents.map(({ kind }) => kind),
	)
	const { deliveries } = await getMyEstimate(member, { id: sent.kind === 'sent' ? sent.requestId : 0 })
	return deliveries[0]?.id ?? 0
}
