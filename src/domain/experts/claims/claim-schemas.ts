import { z } from 'zod'
import { betweenFields } from '../../shared/parse-input.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { claimProofs, MAILBOX_LENGTH } from './claim-input.ts'

/** A claim as its form sends it. Which office it is, is checked against the number again. */
export const claimSchema = z
	.object({
		officeId: z.coerce.number().int().min(1).max(0x7fffffff),
		number: z.string().max(40).transform(cleanLine),
		proof: z.enum(claimProofs, { error: '確認の方法を選んでください。' }),
		mailbox: z
			.string()
			.default('')
			.transform((typed) => cleanLine(typed).normalize('NFKC').toLowerCase()),
	})
	.check(
		betweenFields(['proof', 'mailbox'], ({ proof, mailbox }, report) => {
			if (proof === 'mail' && !/^[a-z0-9](?:[a-z0-9._+-]*[a-z0-9])?$/.test(mailbox))
				report('mailbox', '「@」より前の部分を、半角の英数字で入力してください。')
			else if (mailbox.length > MAILBOX_LENGTH) report('mailbox', `「@」より前の部分は${MAILBOX_LENGTH}文字以内です。`)
		}),
	)
export type ClaimInput = z.output<typeof claimSchema>

export const claimCodeSchema = z.object({
	claimId: z.coerce.number().int().min(1).max(0x7fffffff),
	code: z
		.string()
		.transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/g, ''))
		.refine((typed) => /^\d{8}$/.test(typed), '確認コードは8桁の数字です。'),
})
