import type { TableRule } from './private-rules.ts'

const own = 'select t.user_id'

/** Fields of plans, invoices and payments: their customer's, and accounting's. */
export const billing: Record<string, TableRule> = {
	account_plans: { columns: { plan: 'code' } },
	plan_prices: { columns: { plan: 'public', payment_interval: 'public' } },
	coupons: { columns: { code: 'format', note: 'text' }, staff: ['accounting'] },
	billing_profiles: { columns: { addressee: 'text', payer_kana: 'kana' }, readers: own, staff: ['accounting'] },
	subscriptions: {
		columns: {
			plan: 'code',
			payment_interval: 'code',
			state: 'code',
			next_plan: 'code',
			next_interval: 'code',
			cancel_reason: 'text',
			coupon_code: 'format',
			client_key: 'code',
		},
		readers: own,
		staff: ['accounting'],
	},
	subscription_events: { columns: { kind: 'code', plan: 'code', payment_interval: 'code', state: 'code' } },
	invoice_series: { columns: { kind: 'code' } },
	// Issued documents are never changed, so no canary can be planted: what they say is copied from the rows above.
	invoices: {
		columns: { kind: 'code', event_key: 'code', addressee: 'derived', issuer: 'derived', lines: 'derived', by_rate: 'code' },
	},
	dunning_steps: { columns: { subject: 'code', body: 'code' } },
	payments: { columns: { method: 'code', payer: 'derived', client_key: 'code' } },
	bank_lines: { columns: { line_hash: 'secret', payer: 'text', ignored_reason: 'text' }, staff: ['accounting'] },
	refunds: { columns: { reason: 'text', client_key: 'code', state: 'code' }, staff: ['accounting'] },
	ledger_entries: { columns: { kind: 'code', event_key: 'code' } },
	card_customers: {
		columns: { customer_id: 'secret', payment_method_id: 'secret', brand: 'code', last4: 'code' },
		readers: own,
	},
	card_removals: { columns: {} },
	card_sessions: { columns: { id: 'secret', url: 'secret' } },
	card_charges: {
		columns: {
			kind: 'code',
			state: 'code',
			session_id: 'secret',
			session_url: 'secret',
			intent_id: 'secret',
			failure_code: 'code',
			payment_method_id: 'secret',
		},
	},
	card_refunds: { columns: { state: 'code', stripe_id: 'secret' } },
	card_disputes: { columns: { id: 'code', reason: 'code', status: 'code', funds: 'code' }, staff: ['accounting'] },
	card_differences: { columns: { kind: 'code', subject: 'text', detail: 'text' }, staff: ['accounting'] },
	stripe_events: { columns: { id: 'code', type: 'code', object_id: 'text', last_error: 'text' }, staff: ['accounting'] },
	ledger_postings: { columns: { account: 'code' } },
	api_tokens: {
		columns: { name: 'text', scopes: 'code', token_hash: 'secret', hint: 'format', client_key: 'code' },
		readers: own,
	},
	webhook_endpoints: {
		columns: { url: 'text', event_kinds: 'code', secret: 'secret', previous_secret: 'secret', client_key: 'code' },
		readers: own,
	},
	// Ids and amounts alone, in a body that is signed as it is.
	webhook_deliveries: {
		columns: { kind: 'code', subject: 'code', message_id: 'code', body: 'derived', state: 'code', last_error: 'code' },
	},
}
