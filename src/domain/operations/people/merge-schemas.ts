import { z } from 'zod'
import { text } from '../../questions/schemas.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { mergeReason } from './merge-input.ts'

const reason = text('理由', mergeReason)

export const mergeRequestSchema = z.object({ into: text('残すアカウント', { min: 1, max: 254 }, cleanLine), reason })
export const mergeDecisionSchema = z.object({ verdict: z.enum(['grant', 'refuse']).catch('refuse'), reason })
