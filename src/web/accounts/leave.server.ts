import { deleteAccount } from '../../domain/accounts/account-removal.ts'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { leavingParts } from '../../domain/moderation/personal-data.ts'
import { proofFrom } from '../session/proof.server.ts'

/** Deletes the account after checking the password of the form. A server module because it imports the image library. */
export async function leave(ctx: AccountsCtx, form: FormData): Promise<void> {
	await deleteAccount(ctx, await proofFrom(ctx, form), leavingParts)
}
