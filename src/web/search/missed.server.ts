import { isbot } from 'isbot'
import { recordMissedSearch } from '../../domain/operations/insights/missed-searches.ts'
import type { Ctx } from '../../domain/shared/context.ts'

/** Counts words that found nothing when a person asked, not a program or a prefetch. */
export async function countMissed(ctx: Ctx, request: Request, text: string): Promise<void> {
	const { headers } = request
	if (!headers.has('accept-language') || headers.has('sec-purpose') || isbot(headers.get('user-agent'))) return
	await recordMissedSearch(ctx, text)
}
