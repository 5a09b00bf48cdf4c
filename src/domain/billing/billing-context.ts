import type { Ctx, Operator, Site } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'

type Seller = Operator & { bankAccount: NonNullable<Operator['bankAccount']> }

/** Who sells the plans; null until the settings name the operator and a bank account. */
export const findSeller = ({ operator }: Pick<Site, 'operator'>): Seller | null =>
	operator?.bankAccount ? { ...operator, bankAccount: operator.bankAccount } : null

/** Whether plans are sold here. */
export const isBillingOpen = (site: Pick<Site, 'operator'>): boolean => findSeller(site) !== null

export const billingClosed = () =>
	new DomainError('conflict', 'no plans are sold here', { fields: { form: 'いまは、有料プランのお申し込みを受け付けていません。' } })

export const refusedPlan = (sentence: string) => new DomainError('conflict', 'not in this state', { fields: { form: sentence } })

/**
 * Locks the billing of one account until the transaction ends, so that its money movements are serialised. Throws
 * not-found for an account that never bought anything.
 */
export async function lockProfile({ db }: Pick<Ctx, 'db'>, userId: string): Promise<{ addressee: string; payer_kana: string }> {
	const row = await db
		.selectFrom('billing_profiles')
		.select(['addressee', 'payer_kana'])
		.where('user_id', '=', userId)
		.forUpdate()
		.executeTakeFirst()
	if (!row) throw notFound('billing profile')
	return row
}
