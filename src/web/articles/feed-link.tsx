import { articleFeedPath } from '../../domain/shared/links.ts'

/** Makes the feed discoverable from the page. React puts it into the document's head. */
export function FeedLink({ categoryId, title }: { categoryId: number | null; title: string }) {
	return <link rel="alternate" type="application/rss+xml" title={title} href={articleFeedPath(categoryId)} />
}
