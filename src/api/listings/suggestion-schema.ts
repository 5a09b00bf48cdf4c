import { z } from '@hono/zod-openapi'

export const suggestionSchema = z
	.object({
		kind: z.enum(['category', 'task', 'prefecture', 'municipality', 'station', 'office', 'expert']),
		id: z.int(),
		label: z.string(),
		detail: z.string(),
		path: z.string().describe('ページのパス。'),
	})
	.openapi('Suggestion')
