import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The text of a secret as receivers configure it: `whsec_` and the base64 of its bytes. */
export const webhookSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`

/**
 * The headers of one attempt by the Standard Webhooks specification (standardwebhooks.com), signed with every secret that is
 * valid: after a renewal the receiver may still know only the previous one.
 */
export function signWebhook(message: { id: string; body: string; at: Date }, secrets: readonly string[]): Record<string, string> {
	const timestamp = String(Math.floor(message.at.getTime() / 1_000))
	const signed = `${message.id}.${timestamp}.${message.body}`
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
		return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
	})
	return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
