import { deleteAccount } from '../../domain/accounts/account-removal.ts'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { withdrawFromDirectory } from '../../domain/directory/leaving.ts'
import { withdrawFromDiagnosis } from '../../domain/leads/diagnosis-contact-personal.ts'
import { withdrawFromLeads } from '../../domain/leads/estimate-personal.ts'
import { withdrawFromMedia } from '../../domain/media/article-leaving.ts'
import { withdrawFromModeration } from '../../domain/moderation/personal.ts'
import { withdrawFromQa } from '../../domain/qa/leaving.ts'
import { withdrawFromSocial } from '../../domain/social/leaving.ts'
import { withdrawFromInquiries } from '../../domain/leads/inquiry-personal.ts'
import { proofFrom } from './proof.server.ts'

/** Takes the account away by the password in the form. A module of the server's own: pictures come with it. */
export async function leave(ctx: AccountsCtx, form: FormData): Promise<void> {
	await deleteAccount(ctx, await proofFrom(ctx, form), [
		withdrawFromModeration,
		withdrawFromInquiries,
		withdrawFromLeads,
		withdrawFromDiagnosis,
		withdrawFromSocial,
		withdrawFromMedia,
		withdrawFromQa,
		withdrawFromDirectory,
	])
}
