import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { workCards } from '../src/domain/billing/cards/card-work.ts'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { createFileStorage } from '../src/platform/storage.ts'
import { createStripeCards } from '../src/platform/stripe-cards.ts'
import { createEncryptor } from '../src/platform/token.ts'
import { createWebhookSender } from '../src/platform/webhook-sender.ts'

/** Processes cards until it is killed by drills/card-charges.ts. */
const [url = '', api = ''] = process.argv.slice(2)
const { db } = await openDatabase<Database>({ url, poolSize: 3, log: createLog('error') })
const ctx: Ctx = {
	db,
	now: () => new Date(),
	viewer: { kind: 'visitor' },
	site: { name: 'drill', publicUrl: 'https://drill.example' },
	storage: createFileStorage(tmpdir()),
	encryptor: createEncryptor('a secret for drills, long enough for all'),
	enqueueMail: async () => undefined,
	cards: createStripeCards({ secretKey: 'sk_test_forDrills', webhookSecret: 'whsec_forDrills', api, siteUrl: 'https://drill.example' }),
	webhooks: createWebhookSender(),
	vapidKeys: null,
	line: null,
}
process.on('disconnect', () => process.exit(0))
for (;;) {
	await workCards(ctx).catch((error: unknown) => console.error(error))
	await delay(20)
}
