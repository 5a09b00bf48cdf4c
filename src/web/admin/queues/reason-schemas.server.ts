import { z } from 'zod'
import { articleReasonSchema } from '../../../domain/articles/article-schemas.ts'
import { leadCancelSchema } from '../../../domain/estimates/estimate-schemas.ts'
import { reasonSchema } from '../../../domain/experts/registration-schemas.ts'
import { decisionSchema } from '../../../domain/moderation/schemas.ts'
import { mailReasonSchema } from '../../../domain/operations/mail-schemas.ts'
import type { DeskQueue } from '../../../domain/operations/desk-input.ts'
import { supportDeskReplySchema } from '../../../domain/support/support-schemas.ts'
import type { ReasonSchema } from './desk-action.server.ts'

const proof = z.object({ reason: reasonSchema })

/** Of each queue, what a reason that goes to those concerned must be. */
export const reasonSchemas: Readonly<Record<DeskQueue, ReasonSchema>> = {
	experts: proof,
	credentials: proof,
	offices: proof,
	claims: proof,
	articles: articleReasonSchema,
	reports: decisionSchema,
	appeals: decisionSchema,
	contacts: supportDeskReplySchema,
	leads: leadCancelSchema,
	mail: mailReasonSchema,
}
