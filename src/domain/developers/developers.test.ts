import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import type { SendResult, WebhookSender } from '../../platform/webhook-sender.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { hours } from '../shared/japan-time.ts'
import { exportFromDevelopers, withdrawFromDevelopers } from './developers-personal.ts'
import { endpointInput, makeOwner, tokenInput } from './developers-for-test.ts'
import { createToken, findTokenHolder, listTokens, revokeToken } from './tokens.ts'
import { recordWebhookEvent } from './webhook-events.ts'
import { DISABLE_AFTER_DAYS, PREVIOUS_SECRET_HOURS, RETRY_PAUSES } from './webhook-kinds.ts'
import { sendWebhook } from './webhook-sending.ts'
import {
	addEndpoint,
	enableEndpoint,
	getEndpoint,
	listDeliveries,
	listEndpoints,
	purgeWebhookLog,
	removeEndpoint,
	renewSecret,
	replayDelivery,
	sendTestEvent,
	setEndpointKinds,
} from './webhooks.ts'

describe('tokens', () => {
	test('are shown once, stored as a hash, and name their account without any role', () =>
		withCtx(async (ctx) => {
			const { owner, userId } = await makeOwner(ctx)
			await ctx.db.insertInto('staff_roles').values({ user_id: userId, role: 'admin' }).execute()
			const token = await createToken(await owner(), tokenInput(), null)
			expect(token).toMatch(/^shirube_[\w-]{43}$/)
			const stored = await sql<{ row: string }>`select t::text as row from api_tokens t`.execute(ctx.db)
			expect(stored.rows[0]?.row).not.toContain(token.slice(20))
			const holder = await findTokenHolder(ctx, token)
			expect(holder).toMatchObject({ isAsleep: false, viewer: { userId, roles: [] }, token: { scopes: ['read:leads'] } })
			const [listed] = (await listTokens(await owner())).tokens
			expect(token.startsWith(listed?.hint ?? 'x')).toBe(true)
			expect(listed?.lastUsedAt).toEqual(ctx.now())
		}))

	test('end by revoking, by expiry and with the account, and those of others are not found', () =>
		withCtx(async (ctx) => {
			const { owner, userId } = await makeOwner(ctx)
			const token = await createToken(await owner(), tokenInput({ days: 30 }), null)
			const later = { ...ctx, now: () => new Date(ctx.now().getTime() + hours(24 * 30)) }
			expect(await findTokenHolder(later, token)).toBeNull()
			const [listed] = (await listTokens(await owner())).tokens
			const other = await makeOwner(ctx)
			await expect(revokeToken(await other.owner(), listed?.id ?? 0)).rejects.toMatchObject({ kind: 'not-found' })
			await revokeToken(await owner(), listed?.id ?? 0)
			await revokeToken(await owner(), listed?.id ?? 0)
			expect(await findTokenHolder(ctx, token)).toBeNull()
			const second = await createToken(await owner(), tokenInput(), null)
			expect(await exportFromDevelopers(ctx, { id: userId })).toMatchObject({ apiTokens: [{ scopes: ['read:leads'] }, {}] })
			expect(JSON.stringify(await exportFromDevelopers(ctx, { id: userId }))).not.toContain(second.slice(20))
			await withdrawFromDevelopers(ctx, { id: userId })
			expect(await findTokenHolder(ctx, second)).toBeNull()
			const kinds = await ctx.db.selectFrom('auth_events').select('kind').where('kind', 'like', 'api-token%').orderBy('id').execute()
			expect(kinds.map(({ kind }) => kind)).toEqual(['api-token-created', 'api-token-revoked', 'api-token-created'])
		}))

	test('sleep while the plan has none and work again with it', () =>
		withCtx(async (ctx) => {
			const { owner, userId } = await makeOwner(ctx)
			const token = await createToken(await owner(), tokenInput(), null)
			for (const plan of ['standard', null] as const) {
				await setAccountPlan(ctx, userId, plan && { plan, until: null })
				expect(await findTokenHolder(ctx, token)).toMatchObject({ isAsleep: true })
				await expect(createToken(await owner(), tokenInput(), null)).rejects.toMatchObject({ code: 'api/plan-required' })
			}
			await setAccountPlan(ctx, userId, { plan: 'pro', until: null })
			expect(await findTokenHolder(ctx, token)).toMatchObject({ isAsleep: false })
		}))

	test('take a fresh login, and one form makes one', () =>
		withCtx(async (ctx) => {
			const { owner, site } = await makeOwner(ctx)
			const input = tokenInput()
			await createToken(await owner(), input, null)
			await expect(createToken(await owner(), input, null)).rejects.toMatchObject({ kind: 'conflict' })
			expect((await listTokens(await owner())).tokens).toHaveLength(1)
			site.clock.pass(6)
			await expect(createToken(await owner(), tokenInput(), null)).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
		}))

	test('cost one statement to check, the plan included', () =>
		withCtx(async (ctx) => {
			const { owner } = await makeOwner(ctx)
			const token = await createToken(await owner(), tokenInput(), null)
			await findTokenHolder(ctx, token)
			const executed: string[] = []
			const counting = ctx.db.withPlugin({
				transformQuery({ node }) {
					executed.push(node.kind)
					return node
				},
				transformResult: ({ result }) => Promise.resolve(result),
			})
			expect(await findTokenHolder({ ...ctx, db: counting }, token)).not.toBeNull()
			expect(executed).toEqual(['RawNode'])
		}))
})

/** A receiver that answers as it is told and remembers what it got. */
function aReceiver(...results: SendResult[]) {
	const received: { url: string; headers: Readonly<Record<string, string>>; body: string }[] = []
	const webhooks: WebhookSender = {
		accepts: () => true,
		read: () => Promise.reject(new Error('nothing is read')),
		send(url, message) {
			received.push({ url, headers: message.headers, body: message.body.toString() })
			return Promise.resolve(results[Math.min(received.length, results.length) - 1] ?? { status: 200 })
		},
	}
	return { received, webhooks }
}

const lead = (officeId: number, id = 1) => ({
	kind: 'lead.created' as const,
	subject: `estimate:${id}`,
	data: { leadId: id },
	to: { officeId },
})

async function waiting(ctx: TestCtx): Promise<number[]> {
	const rows = await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()
	return rows.flatMap(({ event }) => (event.event === 'webhook.waiting' ? [event.deliveryId] : []))
}

describe('webhooks', () => {
	test('are recorded once for each that wants the event, in the transaction of what happened', () =>
		withCtx(async (ctx) => {
			const { owner, officeId } = await makeOwner(ctx)
			const other = await makeOwner(ctx)
			const { id } = await addEndpoint(await owner(), endpointInput(), null)
			await addEndpoint(await owner(), endpointInput({ kinds: ['invoice.paid'] }), null)
			await addEndpoint(await other.owner(), endpointInput(), null)
			await recordWebhookEvent(ctx, lead(officeId))
			await recordWebhookEvent(ctx, lead(officeId))
			expect(await waiting(ctx)).toHaveLength(1)
			expect((await listDeliveries(await owner(), id, null)).items).toMatchObject([{ kind: 'lead.created', state: 'waiting' }])
			await expect(listDeliveries(await other.owner(), id, null)).rejects.toMatchObject({ kind: 'not-found' })
		}))

	test('are signed so that the package of the specification verifies them, by both secrets for a day after a renewal', () =>
		withCtx(async (ctx) => {
			const { received, webhooks } = aReceiver()
			const { owner, officeId } = await makeOwner(ctx, { webhooks })
			const { id, secret } = await addEndpoint(await owner(), endpointInput(), null)
			const renewed = await renewSecret(await owner(), id, null)
			await recordWebhookEvent(ctx, lead(officeId))
			const [deliveryId = 0] = await waiting(ctx)
			await sendWebhook({ ...ctx, webhooks }, deliveryId, async () => undefined)
			const [first] = received
			if (!first) throw new Error('nothing was sent')
			for (const one of [secret, renewed]) {
				const signatures = first.headers['webhook-signature'] ?? ''
				expect(signatures.split(' ')).toHaveLength(2)
				// The clock of the test is not that of the package.
				const verified = new Webhook(one).sign(first.headers['webhook-id'] ?? '', ctx.now(), first.body)
				expect(signatures).toContain(verified)
			}
			expect(JSON.parse(first.body)).toEqual({ type: 'lead.created', timestamp: ctx.now().toISOString(), data: { leadId: 1 } })
			const later = { ...ctx, webhooks, now: () => new Date(ctx.now().getTime() + hours(PREVIOUS_SECRET_HOURS)) }
			await replayDelivery(await owner(), id, deliveryId)
			await sendWebhook(later, deliveryId, async () => undefined)
			expect(received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
			expect(received[1]?.headers['webhook-id']).toBe(first.headers['webhook-id'])
			// Delivered: nothing more is sent.
			await sendWebhook(later, deliveryId, async () => undefined)
			expect(received).toHaveLength(2)
		}))

	test('are tried again with growing pauses, then disabled with one notice, and can be enabled and replayed', () =>
		withCtx(async (ctx) => {
			const { received, webhooks } = aReceiver({ status: 500 }, { failure: 'timeout' })
			const { owner, officeId, site } = await makeOwner(ctx, { webhooks })
			const { id } = await addEndpoint(await owner(), endpointInput(), null)
			await recordWebhookEvent(ctx, lead(officeId))
			const [deliveryId = 0] = await waiting(ctx)
			let at: Date | null = ctx.now()
			const pauses: number[] = []
			let sentEarly: number | null = null
			while (at !== null) {
				const now = at
				at = null
				await sendWebhook({ ...ctx, webhooks, now: () => now }, deliveryId, (_trx, _id, next) => {
					pauses.push((next.getTime() - now.getTime()) / 1_000)
					at = next
					return Promise.resolve()
				})
				// Before its time nothing is sent.
				if (received.length === 1) {
					await sendWebhook({ ...ctx, webhooks, now: () => new Date(now.getTime() - hours(1)) }, deliveryId, async () => undefined)
					sentEarly = received.length - 1
				}
			}
			expect(sentEarly).toBe(0)
			const days = pauses.reduce((sum, seconds) => sum + seconds, 0) / 86_400
			expect(pauses).toEqual(RETRY_PAUSES.slice(0, pauses.length))
			expect(days).toBeGreaterThanOrEqual(DISABLE_AFTER_DAYS)
			const events = await ctx.db.selectFrom('pending_events').select('event').execute()
			expect(events.filter(({ event }) => event.event === 'notice' && event.kind === 'webhook')).toHaveLength(1)
			expect(await getEndpoint(await owner(), id)).toMatchObject({ disabledAt: expect.any(Date) })
			await recordWebhookEvent(ctx, lead(officeId, 2))
			expect(await waiting(ctx)).toHaveLength(1)
			site.clock.pass(1)
			await enableEndpoint(await owner(), id)
			await replayDelivery(await owner(), id, deliveryId)
			expect(await getEndpoint(await owner(), id)).toMatchObject({ disabledAt: null, failingSince: null })
			expect((await listDeliveries(await owner(), id, null)).items[0]).toMatchObject({ state: 'waiting', attemptCount: 0 })
		}))

	test('stop at once when the receiver says that it is gone', () =>
		withCtx(async (ctx) => {
			const { webhooks } = aReceiver({ status: 410 })
			const { owner } = await makeOwner(ctx, { webhooks })
			const { id } = await addEndpoint(await owner(), endpointInput(), null)
			await sendTestEvent(await owner(), id, 'a-key-of-one-test')
			await sendTestEvent(await owner(), id, 'a-key-of-one-test')
			const [deliveryId = 0, ...others] = await waiting(ctx)
			expect(others).toEqual([])
			await sendWebhook({ ...ctx, webhooks }, deliveryId, () => Promise.reject(new Error('tried again')))
			expect(await getEndpoint(await owner(), id)).toMatchObject({ disabledAt: ctx.now() })
			expect((await listDeliveries(await owner(), id, null)).items).toMatchObject([{ state: 'failed', lastStatus: 410 }])
		}))

	test('sleep while the plan has none: nothing is recorded, and what waits is not sent', () =>
		withCtx(async (ctx) => {
			const { received, webhooks } = aReceiver()
			const { owner, officeId, userId } = await makeOwner(ctx, { webhooks })
			await addEndpoint(await owner(), endpointInput(), null)
			await recordWebhookEvent(ctx, lead(officeId))
			await setAccountPlan(ctx, userId, { plan: 'standard', until: null })
			await recordWebhookEvent(ctx, lead(officeId, 2))
			const [deliveryId = 0, ...others] = await waiting(ctx)
			expect(others).toEqual([])
			await sendWebhook({ ...ctx, webhooks }, deliveryId, async () => undefined)
			expect(received).toEqual([])
			expect(await listEndpoints(await owner())).toHaveLength(1)
		}))

	test('go to no private address, change only by their owner, and their log ends after 30 days', () =>
		withCtx(async (ctx) => {
			const { owner } = await makeOwner(ctx)
			await expect(addEndpoint(await owner(), endpointInput({ url: 'https://169.254.169.254/' }), null)).rejects.toMatchObject({
				fields: { url: expect.any(String) },
			})
			const { id } = await addEndpoint(await owner(), endpointInput(), null)
			await sendTestEvent(await owner(), id, 'a-key-of-one-test')
			const other = await makeOwner(ctx)
			const stranger = await other.owner()
			await expect(setEndpointKinds(stranger, id, ['invoice.paid'])).rejects.toMatchObject({ kind: 'not-found' })
			await expect(renewSecret(stranger, id, null)).rejects.toMatchObject({ kind: 'not-found' })
			await expect(sendTestEvent(stranger, id, 'a-key-of-two-tests')).rejects.toMatchObject({ kind: 'not-found' })
			await removeEndpoint(stranger, id)
			expect(await listEndpoints(await owner())).toHaveLength(1)
			await ctx.db.updateTable('webhook_deliveries').set({ state: 'delivered', next_try_at: null }).execute()
			await purgeWebhookLog({ db: ctx.db, now: () => new Date(ctx.now().getTime() + hours(24 * 31)) })
			expect((await listDeliveries(await owner(), id, null)).items).toEqual([])
			await removeEndpoint(await owner(), id)
			expect(await listEndpoints(await owner())).toEqual([])
		}))
})
