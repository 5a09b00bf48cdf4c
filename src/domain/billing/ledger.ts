import type { Ctx } from '../shared/context.ts'
import type { IsoDate } from '../shared/column-types.ts'
import type { LedgerAccount, LedgerKind } from './tables.ts'

/** Japanese names of the ledger accounts. */
export const ledgerAccountLabels: Readonly<Record<LedgerAccount, string>> = {
	bank: '普通預金',
	card: 'クレジット売掛金',
	receivable: '売掛金',
	revenue: '売上高',
	tax: '仮受消費税',
	customer_credit: '前受金',
	refunds_payable: '未払金',
	disputed: '未収入金',
	bad_debt: '貸倒損失',
}

export const ledgerKindLabels: Readonly<Record<LedgerKind, string>> = {
	invoice: '請求',
	'credit-note': '返還',
	payment: '入金',
	'apply-credit': '前受金の充当',
	refund: '返金の決定',
	'refund-paid': '返金',
	dispute: 'カード会社による支払いの取り消し',
	'dispute-won': 'カード会社からの返還',
	'dispute-lost': 'カードの支払いの取り消しの確定',
}

export type Entry = {
	kind: LedgerKind
	/** What happened: the same event is never posted twice. */
	eventKey: string
	userId: string
	day: IsoDate
	invoiceId?: number | null
	paymentId?: number | null
	refundId?: number | null
	/** Yen by account: debits positive, credits negative, together 0. Accounts with 0 are left out. */
	postings: Partial<Record<LedgerAccount, number>>
}

/** Posts an entry in the transaction of what happened. The database rejects an entry that does not add up to 0, and every later change. */
export async function postEntry(ctx: Pick<Ctx, 'db' | 'now'>, entry: Entry): Promise<void> {
	const postings = Object.entries(entry.postings).filter(([, amount]) => amount !== 0) as [LedgerAccount, number][]
	if (postings.length === 0) return
	const { id } = await ctx.db
		.insertInto('ledger_entries')
		.values({
			at: ctx.now(),
			day: entry.day,
			kind: entry.kind,
			event_key: entry.eventKey,
			user_id: entry.userId,
			invoice_id: entry.invoiceId ?? null,
			payment_id: entry.paymentId ?? null,
			refund_id: entry.refundId ?? null,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await ctx.db
		.insertInto('ledger_postings')
		.values(postings.map(([account, amount]) => ({ entry_id: id, account, amount })))
		.execute()
}

/** What the operator owes a customer: paid too much, or given back after payment. In yen. */
export async function readCustomerCredit({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
	const { credit } = await db
		.selectFrom('ledger_postings as p')
		.innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<string>('p.amount'), eb.lit(0)).as('credit'))
		.where('e.user_id', '=', userId)
		.where('p.account', '=', 'customer_credit')
		.executeTakeFirstOrThrow()
	return 0 - Number(credit)
}
