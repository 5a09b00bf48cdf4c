import { toKatakana } from 'wanakana'
import { requireRecentStaff } from '../../../src/domain/accounts/staff.ts'
import { importBankLines } from '../../../src/domain/billing/bank-transfers.ts'
import { isBillingOpen, lockProfile } from '../../../src/domain/billing/billing-context.ts'
import { openInvoices } from '../../../src/domain/billing/invoices.ts'
import { bookPayment } from '../../../src/domain/billing/payments.ts'
import { readPrices } from '../../../src/domain/billing/prices.ts'
import { findSubscription } from '../../../src/domain/billing/subscription-store.ts'
import type { Choice } from '../../../src/domain/billing/subscription.ts'
import { cancelSubscription, catchUp, changeSubscription, startSubscription } from '../../../src/domain/billing/subscriptions.ts'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import { daysBetween, hours, isoDay } from '../../../src/domain/shared/japan-time.ts'

type Action = {
	daysAgo: number
	/** `pay` is a transfer of everything that is open, or of so much. */
	action: { kind: 'pay'; amount?: number } | { kind: 'change'; to: Choice } | { kind: 'cancel'; reason: string }
}
type Course = { plan: Choice; from: number; actions: readonly Action[]; isOfAccount?: boolean }

const standard: Choice = { plan: 'standard', interval: 'month' }
const pro: Choice = { plan: 'pro', interval: 'month' }
const pays = (daysAgo: number, amount?: number): Action => ({
	daysAgo,
	action: { kind: 'pay', ...(amount === undefined ? {} : { amount }) },
})

/** One subscriber for each state that staff meet. The first is the one whom a visitor of the demo can sign in as. */
export const courses: readonly Course[] = [
	{
		plan: standard,
		from: 127,
		isOfAccount: true,
		actions: [pays(93), pays(61), { daysAgo: 45, action: { kind: 'change', to: pro } }, pays(41), pays(32)],
	},
	{ plan: { plan: 'pro', interval: 'year' }, from: 75, actions: [pays(40)] },
	{ plan: standard, from: 47, actions: [] },
	{
		plan: pro,
		from: 80,
		actions: [
			pays(46),
			pays(15),
			{ daysAgo: 6, action: { kind: 'cancel', reason: '繁忙期が終わり、来年の1月まで新しい依頼を受けないためです。' } },
		],
	},
	{ plan: standard, from: 41, actions: [pays(8, 5_000)] },
	{ plan: pro, from: 12, actions: [] },
	{ plan: standard, from: 24, actions: [{ daysAgo: 3, action: { kind: 'cancel', reason: '' } }] },
	{
		plan: standard,
		from: 63,
		actions: [{ daysAgo: 38, action: { kind: 'cancel', reason: '写真は10枚で足りると分かりました。' } }],
	},
]

/**
 * Subscriptions in every state with their invoices, transfers and ledger, by the functions that people's clicks and the calendar
 * go through. Two transfers wait to be matched.
 */
export async function insertBilling(ctx: Ctx, staffId: string, payerId: string | null): Promise<void> {
	if (!isBillingOpen(ctx.site)) return
	const people = await findSubscribers(ctx, payerId)
	for (const [index, { plan, from, actions, isOfAccount }] of courses.entries()) {
		const person = isOfAccount ? people.find(({ id }) => id === payerId) : people.filter(({ id }) => id !== payerId)[index - 1]
		if (!person) continue
		const at = (daysAgo: number): Ctx => {
			const moment = new Date(ctx.now().getTime() - hours(24 * daysAgo))
			return {
				...ctx,
				now: () => moment,
				viewer: { kind: 'member', userId: person.id, uid: person.uid, isExpert: true, roles: [] },
			}
		}
		const { addressee, kana } = person
		await startSubscription(at(from), {
			...plan,
			addressee,
			payerKana: toKatakana(kana),
			coupon: '',
			clientKey: `demo-subscription-${index}-first`,
		})
		for (const one of actions) {
			await advance(at, person.id, one.daysAgo)
			await play(at(one.daysAgo), { ...person, staffId }, one)
		}
		await advance(at, person.id, 0)
	}
	await insertTransfers(ctx, staffId)
}

type Subscriber = { id: string; uid: string; addressee: string; kana: string }

/** Owners of offices who have no account that a visitor signs in with, the payer first. */
async function findSubscribers({ db }: Ctx, payerId: string | null): Promise<Subscriber[]> {
	const rows = await db
		.selectFrom('experts as e')
		.innerJoin('users as u', 'u.id', 'e.user_id')
		.innerJoin('office_members as m', 'm.expert_id', 'e.id')
		.innerJoin('offices as o', 'o.id', 'm.office_id')
		.select(['u.id', 'u.uid', 'o.name as addressee', 'o.kana'])
		.distinctOn('e.id')
		.where('e.state', '=', 'verified')
		.where((eb) =>
			eb.or([
				eb.and([eb('u.email', 'is', null), eb('m.role', '=', 'owner'), eb('o.state', '=', 'published')]),
				// Whoever the account is: an expert may be a member of an office that is another's.
				...(payerId === null ? [] : [eb('u.id', '=', payerId)]),
			]),
		)
		.orderBy('e.id')
		.limit(40)
		.execute()
	// Their neighbours in the list already play a part in the other pages of the demo.
	return [...rows.filter(({ id }) => id === payerId), ...rows.filter(({ id }) => id !== payerId).slice(-courses.length)]
}

async function play(ctx: Ctx, { id: userId, kana, staffId }: Subscriber & { staffId: string }, { daysAgo, action }: Action): Promise<void> {
	if (action.kind === 'cancel') await cancelSubscription(ctx, action.reason)
	if (action.kind === 'change') await changeSubscription(ctx, action.to)
	if (action.kind !== 'pay') return
	const [oldest] = await openInvoices(ctx, userId)
	if (!oldest) return
	await bookPayment(ctx, oldest.id, {
		receivedOn: isoDay(ctx.now()),
		amount: action.amount ?? oldest.open,
		payer: toKatakana(kana),
		clientKey: `demo-payment-${userId}-${daysAgo}`,
		method: 'transfer',
		recordedBy: staffId,
	})
}

/** What the calendar does by a day, each period on the day on which it begins: its invoice bears that date. */
async function advance(at: (daysAgo: number) => Ctx, userId: string, daysAgo: number): Promise<void> {
	const today = isoDay(at(0).now())
	for (let begun = Infinity; begun > daysAgo;) {
		const stored = await findSubscription(at(0), userId)
		const boundary = stored?.state === 'trial' ? stored.trialEndsOn : stored?.periodTo
		begun = Math.max(daysAgo, boundary ? daysBetween(boundary, today) : daysAgo)
		const ctx = at(begun)
		await lockProfile(ctx, userId)
		const locked = await findSubscription(ctx, userId, true)
		if (locked) await catchUp(ctx, locked, await readPrices(ctx))
		if (locked?.state === 'ended') return
	}
}

/** One transfer that the proposals find, and one of a bank's interest that is for no invoice. */
async function insertTransfers(ctx: Ctx, staffId: string): Promise<void> {
	const staff = requireRecentStaff(
		{ ...ctx, viewer: { kind: 'member', userId: staffId, uid: 'demo', isExpert: false, roles: ['accounting'], loggedInAt: ctx.now() } },
		'accounting',
	)
	const open = await ctx.db
		.selectFrom('invoices as i')
		.innerJoin('billing_profiles as b', 'b.user_id', 'i.user_id')
		.select(['i.total', 'i.paid_amount', 'i.credited_amount', 'b.payer_kana'])
		.where('i.kind', '=', 'invoice')
		.where((eb) => eb(eb('i.paid_amount', '+', eb.ref('i.credited_amount')), '<', eb.ref('i.total')))
		.orderBy('i.due_on', 'desc')
		.executeTakeFirst()
	const bookedOn = isoDay(ctx.now())
	await importBankLines(staff, [
		...(open ? [{ bookedOn, amount: open.total - open.paid_amount - open.credited_amount, payer: open.payer_kana }] : []),
		{ bookedOn, amount: 12, payer: 'リソク' },
	])
}
