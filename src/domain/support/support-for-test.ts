import { parseInput } from '../shared/parse-input.ts'
import { newKey } from '../questions/questions-for-test.ts'
import { type SupportRequestInput, supportRequestSchema } from './support-schemas.ts'

/** Parsed input of the form of a category; by default a claim about a question. */
export const supportInput = (values: Record<string, unknown> = {}): SupportRequestInput =>
	parseInput(supportRequestSchema({ kind: 'visitor' }), {
		category: 'rights',
		senderName: '権田 利子',
		email: 'claimant@example.com',
		page: '/qa/1',
		topic: 'privacy',
		claimant: 'self',
		body: '質問の本文に、わたしの氏名と勤め先が書かれています。',
		clientKey: newKey(),
		...values,
	})
