import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SendResult } from './webhook-sender.ts'

const WITHIN_MS = 10_000

/** Somebody has added the site's account as a friend, or has blocked it. */
export type LineEvent = { kind: 'follow' | 'unfollow'; lineUserId: string; at: Date }

export type LineMessages = {
	/** The account's id, such as `@123abcde`, by which people add it. */
	botId: string
	/** Sends one text. LINE delivers a repeated call with the same key (a UUID) once, and then answers 409. */
	send: (to: string, text: string, retryKey: string) => Promise<SendResult>
	/** The events of a webhook call; null where its signature is not LINE's. Kinds that mean nothing here are left out. */
	readEvents: (body: Buffer, signature: string) => LineEvent[] | null
}

const eventsSchema = z.object({
	events: z.array(z.object({ type: z.string(), timestamp: z.number(), source: z.object({ userId: z.string().optional() }).optional() })),
})

/** LINE's Messaging API, for a channel of the provider that also has the channel of LINE Login: people have the same ids in both. */
export function createLineMessages(settings: {
	accessToken: string
	channelSecret: string
	botId: string
	apiOrigin: string
}): LineMessages {
	const { accessToken, channelSecret, botId, apiOrigin } = settings
	return {
		botId,
		async send(to, text, retryKey) {
			try {
				const response = await fetch(new URL('/v2/bot/message/push', apiOrigin), {
					method: 'POST',
					redirect: 'error',
					signal: AbortSignal.timeout(WITHIN_MS),
					headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'x-line-retry-key': retryKey },
					body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
				})
				await response.body?.cancel()
				return { status: response.status }
			} catch (error) {
				return { failure: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection' }
			}
		},
		readEvents(body, signature) {
			const expected = createHmac('sha256', channelSecret).update(body).digest()
			const given = Buffer.from(signature, 'base64')
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
			const parsed = eventsSchema.safeParse(jsonOf(body))
			const events = parsed.success ? parsed.data.events : []
			return events.flatMap(({ type, timestamp, source }) =>
				(type === 'follow' || type === 'unfollow') && source?.userId !== undefined
					? [{ kind: type, lineUserId: source.userId, at: new Date(timestamp) }]
					: [],
			)
		},
	}
}

function jsonOf(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'))
	} catch {
		return null
	}
}
