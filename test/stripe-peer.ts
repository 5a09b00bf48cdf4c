import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fixtures from './stripe-fixtures.json' with { type: 'json' }
import { typeOfRequest } from './stripe-params.ts'

/** The fault of the next matching request: rejected before it is carried out, or carried out with the response lost. */
export type Fault = { on: string; kind: 'lost-answer' | 429 | 500; times?: number }
export type PeerEvent = { id: string; type: string; created: number; data: { object: { id: string } } }
type Item = Record<string, unknown> & { id: string }
type Answer = { status: number; body: object }

/** How a card behaves: its number on the page of Stripe, and what the bank says when it is charged without its owner. */
const cards: Readonly<Record<string, { brand: string; last4: string; refusal: string | null }>> = {
	'4242424242424242': { brand: 'visa', last4: '4242', refusal: null },
	'5555555555554444': { brand: 'mastercard', last4: '4444', refusal: null },
	'4000002500003155': { brand: 'visa', last4: '3155', refusal: 'authentication_required' },
	'4000000000009995': { brand: 'visa', last4: '9995', refusal: 'insufficient_funds' },
}
const GOOD_CARD = '4242424242424242'

const seconds = () => Math.floor(Date.now() / 1_000)
const fixture = (name: keyof typeof fixtures.resources, own: Record<string, unknown>): Item =>
	({ ...(structuredClone(fixtures.resources[name]) as Record<string, unknown>), ...own }) as Item

/** `a[b][0]=c` as an object. */
function nest(form: URLSearchParams): Record<string, unknown> {
	const made: Record<string, unknown> = {}
	for (const [key, value] of form) {
		const parts = key.replaceAll(']', '').split('[')
		let at = made
		for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>
		at[parts.at(-1) ?? ''] = value
	}
	return made
}

const refusal = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } })
const invalid = (message: string, code = 'parameter_unknown') => refusal(400, { type: 'invalid_request_error', code, message })

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>

/**
 * A stand-in for Stripe that speaks its protocol: objects of the official fixtures, keys that make a request happen once, requests
 * checked against the types of the library, pages for cards, signed webhooks and faults on demand.
 */
export async function startStripePeer({ webhookSecret = 'whsec_forTestsOnly', port = 0 }: { webhookSecret?: string; port?: number } = {}) {
	const all = new Map<string, Item>()
	const answers = new Map<string, { request: string; answer: Answer }>()
	const events: PeerEvent[] = []
	const faults: Fault[] = []
	const seen: string[] = []
	let hook: string | null = null
	let afterAnswer: ((request: string) => void) | null = null
	let count = 0
	const keep = (item: Item) => {
		all.set(item.id, item)
		return item
	}
	const newId = (prefix: string) => `${prefix}_${(count += 1)}${randomBytes(6).toString('hex')}`
	const listOf = (object: string) => [...all.values()].filter((item) => item['object'] === object)
	const get = (id: unknown): Item | undefined => all.get(String(id))

	function report(type: string, object: Item): PeerEvent {
		const event = fixture('event', {
			id: newId('evt'),
			type,
			created: seconds(),
			data: { object: structuredClone(object) },
		}) as unknown as PeerEvent
		events.push(event)
		if (hook !== null) void deliver(event, hook).catch(() => undefined)
		return event
	}

	/** Headers and body of a webhook, as Stripe signs it. */
	function sign(event: PeerEvent, at = seconds(), secret = webhookSecret) {
		const body = JSON.stringify(event)
		const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
		return { body, signature: `t=${at},v1=${signature}` }
	}
	async function deliver(event: PeerEvent, url: string): Promise<number> {
		const { body, signature } = sign(event)
		const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
		return (await fetch(url, { method: 'POST', headers, body })).status
	}

	const newMethod = (customer: unknown, number: string) => {
		const { brand, last4, refusal: refused } = cards[number] ?? cards[GOOD_CARD]!
		const card = { ...fixtures.resources.payment_method.card, brand, last4 }
		return keep(fixture('payment_method', { id: newId('pm'), customer, card, refused }))
	}
	const chargeFor = (intent: Item) =>
		keep(fixture('charge', { id: newId('ch'), amount: intent['amount'], amount_refunded: 0, payment_intent: intent.id, currency: 'jpy' }))

	function confirm(intent: Item, method: Item | undefined): Answer {
		const refused = method === undefined ? 'resource_missing' : (method['refused'] as string | null)
		if (method === undefined) return invalid('No such PaymentMethod', 'resource_missing')
		if (refused === null) {
			Object.assign(intent, {
				status: 'succeeded',
				latest_charge: chargeFor(intent).id,
				last_payment_error: null,
				amount_received: intent['amount'],
			})
			report('payment_intent.succeeded', intent)
			return { status: 200, body: intent }
		}
		const code = refused === 'authentication_required' ? refused : 'card_declined'
		const error = { type: 'card_error', code, decline_code: refused, message: 'Your card was declined.' }
		Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
		report('payment_intent.payment_failed', intent)
		return refusal(402, { ...error, payment_intent: intent })
	}

	function setDefault(customer: Item, methodId: string | null) {
		customer['invoice_settings'] = { ...(customer['invoice_settings'] as object), default_payment_method: methodId }
		report('customer.updated', customer)
	}

	const intentFor = (params: Record<string, unknown>) =>
		keep(
			fixture('payment_intent', {
				id: newId('pi'),
				amount: Number(params['amount']),
				currency: params['currency'],
				customer: params['customer'],
				metadata: params['metadata'] ?? {},
				payment_method: params['payment_method'] ?? null,
				created: seconds(),
				last_payment_error: null,
				next_action: null,
			}),
		)

	function createSession(params: Record<string, unknown>): Answer {
		const id = newId('cs')
		const items = params['line_items'] as Record<string, { price_data: { unit_amount: string } }> | undefined
		const amount = Number(items?.['0']?.price_data.unit_amount ?? 0)
		const isSetup = params['mode'] === 'setup'
		const inner = (params['payment_intent_data'] ?? {}) as { metadata?: object }
		const intent = isSetup ? null : intentFor({ amount, currency: 'jpy', customer: params['customer'], metadata: inner.metadata })
		const session = keep(
			fixture('checkout.session', {
				id,
				mode: params['mode'],
				customer: params['customer'],
				success_url: params['success_url'],
				status: 'open',
				url: `${origin()}/pay/${id}`,
				metadata: params['metadata'] ?? {},
				setup_intent: null,
				amount_total: amount,
				payment_intent: intent?.id ?? null,
			}),
		)
		return { status: 200, body: session }
	}

	/** Simulates the customer on Stripe's page. Returns where the page redirects, or null for a declined card. */
	function finishSession(id: string, number = GOOD_CARD): string | null {
		const session = get(id)
		if (session?.['status'] !== 'open') return null
		const method = newMethod(session['customer'], number)
		if (session['mode'] === 'setup') {
			const intent = keep(fixture('setup_intent', { id: newId('seti'), status: 'succeeded', payment_method: method.id }))
			session['setup_intent'] = intent.id
		} else {
			const intent = get(session['payment_intent'])
			// On Stripe's page the owner can confirm what the bank asks.
			if (method['refused'] === 'authentication_required') method['refused'] = null
			if (intent && confirm(intent, method).status !== 200) return null
		}
		session['status'] = 'complete'
		report('checkout.session.completed', session)
		return String(session['success_url'])
	}

	function expireSession(id: string) {
		const session = get(id)
		if (session?.['status'] !== 'open') return
		session['status'] = 'expired'
		const intent = get(session['payment_intent'])
		if (intent) intent['status'] = 'canceled'
		report('checkout.session.expired', session)
	}

	function refund(params: Record<string, unknown>): Answer {
		const intent = get(params['payment_intent'])
		const charge = get(intent?.['latest_charge'])
		if (!intent || !charge) return invalid('No such payment_intent', 'resource_missing')
		const amount = Number(params['amount'])
		const before = Number(charge['amount_refunded'])
		if (amount > Number(charge['amount']) - before)
			return invalid('Refund amount is greater than unrefunded amount', 'charge_already_refunded')
		charge['amount_refunded'] = before + amount
		const made = keep(
			fixture('refund', {
				id: newId('re'),
				amount,
				payment_intent: intent.id,
				charge: charge.id,
				metadata: params['metadata'],
				status: 'succeeded',
			}),
		)
		report('refund.created', made)
		return { status: 200, body: made }
	}

	/** A dispute of a charge; asked again it moves on. */
	function dispute(intentId: string, status: string, balance: readonly number[], id = newId('dp')): Item {
		const intent = get(intentId)
		const moves = balance.map((amount) => fixture('balance_transaction', { id: newId('txn'), amount }))
		const made = keep(
			fixture('dispute', {
				id,
				amount: intent?.['amount'],
				payment_intent: intentId,
				status,
				balance_transactions: moves,
				reason: 'fraudulent',
			}),
		)
		report('charge.dispute.updated', made)
		return made
	}

	const expanded = (item: Item, fields: readonly string[]): Item => {
		const copy = structuredClone(item)
		for (const field of fields) {
			const parts = field.replace(/^data\./, '').split('.')
			let at: Record<string, unknown> = copy
			for (const part of parts.slice(0, -1)) at = (at[part] ?? {}) as Record<string, unknown>
			const last = parts.at(-1) ?? ''
			at[last] = get(at[last]) ?? null
		}
		return copy
	}

	function work(method: string, path: string, params: Record<string, unknown>): Answer {
		const expand = Object.values((params['expand'] ?? {}) as Record<string, string>)
		const id = path.split('/').at(-1) ?? ''
		const page = (items: Item[]): Answer => ({
			status: 200,
			body: { object: 'list', has_more: false, url: path, data: items.map((item) => expanded(item, expand)) },
		})
		if (method === 'GET') {
			if (path === '/v1/payment_intents') {
				const from = Number((params['created'] as { gte?: string } | undefined)?.gte ?? 0)
				const fits = (item: Item) =>
					Number(item['created']) >= from && (params['customer'] === undefined || item['customer'] === params['customer'])
				return page(listOf('payment_intent').filter(fits).toReversed())
			}
			if (path === '/v1/billing_portal/configurations') return page(listOf('billing_portal.configuration'))
			const item = get(id)
			return item
				? { status: 200, body: expanded(item, expand) }
				: refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: ${id}` })
		}
		if (path === '/v1/customers')
			return { status: 200, body: keep(fixture('customer', { id: newId('cus'), metadata: params['metadata'] ?? {} })) }
		if (method === 'DELETE' && get(id)?.['deleted'] === true) return invalid('No such customer', 'resource_missing')
		if (method === 'DELETE') return { status: 200, body: keep({ id, object: 'customer', deleted: true }) }
		if (path.startsWith('/v1/customers/')) {
			const customer = get(id)
			const settings = params['invoice_settings'] as { default_payment_method?: string } | undefined
			if (!customer) return invalid('No such customer', 'resource_missing')
			setDefault(customer, settings?.default_payment_method || null)
			return { status: 200, body: customer }
		}
		if (path === '/v1/checkout/sessions') return createSession(params)
		if (path === '/v1/payment_intents') return confirm(intentFor(params), get(params['payment_method']))
		if (path === '/v1/refunds') return refund(params)
		if (path === '/v1/billing_portal/configurations')
			return { status: 200, body: keep(fixture('billing_portal.configuration', { id: newId('bpc'), metadata: params['metadata'] ?? {} })) }
		if (path === '/v1/billing_portal/sessions') {
			const made = newId('bps')
			const session = fixture('billing_portal.session', {
				id: made,
				customer: params['customer'],
				return_url: params['return_url'],
				url: `${origin()}/portal/${made}`,
			})
			return { status: 200, body: keep(session) }
		}
		return refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL: ${path}` })
	}

	/** The error of a request by the types of the library, or null. */
	function misfit(method: string, path: string, params: Record<string, unknown>): Answer | null {
		const allowed = typeOfRequest(`${method} ${path}`)
		if (allowed === null) return invalid(`the stand-in does not know ${method} ${path}`)
		const { known, needed } = allowed
		const unknown = Object.keys(params).find((name) => !known.has(name))
		if (unknown !== undefined) return invalid(`Received unknown parameter: ${unknown}`)
		const missing = needed.find((name) => params[name] === undefined)
		return missing === undefined ? null : invalid(`Missing required param: ${missing}.`, 'parameter_missing')
	}

	async function api(req: IncomingMessage, res: ServerResponse, url: URL, body: string) {
		const method = req.method ?? 'GET'
		const params = nest(method === 'GET' ? url.searchParams : new URLSearchParams(body))
		seen.push(`${method} ${url.pathname}`)
		const send = ({ status, body: content }: Answer) =>
			res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
		if (!req.headers.authorization?.startsWith('Bearer sk_test_'))
			return send(refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key' }))
		const fault = faults.find(({ on }) => `${method} ${url.pathname}`.startsWith(on))
		if (fault && (fault.times = (fault.times ?? 1) - 1) <= 0) faults.splice(faults.indexOf(fault), 1)
		if (fault?.kind === 429) return send(refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }))
		if (fault?.kind === 500) return send(refusal(500, { type: 'api_error', message: 'An error occurred' }))
		const wrong = misfit(method, url.pathname, params)
		if (wrong) return send(wrong)
		const key = String(req.headers['idempotency-key'] ?? '')
		const request = `${method} ${url.pathname} ${body}`
		const earlier = method === 'POST' && key !== '' ? answers.get(key) : undefined
		if (earlier && earlier.request !== request)
			return send(
				refusal(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters' }),
			)
		const answer = earlier?.answer ?? work(method, url.pathname, params)
		if (method === 'POST' && key !== '' && !earlier) answers.set(key, { request, answer: structuredClone(answer) })
		if (fault?.kind === 'lost-answer') return res.destroy()
		send(answer)
		afterAnswer?.(`${method} ${url.pathname}`)
	}

	/** The pages that the customer sees at Stripe, reduced to the number of the card. */
	function pages(req: IncomingMessage, res: ServerResponse, path: string, body: string) {
		const id = path.split('/').at(-1) ?? ''
		const session = get(id)
		const form = (note: string) =>
			res
				.writeHead(session ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
				.end(
					`<!doctype html><html lang="ja"><title>Stripe</title><h1>カードの情報</h1><p>${note}</p><form method="post"><label>カード番号<input name="number"></label><button>確定する</button></form></html>`,
				)
		if (req.method !== 'POST' || !session) return form('')
		const number = new URLSearchParams(body).get('number') ?? GOOD_CARD
		let next: string | null
		if (path.startsWith('/portal/')) {
			const customer = get(session['customer'])
			if (customer) setDefault(customer, newMethod(customer.id, number).id)
			next = String(session['return_url'])
		} else next = finishSession(id, number)
		if (next === null) return form('カードが拒否されました。')
		return res.writeHead(303, { location: next }).end()
	}

	const server = createServer((req, res) => {
		const url = new URL(req.url ?? '/', 'http://stripe.example')
		const chunks: Buffer[] = []
		req.on('data', (chunk: Buffer) => chunks.push(chunk))
		req.on('end', () => {
			const body = Buffer.concat(chunks).toString()
			if (url.pathname.startsWith('/v1/')) void api(req, res, url, body)
			else pages(req, res, url.pathname, body)
		})
	})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		origin: origin(),
		webhookSecret,
		/** Every request so far, as `POST /v1/refunds`. */
		seen,
		events,
		faults,
		listOf,
		get,
		sign,
		deliver,
		/** Sends every event from now on to this address. */
		deliverTo: (url: string) => void (hook = url),
		/** Called with each request once its response is being sent. */
		onAnswer: (heard: (request: string) => void) => void (afterAnswer = heard),
		/** A card that a customer has already saved. */
		saveCard(customerId: string, number = GOOD_CARD) {
			const customer = get(customerId)
			const method = newMethod(customerId, number)
			if (customer) setDefault(customer, method.id)
			return method.id
		},
		finishSession,
		expireSession,
		dispute,
		/** A change made outside of the site, in the dashboard of Stripe. */
		refundInDashboard: (intentId: string, amount: number) => refund({ payment_intent: intentId, amount, metadata: {} }),
		/** Drops the idempotency keys, as Stripe does after a day. */
		forgetKeys: () => answers.clear(),
		/** Received minus refunded, in yen. */
		received: () => listOf('charge').reduce((sum, charge) => sum + Number(charge['amount']) - Number(charge['amount_refunded']), 0),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
