import { articleFeedPath } from '../../domain/shared/links.ts'

/** Lets feed readers find the feed by the page's address. React puts it into the document's head. */
export function FeedLink({ categoryId, title }: { categoryId: number | null; title: string }) {
	return <link rel="alternate" type="application/rss+xml" title={title} href={articleFeedPath(categoryId)} />
}
