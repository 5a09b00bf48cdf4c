import { businessDeadline, DAY_HOURS } from '../shared/business-hours.ts'

/** Working days that an office has to answer. Pages always say the date as well. */
export const ANSWER_DAYS = 2

/** When an office must have answered a request that was delivered at a moment: two working days later, at the same hour. */
export const answerDeadline = (deliveredAt: Date): Date => businessDeadline(deliveredAt, ANSWER_DAYS * DAY_HOURS)
