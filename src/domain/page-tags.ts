import { notify } from '../platform/listener.ts'
import type { Ctx } from './context.ts'

/** On which every process hears the tags of pages that are out of date. */
export const PAGE_TAGS_CHANNEL = 'page_tags'

/**
 * Has every process forget the cached pages that show one of `tags`. Within a transaction they are told when it commits, and
 * never when it is rolled back.
 */
export async function dropPageTags(ctx: Pick<Ctx, 'db'>, tags: readonly string[]): Promise<void> {
	await notify(ctx.db, PAGE_TAGS_CHANNEL, tags.join(' '))
}
