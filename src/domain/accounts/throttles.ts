import type { Transaction } from 'kysely'
import type { Database } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import * as shared from '../shared/throttles.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import type { AuthFlow } from './catalogue.ts'

/** Counts one attempt (shared/throttles.ts), or throws `auth/too-many-requests` with the catalogue's words for the flow. */
export const countAttempt = (ctx: AccountsCtx, name: shared.AttemptName, subject: string, flow: AuthFlow): Promise<shared.Attempt> =>
	inCatalogueWords(shared.countAttempt(ctx, name, subject), flow)

/** Counts a mail to an unproved address (shared/throttles.ts), or throws `auth/too-many-requests`. */
export const countUnprovedMail = (ctx: AccountsCtx & { db: Transaction<Database> }, email: string, flow: AuthFlow): Promise<void> =>
	inCatalogueWords(shared.countUnprovedMail(ctx, email), flow)

async function inCatalogueWords<T>(counted: Promise<T>, flow: AuthFlow): Promise<T> {
	try {
		return await counted
	} catch (error) {
		if (!isDomainError(error) || error.kind !== 'throttled') throw error
		throw authError('auth/too-many-requests', flow, { retryAfterSeconds: error.retryAfterSeconds ?? 60, cause: error })
	}
}
