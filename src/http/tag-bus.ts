import type { Kysely } from 'kysely'
import type { Database } from '../domain/shared/context.ts'
import { type Listener, TRUST_MS } from '../platform/listener.ts'
import { PAGE_TAGS_CHANNEL, publishTags, tagsOf } from '../platform/page-tags.ts'
import type { TagBus } from './page-cache.ts'

/** How long the footer's categories and the banners are kept at most. */
const KEPT_FRESH_MS = 60_000

/** Page cache tags between processes by LISTEN and NOTIFY. */
export async function createTagBus({ db, listener }: { db: Kysely<Database>; listener: Listener }): Promise<TagBus> {
	const subscribers = new Set<Parameters<TagBus['subscribe']>[0]>()
	const receive = (payload: string) => {
		const tags = tagsOf(payload)
		if (tags) subscribers.forEach(({ onTags }) => onTags(tags))
		else subscribers.forEach(({ onAll }) => onAll())
	}
	await listener.listen(PAGE_TAGS_CHANNEL, receive, () => subscribers.forEach(({ onGap }) => onGap()))
	return {
		publish: (tags) => publishTags(db, tags),
		isTrusted: listener.isTrusted,
		subscribe(subscriber) {
			subscribers.add(subscriber)
			return () => subscribers.delete(subscriber)
		},
	}
}

/** Reads what every page shows at most once a minute, and again once `tag` or everything was dropped. */
export function createKept<T>(bus: TagBus, tag: string, read: () => Promise<T>): () => Promise<T> {
	let kept: { at: number; value: Promise<T> } | null = null
	const forget = () => (kept = null)
	bus.subscribe({ onTags: (tags) => tags.includes(tag) && forget(), onAll: forget, onGap: forget })
	return () => {
		const time = Date.now()
		const keptFor = bus.isTrusted?.() === false ? TRUST_MS : KEPT_FRESH_MS
		if (kept === null || time - kept.at > keptFor) {
			const value = read()
			value.catch(forget)
			kept = { at: time, value }
		}
		return kept.value
	}
}
