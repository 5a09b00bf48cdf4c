import type { QueryExecutorProvider } from 'kysely'
import { notify } from './listener.ts'

/** NOTIFY channel for the tags that page caches must drop. */
export const PAGE_TAGS_CHANNEL = 'page_tags'
/** Drops every page, after a change too large to name. */
export const ALL_PAGES = '*'

/** A payload holds 8,000 bytes; tags are short. */
const TAGS_AT_ONCE = 100

/**
 * Makes every running server drop the pages with one of `tags` (`office:12`, `list:305:13`, or ALL_PAGES); inside
 * a transaction when that commits. Also works for scripts beside a running server.
 */
export async function publishTags(db: QueryExecutorProvider, tags: readonly string[]): Promise<void> {
	for (let start = 0; start < tags.length; start += TAGS_AT_ONCE)
		await notify(db, PAGE_TAGS_CHANNEL, tags.slice(start, start + TAGS_AT_ONCE).join(' '))
}

/** The tags of a payload; null for every page. */
export function tagsOf(payload: string): string[] | null {
	const tags = payload.split(' ')
	return tags.includes(ALL_PAGES) ? null : tags
}
