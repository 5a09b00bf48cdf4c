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
	ledger_postings: { columns: { account: 'code' } },
}
