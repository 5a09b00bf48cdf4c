import { composeCards, composeStorage, composeWebhooks, mailFolder } from './compose-outside.ts'
import type { Config } from './config.ts'
import type { Accounts } from './domain/accounts/accounts-context.ts'
import { createKeyCache } from './domain/accounts/sign-in/signing-keys.ts'
import type { Services } from './domain/shared/context.ts'
import { mailQueue } from './jobs/send-mail.ts'
import { createCommonWords } from './platform/common-words.ts'
import { createFacebookSignIn } from './platform/facebook-sign-in.ts'
import { createGoogleSignIn } from './platform/google-sign-in.ts'
import { createLineMessages } from './platform/line-messages.ts'
import { createLineSignIn } from './platform/line-sign-in.ts'
import type { Log } from './platform/log.ts'
import { listKeptMails } from './platform/mail.ts'
import { createPasswordHasher } from './platform/password.ts'
import type { Queue } from './platform/queue.ts'
import { createEncryptor } from './platform/token.ts'

type Deps = { config: Config; queue: Pick<Queue, 'enqueue'>; secretKey: string; log: Log }

/** Files, encryption and mail as the settings want them, made once for each app. */
export function composeServices({ config, queue, secretKey }: Omit<Deps, 'log'>): Services {
	const encryptor = createEncryptor(secretKey)
	return {
		storage: composeStorage(config),
		encryptor,
		enqueueMail: mailQueue(queue, encryptor),
		cards: composeCards(config),
		webhooks: composeWebhooks(config),
		vapidKeys: config.vapidKeys,
		line: config.lineMessages && createLineMessages(config.lineMessages),
	}
}

/** What signing in needs, made once for each app from the settings. */
export function composeAccounts({ config, log }: Pick<Deps, 'config' | 'log'>): Accounts {
	const folder = mailFolder(config)
	return {
		issuer: `${config.publicUrl}/api/identity`,
		audience: 'shirube',
		hideAccountExistence: config.hideAccountExistence,
		sessionIdleDays: config.sessionIdleDays,
		passwords: createPasswordHasher(),
		wordBits: createCommonWords(),
		keys: createKeyCache(),
		providers: {
			...(config.google ? { google: createGoogleSignIn(config.google) } : {}),
			...(config.facebook ? { facebook: createFacebookSignIn(config.facebook) } : {}),
			...(config.line ? { line: createLineSignIn({ ...config.line, offersFriend: config.lineMessages !== null }) } : {}),
		},
		reportFault: (error) => log.warn({ err: error }, 'sign-in provider'),
		mailbox: config.openDemo && folder !== null ? () => listKeptMails(folder) : null,
	}
}
