import { deleteAccount } from '../../domain/accounts/account-removal.ts'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { leavingParts } from '../../domain/moderation/personal-data.ts'
import { proofFrom } from '../session/proof.server.ts'

/** Takes the account away by the password in the form. A module of the server's own: pictures come with it. */
export async function leave(ctx: AccountsCtx, form: FormData): Promise<void> {
	await deleteAccount(ctx, await proofFrom(ctx, form), leavingParts)
}
