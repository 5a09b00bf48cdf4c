import { ABSENT } from './permission-rows.ts'
import { absentAt, clientKey, experts, form, type FormRows, members, staff } from './permission-forms-rows.ts'

const choice = { plan: 'pro', interval: 'month' }
const order = () => ({
	intent: 'start',
	...choice,
	addressee: '三鷹あおい事務所',
	payerKana: 'ミタカアオイ',
	coupon: '',
	clientKey: clientKey(),
})
const MANAGE = '/register_premium/manage'
/** Of those of the world, only the expert has a plan; nothing is sold, because the site of the tests names no bank account. */
const subscriber = (answer: 'done' | number) => members(404, { expert: answer })
const reason = '二重に振り込まれたため'
const price = { intent: 'price', ...choice, amount: '30800', effectiveOn: '2027-04-01' }
const coupon = {
	intent: 'coupon',
	couponCode: 'HARU2026',
	percentOff: 20,
	periodCount: 3,
	useLimit: 100,
	validUntil: '2027-03-31',
	note: '',
}
const bankFile = () => new File(['日付,内容,入金金額(円)\r\n2026/06/15,ﾐﾀｶｱｵｲ,"9,800"\r\n'], 'meisai.csv', { type: 'text/csv' })

export const billingFormRows: FormRows = {
	'/register_premium/confirm': [
		form('order', '/register_premium/confirm', order, members(403, experts(409))),
		form('order without an addressee', '/register_premium/confirm', () => ({ ...order(), addressee: '' }), members(422)),
		form('change', '/register_premium/confirm', { intent: 'change', ...choice }, members(409)),
	],
	'/register_premium/manage': [
		form('keep', MANAGE, { intent: 'keep' }, subscriber('done')),
		form('pause', MANAGE, { intent: 'pause' }, subscriber('done')),
		form('accept a price that nobody announced', MANAGE, { intent: 'accept', amount: 1 }, subscriber(409)),
		form(
			'a name for invoices',
			MANAGE,
			{ intent: 'profile', addressee: '三鷹みどり事務所', payerKana: 'ミタカミドリ' },
			subscriber('done'),
		),
		form('a name without letters', MANAGE, { intent: 'profile', addressee: '三鷹みどり事務所', payerKana: '三鷹' }, members(422)),
		form('save a card where none are taken', MANAGE, () => ({ intent: 'card-add', clientKey: clientKey() }), members(404)),
		form('change a card where none are taken', MANAGE, { intent: 'card-change' }, members(404)),
		form('stop a card where none are taken', MANAGE, { intent: 'card-stop' }, members(404)),
		form('use a card where none are taken', MANAGE, { intent: 'card-use' }, members(404)),
		form('convert', MANAGE, { intent: 'convert' }, members(409)),
		form('resume', MANAGE, { intent: 'resume' }, members(409)),
	],
	'/register_premium/invoices/:id': [
		form(
			'pay by card where none are taken',
			(world) => `/register_premium/invoices/${world.billing.invoiceId}`,
			{ intent: 'pay' },
			members(404),
		),
		absentAt((id) => `/register_premium/invoices/${id}`, { intent: 'pay' }, members(404)),
	],
	'/register_premium/cancel': [form('cancel', '/register_premium/cancel', { reason: '' }, subscriber('done'))],
	'/admin/billing/invoices/:id': [
		form(
			'a payment',
			(world) => `/admin/billing/invoices/${world.billing.invoiceId}`,
			() => ({ intent: 'payment', receivedOn: '2026-06-15', amount: '9,800', payer: 'ミタカアオイ', clientKey: clientKey() }),
			staff('accounting'),
		),
		form(
			'a payment of a day to come',
			(world) => `/admin/billing/invoices/${world.billing.invoiceId}`,
			() => ({ intent: 'payment', receivedOn: '2027-06-15', amount: '9800', payer: '', clientKey: clientKey() }),
			staff('accounting', 422),
		),
		form(
			'a refund of what was not paid',
			(world) => `/admin/billing/invoices/${world.billing.invoiceId}`,
			() => ({ intent: 'refund', amount: '100', reason, clientKey: clientKey() }),
			staff('accounting', 422),
		),
		form(
			'a payout of what is not owed',
			(world) => `/admin/billing/invoices/${world.billing.invoiceId}`,
			() => ({ intent: 'payout', amount: '100', reason, clientKey: clientKey() }),
			staff('accounting', 422),
		),
		absentAt(
			(id) => `/admin/billing/invoices/${id}`,
			{ intent: 'payment', receivedOn: '2026-06-15', amount: '9800', payer: '', clientKey: 'a-key-for-an-absent-one' },
			staff('accounting', 404),
		),
	],
	'/admin/billing/transfers': [
		form(
			'a file of the bank',
			'/admin/billing/transfers',
			() => ({ intent: 'import', format: 'auto', day: '', deposit: '', payer: '', file: bankFile() }),
			staff('accounting'),
		),
		form(
			'no file',
			'/admin/billing/transfers',
			{ intent: 'import', format: 'auto', day: '', deposit: '', payer: '' },
			staff('accounting', 422),
		),
		form(
			'match what is absent',
			'/admin/billing/transfers',
			{ intent: 'match', targetId: ABSENT, invoiceNumber: '2026-000001' },
			staff('accounting', 404),
		),
		form(
			'ignore what is absent',
			'/admin/billing/transfers',
			{ intent: 'ignore', targetId: ABSENT, reason: '利息' },
			staff('accounting', 404),
		),
	],
	'/admin/billing/refunds': [
		form('approve what is absent', '/admin/billing/refunds', { intent: 'approve', targetId: ABSENT }, staff('accounting', 404)),
		form('reject what is absent', '/admin/billing/refunds', { intent: 'reject', targetId: ABSENT }, staff('accounting', 404)),
		form(
			'pay what is absent',
			'/admin/billing/refunds',
			{ intent: 'pay', targetId: ABSENT, paidOn: '2026-06-15' },
			staff('accounting', 404),
		),
	],
	'/admin/billing/cards': [
		form('retry what is absent', '/admin/billing/cards', { intent: 'retry', eventId: 'evt_absent' }, staff('accounting', 404)),
		form('resolve what is absent', '/admin/billing/cards', { intent: 'resolve', targetId: ABSENT }, staff('accounting', 404)),
	],
	'/admin/billing/dunning': [
		form(
			'a step',
			'/admin/billing/dunning',
			{ intent: 'save', targetId: 0, daysAfterDue: 3, subject: '確認', body: '{宛名} 様' },
			staff('accounting'),
		),
		form(
			'a word of nobody',
			'/admin/billing/dunning',
			{ intent: 'save', targetId: 0, daysAfterDue: 3, subject: '確認', body: '{住所}' },
			staff('accounting', 422),
		),
		form('remove what is absent', '/admin/billing/dunning', { intent: 'remove', targetId: ABSENT }, staff('accounting', 404)),
	],
	'/admin/billing/offers': [
		form('a price', '/admin/billing/offers', price, staff('accounting')),
		form('a price of tomorrow', '/admin/billing/offers', { ...price, effectiveOn: '2026-06-16' }, staff('accounting', 422)),
		form('a coupon', '/admin/billing/offers', coupon, staff('accounting')),
	],
}
