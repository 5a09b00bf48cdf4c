import { z } from '@hono/zod-openapi'

const common = { name: z.string(), law: z.string(), source: z.object({ title: z.string(), url: z.url() }) }

/** The notice below a text that may be out of date. */
export const freshnessSchema = z
	.object({
		changed: z
			.array(z.object({ ...common, was: z.string(), now: z.string(), since: z.iso.date() }))
			.describe('文章が示す数字のうち、その後に変わったもの。'),
		overdue: z
			.array(z.object({ ...common, value: z.string(), validFrom: z.iso.date(), renewalFrom: z.iso.date() }))
			.describe('改定の時期を過ぎ、新しい値がまだ載っていない数字。'),
		pending: z
			.array(z.object({ ...common, value: z.string(), pending: z.string() }))
			.describe('法令や公式の資料とまだ照合していない数字と、何によって書いたか。'),
		isOld: z.boolean().describe('1年以上前の法令や情報に基づくか。'),
	})
	.openapi('Freshness')
