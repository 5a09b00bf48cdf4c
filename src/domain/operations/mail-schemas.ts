import { z } from 'zod'
import { text } from '../questions/schemas.ts'

/** Why an address gets no mails any more, or gets them again. */
export const mailReasonSchema = z.object({ reason: text('理由', { min: 5, max: 500 }) })
