import { z } from 'zod'
import { clientKeySchema } from '../shared/schemas.ts'
import { cleanLine } from '../shared/text-input.ts'
import { scopes, TOKEN_NAME_MAX, tokenDays } from './scopes.ts'
import { WEBHOOK_URL_MAX, webhookKinds } from './webhook-kinds.ts'

export const tokenSchema = z.object({
	name: z
		.string()
		.transform(cleanLine)
		.pipe(
			z
				.string()
				.min(1, 'トークンの名前を入力してください。')
				.max(TOKEN_NAME_MAX, `トークンの名前は${TOKEN_NAME_MAX}文字以内で入力してください。`),
		),
	scopes: z
		.array(z.enum(scopes))
		.min(1, 'トークンでできることを、1つ以上選んでください。')
		.transform((all) => [...new Set(all)]),
	days: z
		.string()
		.transform(Number)
		.pipe(z.literal(tokenDays, { error: '有効期間を選んでください。' })),
	clientKey: clientKeySchema,
})
export type TokenInput = z.output<typeof tokenSchema>

export const endpointSchema = z.object({
	url: z
		.string()
		.transform(cleanLine)
		.pipe(
			z
				.string()
				.min(1, '送信先のURLを入力してください。')
				.max(WEBHOOK_URL_MAX, `送信先のURLは${WEBHOOK_URL_MAX}文字以内で入力してください。`),
		),
	kinds: z
		.array(z.enum(webhookKinds))
		.min(1, '受け取るイベントを、1つ以上選んでください。')
		.transform((all) => [...new Set(all)]),
	clientKey: clientKeySchema,
})
export type EndpointInput = z.output<typeof endpointSchema>
