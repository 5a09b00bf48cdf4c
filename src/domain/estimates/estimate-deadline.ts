import { businessDeadline } from '../shared/business-hours.ts'

/** Business hours that an office has to answer. */
export const ANSWER_HOURS = 48

/** When an office must have answered a request that was delivered at a moment. */
export const answerDeadline = (deliveredAt: Date): Date => businessDeadline(deliveredAt, ANSWER_HOURS)
