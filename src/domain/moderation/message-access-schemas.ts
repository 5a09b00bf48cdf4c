import { z } from 'zod'
import { text } from '../questions/schemas.ts'
import { betweenFields } from '../shared/parse-input.ts'
import { addDays, isCalendarDay, isoDay } from '../shared/japan-time.ts'
import { cleanLine } from '../shared/text-input.ts'
import { accessGrounds, accessLengths as lengths, type OpeningGround, threadKinds } from './message-access-input.ts'

const day = (message: string) => z.string().refine((typed) => typed === '' || isCalendarDay(typed), message)

const groundOf = (typed: string) => accessGrounds.find(({ value }) => value === typed)

/** What staff state when they ask to open a thread. `now` decides which days are in the future. */
export const messageAccessSchema = (now: Date) => {
	const today = isoDay(now)
	return z
		.object({
			kind: z.enum(
				threadKinds.map(({ value }) => value),
				{ error: 'やり取りの種類を選んでください。' },
			),
			subjectId: z
				.string()
				.transform((typed) => typed.normalize('NFKC').trim())
				.refine((typed) => /^[1-9]\d{0,8}$/.test(typed), 'やり取りの番号を、数字で入力してください。')
				.transform(Number),
			ground: z.enum(
				accessGrounds.map(({ value }) => value),
				{ error: '法律の根拠を選んでください。' },
			),
			authority: text('発した機関・同意した方', lengths.authority, cleanLine),
			reference: text('文書の番号', lengths.reference, cleanLine),
			issuedOn: day('日付を確かめてください。').refine(
				(typed) => typed !== '' && typed <= today,
				'文書の日付は、今日までの日付を入力してください。',
			),
			explanation: text('開く範囲と理由', lengths.explanation),
			noticeDelayedUntil: day('日付を確かめてください。').transform((typed) => (typed === '' ? null : typed)),
		})
		.check(
			betweenFields(['ground'], (given, report) => {
				if (!groundOf(given.ground)?.opens)
					report(
						'ground',
						'この照会では、通信の秘密に当たる内容を開けません（電気通信事業法第4条）。令状か裁判所の命令によるよう、照会元に回答してください。',
					)
			}),
			betweenFields(['ground', 'noticeDelayedUntil'], (given, report) => {
				const { maxDelayDays } = groundOf(given.ground) ?? { maxDelayDays: 0 }
				if (given.noticeDelayedUntil === null) return
				if (given.noticeDelayedUntil > addDays(today, maxDelayDays))
					report(
						'noticeDelayedUntil',
						maxDelayDays === 0
							? 'この根拠では、双方への通知を遅らせられません。空欄にしてください。'
							: `この根拠で通知を遅らせられるのは、${maxDelayDays}日後までです。`,
					)
				else if (given.noticeDelayedUntil < today) report('noticeDelayedUntil', '通知を遅らせる日は、今日からの日付を入力してください。')
			}),
		)
		.transform((given) => ({ ...given, ground: given.ground as OpeningGround }))
}
export type MessageAccessInput = z.output<ReturnType<typeof messageAccessSchema>>

export const accessDecisionSchema = z.object({
	verdict: z.enum(['approved', 'refused'], { error: '承認するか、しないかを選んでください。' }),
	reason: text('判断の理由', lengths.reason),
})
