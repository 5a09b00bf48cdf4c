import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { issueDocument } from '../src/domain/billing/invoices.ts'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { createFileStorage } from '../src/platform/storage.ts'
import { createStripeCards } from '../src/platform/stripe-cards.ts'
import { createEncryptor } from '../src/platform/token.ts'
import { createWebhookSender } from '../src/platform/webhook-sender.ts'
import { startStripePeer, type StripePeer } from '../test/stripe-peer.ts'

/**
 * `node drills/card-charges.ts [KILLS]`: kills the process that charges cards with SIGKILL, between Stripe's answer and the commit,
 * a hundred times or as often as asked. Then every invoice must be paid once, the stand-in for Stripe must have charged exactly
 * what was booked, and the ledger must balance. Ends with exit code 1 otherwise.
 */
const kills = Number(process.argv[2] ?? 100)
const PRICE = 9_800
/** From the answer to somewhere within the work that follows it. */
const MOST_DELAY_MS = 12

const log = createLog('error')
const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log })
const peer = await startStripePeer()
try {
	const { db, close } = await openDatabase<Database>({ url: postgres.url, poolSize: 3, log })
	await migrateToLatest(db)
	const begun = Date.now()
	await makeInvoices(db, peer, kills)
	const done = await killWhileCharging(db)
	const faults = await check(db)
	await close()
	console.log(`${done} kills in ${Math.round((Date.now() - begun) / 1_000)} s, ${faults.length} faults`)
	for (const fault of faults) console.error(fault)
	process.exitCode = faults.length === 0 ? 0 : 1
} finally {
	await peer.close()
	await postgres.stop()
	await rm(dataDir, { recursive: true, force: true })
}

async function makeInvoices(db: Kysely<Database>, stripe: StripePeer, count: number): Promise<void> {
	const cards = createStripeCards({
		secretKey: 'sk_test_forDrills',
		webhookSecret: 'x',
		api: stripe.origin,
		siteUrl: 'https://drill.example',
	})
	const now = () => new Date()
	for (let index = 0; index < count; index += 1) {
		const { id: userId } = await db
			.insertInto('users')
			.values({ uid: `drill-${index}`, email: null, first_name: '', last_name: '', created_at: now() })
			.returning('id')
			.executeTakeFirstOrThrow()
		await db
			.insertInto('billing_profiles')
			.values({ user_id: userId, addressee: `事務所${index}`, payer_kana: 'ジムショ', updated_at: now() })
			.execute()
		const customerId = await cards.createCustomer({ key: `customer-${userId}`, userId })
		await db
			.insertInto('card_customers')
			.values({
				user_id: userId,
				customer_id: customerId,
				payment_method_id: stripe.saveCard(customerId),
				created_at: now(),
				updated_at: now(),
			})
			.execute()
		await db.transaction().execute((trx) =>
			issueDocument(
				{
					db: trx,
					now,
					viewer: { kind: 'visitor' },
					site: { name: 'drill', publicUrl: 'https://drill.example' },
					storage: createFileStorage(dataDir),
					encryptor: createEncryptor('a secret for drills, long enough for all'),
					enqueueMail: async () => undefined,
					cards: null,
					webhooks: createWebhookSender(),
					vapidKeys: null,
					line: null,
				} satisfies Ctx,
				{
					userId,
					subscriptionId: null,
					addressee: `事務所${index}`,
					eventKey: `drill:${index}`,
					lines: [{ name: 'プラン', from: '2026-11-01', to: '2026-12-01', amount: PRICE, percent: 10 }],
				},
			),
		)
	}
}

/** Starts a worker, kills it after its next charge, and goes on until every invoice is settled. Returns how many were killed. */
async function killWhileCharging(db: Kysely<Database>): Promise<number> {
	let worker = start()
	let count = 0
	peer.onAnswer((request) => {
		if (request !== 'POST /v1/payment_intents' || count >= kills || worker.killed) return
		const victim = worker
		setTimeout(() => victim.kill('SIGKILL') && (count += 1), Math.random() * MOST_DELAY_MS)
	})
	const until = Date.now() + 60_000 + kills * 10_000
	while (Date.now() < until && !(await isSettled(db))) {
		if (worker.killed) {
			if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
			worker = start()
		}
		await delay(20)
	}
	worker.kill('SIGKILL')
	return count
}

function start(): ChildProcess {
	return fork(path.join(import.meta.dirname, 'card-worker.ts'), [postgres.url, peer.origin], { stdio: 'inherit' })
}

async function isSettled(db: Kysely<Database>): Promise<boolean> {
	const open = await db
		.selectFrom('invoices')
		.select('id')
		.where(sql<boolean>`paid_amount < total`)
		.limit(1)
		.executeTakeFirst()
	return open === undefined
}

async function check(db: Kysely<Database>): Promise<string[]> {
	const faults: string[] = []
	const expectEqual = (what: string, found: number, expected: number) => {
		if (found !== expected) faults.push(`${what}: ${found} instead of ${expected}`)
	}
	const sumOf = async (account: 'card' | 'receivable' | 'customer_credit') => {
		const row = await db
			.selectFrom('ledger_postings')
			.select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), eb.lit(0)).as('sum'))
			.where('account', '=', account)
			.executeTakeFirstOrThrow()
		return Number(row.sum)
	}
	expectEqual('charged at Stripe', peer.received(), kills * PRICE)
	expectEqual('charges at Stripe', peer.listOf('charge').length, kills)
	expectEqual('booked as card', await sumOf('card'), kills * PRICE)
	expectEqual('still owed', await sumOf('receivable'), 0)
	expectEqual('paid twice', await sumOf('customer_credit'), 0)
	const states = await db.selectFrom('card_charges').select('state').where('state', '<>', 'succeeded').execute()
	expectEqual('charges not settled', states.length, 0)
	return faults
}
