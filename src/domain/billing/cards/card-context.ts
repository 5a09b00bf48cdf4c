import { type Cards, CardsUnavailable } from '../../../platform/stripe-cards.ts'
import type { Ctx } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { minutes } from '../../shared/japan-time.ts'

/** The cards of this site. Throws not-found where the settings name no account for them. */
export function requireCards({ cards }: Pick<Ctx, 'cards'>): Cards {
	if (cards === null) throw notFound('cards')
	return cards
}

/** Calls Stripe during a request. Throws `unavailable` with a form error when Stripe does not respond. */
export async function askNow<T>(handler: () => Promise<T>): Promise<T> {
	try {
		return await handler()
	} catch (error) {
		if (!(error instanceof CardsUnavailable)) throw error
		throw new DomainError('unavailable', 'no answer from Stripe', {
			fields: { form: 'カードの決済サービスにつながりません。料金はかかっていません。しばらくしてから、もう一度お試しください。' },
			cause: error,
		})
	}
}

/** After this many attempts staff are notified. */
export const MOST_ATTEMPTS = 12

/** When to retry after the n-th attempt: after 1, 2, 4 … minutes, at most an hour. */
export const nextAttempt = (now: Date, attempts: number): Date =>
	new Date(now.getTime() + minutes(Math.min(60, 2 ** Math.min(attempts, 6))))

/** Why a job could not go on, for staff. Messages of Stripe name no card. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
