import type Stripe from 'stripe'

/** What of a card may be shown. */
export type ShownCard = { paymentMethodId: string; brand: string; last4: string; expMonth: number; expYear: number }

/** A charge at Stripe. `failed` names why, in Stripe's codes; `open` waits for the customer or the bank. */
export type CardIntent = {
	id: string
	state: 'succeeded' | 'failed' | 'open'
	failureCode: string | null
	amount: number
	refunded: number
	/** Our id of the charge, as we sent it. */
	chargeId: number | null
	createdAt: Date
}

export type CheckoutState = { state: 'open' | 'complete' | 'expired'; intentId: string | null; paymentMethodId: string | null }
export type CardRefund = { id: string; state: 'waiting' | 'succeeded' | 'failed'; refundId: number | null }
export type CardDispute = {
	id: string
	intentId: string | null
	amount: number
	reason: string
	status: string
	answerBy: Date | null
	/** Whether Stripe took the money away, gave it back, or the dispute was lost. */
	funds: 'kept' | 'withdrawn' | 'returned' | 'lost'
	openedAt: Date
}
export type CardEvent = { id: string; type: string; objectId: string; createdAt: Date }

/** Asked again later: no answer, too many requests, or a fault of Stripe's. The request may have been carried out. */
export class CardsUnavailable extends Error {}

/** Never succeeds as it was asked: the card or the customer is gone at Stripe. The message is its code. */
export class CardRefused extends Error {}

type Keyed = { key: string }
type Charge = Keyed & { customerId: string; amount: number; description: string; chargeId: number }

/**
 * Cards as billing needs them. Every write takes a `key`: asked again with the same key, Stripe does it once and answers as it
 * did the first time. Amounts in yen. Throws `CardsUnavailable` for what may pass.
 */
export type Cards = {
	createCustomer: (input: Keyed & { userId: string }) => Promise<string>
	beginSetup: (input: Keyed & { customerId: string; backTo: string }) => Promise<{ id: string; url: string }>
	beginPayment: (input: Charge & { backTo: string; expiresAt: Date }) => Promise<{ id: string; url: string }>
	findCheckout: (id: string) => Promise<CheckoutState>
	openPortal: (input: { customerId: string; backTo: string }) => Promise<string>
	/** Charges the card that the customer chose, without the customer. */
	charge: (input: Charge & { paymentMethodId: string }) => Promise<CardIntent>
	findIntent: (id: string) => Promise<CardIntent>
	/** The charge that was made for our id, looked for where its key may have been forgotten. */
	findIntentOf: (input: { customerId: string; chargeId: number; since: Date }) => Promise<CardIntent | null>
	/** The card that future charges use; null for none. */
	readCard: (customerId: string) => Promise<ShownCard | null>
	chooseCard: (input: Keyed & { customerId: string; paymentMethodId: string | null }) => Promise<void>
	/** Deletes a customer with the saved cards, also one that is gone already. Payments stay. */
	deleteCustomer: (customerId: string) => Promise<void>
	refund: (input: Keyed & { intentId: string; amount: number; refundId: number }) => Promise<CardRefund>
	findRefund: (id: string) => Promise<CardRefund>
	findDispute: (id: string) => Promise<CardDispute>
	/** Every charge of this site since a day. */
	listIntents: (since: Date) => AsyncIterable<CardIntent>
	/** The event of a webhook, or null where the signature is not Stripe's or older than five minutes. */
	readEvent: (body: Buffer, signature: string, now: Date) => Promise<CardEvent | null>
}

const TOLERANCE_SECONDS = 300
const TIMEOUT_MS = 20_000

/** With the first who pays by card. */
const loadLibrary = async () => (await import('stripe')).default

type Settings = { secretKey: string; webhookSecret: string; api: string; siteUrl: string }

/** Stripe by its official library. `siteUrl` marks what belongs to this site where one account serves several. */
export function createStripeCards({ secretKey, webhookSecret, api, siteUrl }: Settings): Cards {
	let made: Promise<Stripe> | undefined
	const client = () => (made ??= connect(secretKey, api))
	const connection: Connection = {
		client,
		async ask(request) {
			try {
				return await request(await client())
			} catch (error) {
				throw isPassing(error) ? new CardsUnavailable(messageOf(error), { cause: error }) : error
			}
		},
		mark: { site: siteUrl },
	}
	return { ...customerCalls(connection), ...pageCalls(connection), ...chargeCalls(connection), ...reportCalls(connection, webhookSecret) }
}

type Connection = {
	client: () => Promise<Stripe>
	/** Runs a request, with what may pass told apart from what will not. */
	ask: <T>(request: (stripe: Stripe) => Promise<T>) => Promise<T>
	/** What marks an object at Stripe as this site's. */
	mark: { site: string }
}

const intentMetadata = (mark: Connection['mark'], chargeId: number) => ({ ...mark, charge: `${chargeId}` })
const isOurs = ({ site }: Connection['mark'], { metadata }: { metadata: Stripe.Metadata }) => metadata['site'] === site

/** Customers and their cards. */
function customerCalls({
	ask,
	mark,
}: Connection): Pick<Cards, 'createCustomer' | 'openPortal' | 'readCard' | 'chooseCard' | 'deleteCustomer'> {
	let portal: Promise<string> | undefined
	return {
		createCustomer: ({ key, userId }) =>
			ask(async (stripe) => (await stripe.customers.create({ metadata: { ...mark, user: userId } }, { idempotencyKey: key })).id),
		openPortal: ({ customerId, backTo }) =>
			ask(async (stripe) => {
				portal ??= findPortal(stripe, mark).catch((error: unknown) => {
					portal = undefined
					throw error
				})
				const configuration = await portal
				const session = await stripe.billingPortal.sessions.create({
					customer: customerId,
					return_url: backTo,
					locale: 'ja',
					configuration,
				})
				return session.url
			}),
		readCard: (customerId) =>
			ask(async (stripe) => {
				const customer = await stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] })
				if (customer.deleted) return null
				const method = customer.invoice_settings.default_payment_method
				if (method === null || typeof method === 'string' || !method.card) return null
				const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
				return { paymentMethodId: method.id, brand, last4, expMonth, expYear }
			}),
		chooseCard: ({ key, customerId, paymentMethodId }) =>
			ask(async (stripe) => {
				await stripe.customers.update(
					customerId,
					{ invoice_settings: { default_payment_method: paymentMethodId ?? '' } },
					{ idempotencyKey: key },
				)
			}),
		deleteCustomer: (customerId) =>
			ask(async (stripe) => {
				await stripe.customers.del(customerId).catch((error: unknown) => {
					if ((error as StripeFailure).code !== 'resource_missing') throw error
				})
			}),
	}
}

/** Pages of Stripe where a customer saves a card or pays. */
function pageCalls({ ask, mark }: Connection): Pick<Cards, 'beginSetup' | 'beginPayment' | 'findCheckout'> {
	return {
		beginSetup: ({ key, customerId, backTo }) =>
			ask(async (stripe) =>
				opened(
					await stripe.checkout.sessions.create(
						{
							mode: 'setup',
							customer: customerId,
							allowed_payment_method_types: ['card'],
							success_url: backTo,
							cancel_url: backTo,
							locale: 'ja',
							metadata: mark,
						},
						{ idempotencyKey: key },
					),
				),
			),
		beginPayment: ({ key, customerId, amount, description, chargeId, backTo, expiresAt }) =>
			ask(async (stripe) =>
				opened(
					await stripe.checkout.sessions.create(
						{
							mode: 'payment',
							customer: customerId,
							allowed_payment_method_types: ['card'],
							line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: amount, product_data: { name: description } } }],
							payment_intent_data: { description, metadata: intentMetadata(mark, chargeId) },
							expires_at: Math.floor(expiresAt.getTime() / 1_000),
							success_url: backTo,
							cancel_url: backTo,
							locale: 'ja',
							metadata: intentMetadata(mark, chargeId),
						},
						{ idempotencyKey: key },
					),
				),
			),
		findCheckout: (id) =>
			ask(async (stripe) => {
				const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent'] })
				const setup = session.setup_intent
				return {
					state: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
					intentId: idOf(session.payment_intent),
					paymentMethodId: typeof setup === 'object' && setup !== null ? idOf(setup.payment_method) : null,
				}
			}),
	}
}

/** Charges without the customer, and the look at those that were made. */
function chargeCalls({ client, ask, mark }: Connection): Pick<Cards, 'charge' | 'findIntent' | 'findIntentOf' | 'listIntents'> {
	return {
		charge: ({ key, customerId, paymentMethodId, amount, description, chargeId }) =>
			ask(async (stripe) => {
				try {
					return intentOf(
						await stripe.paymentIntents.create(
							{
								amount,
								currency: 'jpy',
								customer: customerId,
								payment_method: paymentMethodId,
								allowed_payment_method_types: ['card'],
								off_session: true,
								confirm: true,
								description,
								metadata: intentMetadata(mark, chargeId),
							},
							{ idempotencyKey: key },
						),
					)
				} catch (error) {
					return refusedIntent(error)
				}
			}),
		findIntent: (id) => ask(async (stripe) => intentOf(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),
		findIntentOf: ({ customerId, chargeId, since }) =>
			ask(async (stripe) => {
				const found = stripe.paymentIntents.list({ customer: customerId, created: { gte: seconds(since) - 60 }, limit: 100 })
				for await (const intent of found) if (isOurs(mark, intent) && chargeIdOf(intent.metadata) === chargeId) return intentOf(intent)
				return null
			}),
		async *listIntents(since) {
			const stripe = await client()
			const all = stripe.paymentIntents.list({ created: { gte: seconds(since) }, limit: 100, expand: ['data.latest_charge'] })
			for await (const intent of all) if (isOurs(mark, intent)) yield intentOf(intent)
		},
	}
}

/** Money that goes back, and what Stripe reports. */
function reportCalls(
	{ client, ask, mark }: Connection,
	webhookSecret: string,
): Pick<Cards, 'refund' | 'findRefund' | 'findDispute' | 'readEvent'> {
	return {
		refund: ({ key, intentId, amount, refundId }) =>
			ask(async (stripe) =>
				refundOf(
					await stripe.refunds.create(
						{ payment_intent: intentId, amount, metadata: { ...mark, refund: `${refundId}` } },
						{ idempotencyKey: key },
					),
				),
			),
		findRefund: (id) => ask(async (stripe) => refundOf(await stripe.refunds.retrieve(id))),
		findDispute: (id) => ask(async (stripe) => disputeOf(await stripe.disputes.retrieve(id))),
		async readEvent(body, signature, now) {
			const stripe = await client()
			try {
				const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now.getTime())
				const { id = '' } = event.data.object as { id?: string }
				return { id: event.id, type: event.type, objectId: id, createdAt: new Date(event.created * 1_000) }
			} catch {
				return null
			}
		},
	}
}

async function connect(secretKey: string, api: string): Promise<Stripe> {
	const Library = await loadLibrary()
	const { protocol, hostname, port } = new URL(api)
	return new Library(secretKey, {
		// Our own job asks again, after the answer that was lost has been looked for.
		maxNetworkRetries: 0,
		timeout: TIMEOUT_MS,
		telemetry: false,
		host: hostname,
		port: port === '' ? 443 : Number(port),
		protocol: protocol === 'http:' ? 'http' : 'https',
	})
}

/** The portal that changes the card and nothing else; made once for a site. */
async function findPortal(stripe: Stripe, mark: Record<string, string>): Promise<string> {
	for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
		if (one.metadata?.['site'] === mark['site']) return one.id
	const made = await stripe.billingPortal.configurations.create(
		{ features: { payment_method_update: { enabled: true }, invoice_history: { enabled: false } }, metadata: mark },
		{ idempotencyKey: `portal-${mark['site'] ?? ''}` },
	)
	return made.id
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000)
const idOf = (one: string | { id: string } | null | undefined): string | null => (typeof one === 'string' ? one : (one?.id ?? null))
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function opened({ id, url }: Stripe.Checkout.Session): { id: string; url: string } {
	if (url === null) throw new Error(`checkout session ${id} has no address`)
	return { id, url }
}

/** What the library throws, read by its fields: its classes are only there once it is loaded. */
type StripeFailure = {
	type?: string
	statusCode?: number
	code?: string
	decline_code?: string
	payment_intent?: Stripe.PaymentIntent
}

function isPassing(error: unknown): boolean {
	const { type, statusCode } = (error ?? {}) as StripeFailure
	// 409: the same key is being worked on at this moment.
	return type === 'StripeConnectionError' || statusCode === 409 || statusCode === 429 || (statusCode ?? 0) >= 500
}

/** A refusal by the card's bank comes as an error with the intent in it. Throws `CardRefused` for a request that can never succeed. */
function refusedIntent(error: unknown): CardIntent {
	const { type, code, decline_code: declined, payment_intent: intent } = (error ?? {}) as StripeFailure
	if (type === 'StripeInvalidRequestError') throw new CardRefused(code ?? 'invalid_request', { cause: error })
	if (type !== 'StripeCardError' || !intent) throw error
	return { ...intentOf(intent), state: 'failed', failureCode: declined ?? code ?? 'card_declined' }
}

const chargeIdOf = (metadata: Stripe.Metadata): number | null => {
	const id = Number(metadata['charge'])
	return Number.isSafeInteger(id) && id > 0 ? id : null
}

function intentOf(intent: Stripe.PaymentIntent): CardIntent {
	const { id, status, amount, metadata, last_payment_error: error, latest_charge: charge, created } = intent
	return {
		id,
		state:
			status === 'succeeded'
				? 'succeeded'
				: status === 'canceled' || (status === 'requires_payment_method' && error?.code)
					? 'failed'
					: 'open',
		failureCode: error?.decline_code ?? error?.code ?? (status === 'canceled' ? 'canceled' : null),
		amount,
		refunded: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
		chargeId: chargeIdOf(metadata),
		createdAt: new Date(created * 1_000),
	}
}

function refundOf({ id, status, metadata }: Stripe.Refund): CardRefund {
	const refundId = Number(metadata?.['refund'])
	return {
		id,
		state: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting',
		refundId: Number.isSafeInteger(refundId) && refundId > 0 ? refundId : null,
	}
}

function disputeOf(dispute: Stripe.Dispute): CardDispute {
	const { id, amount, reason, status, created, balance_transactions: moves, payment_intent: intent, evidence_details: evidence } = dispute
	const moved = moves.reduce((sum, move) => sum + move.amount, 0)
	const wasTaken = moves.some((move) => move.amount < 0)
	return {
		id,
		intentId: idOf(intent),
		amount,
		reason,
		status,
		answerBy: evidence.due_by === null ? null : new Date(evidence.due_by * 1_000),
		funds: status === 'lost' && wasTaken ? 'lost' : moved < 0 ? 'withdrawn' : wasTaken ? 'returned' : 'kept',
		openedAt: new Date(created * 1_000),
	}
}
