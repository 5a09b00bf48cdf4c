import { z } from 'zod'

/** Settings of mails that come in: reports of what became of ours, and answers to notices. */
export const incomingMailSettings = {
	MAIL_REPORT_TOKEN: z
		.string()
		.min(16, 'a token of 16 characters or more')
		.optional()
		.meta({ secret: true })
		.describe('Takes bounces and complaints at `/webhooks/mail` from a mail server that sends this bearer token.'),
	INBOUND_MAIL_DOMAIN: z
		.string()
		.regex(/^(?=.{4,150}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'a domain such as reply.shirube.example')
		.transform((value) => value.toLowerCase())
		.optional()
		.describe(
			'Domain whose mails the operator’s mail server hands to `/webhooks/replies`. Notices of cases can then be answered by mail; off when unset.',
		),
	INBOUND_MAIL_SECRET: z
		.string()
		.regex(/^[\x21-\x7e]{32,200}$/, 'a secret of 32 characters or more without blanks')
		.optional()
		.meta({ secret: true })
		.describe('Secret that the mail server proves itself with, needed with `INBOUND_MAIL_DOMAIN`; `npm run receive-mail` reads it too.'),
	INBOUND_MAIL_AUTHSERV_ID: z
		.string()
		.regex(/^[A-Za-z0-9._-]{1,253}$/, 'a name such as mx.shirube.example')
		.transform((value) => value.toLowerCase())
		.optional()
		.describe(
			'Name under which the mail server writes `Authentication-Results`. When set, only mails are taken that it found to be from their sender (DMARC, or SPF or DKIM of the same domain).',
		),
} as const
