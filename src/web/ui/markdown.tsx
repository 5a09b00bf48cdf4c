import type { Block, Inline } from '../../domain/questions/markdown.ts'
import styles from './markdown.module.css'

// A text is a list without ids whose parts never move: the place is the key.
/* oxlint-disable react/no-array-index-key */

/** The site's Markdown subset as elements. Addresses of others are marked as written by users. */
export function Markdown({ blocks }: { blocks: readonly Block[] }) {
	return (
		<div className={`prose ${styles.text}`}>
			{blocks.map((block, place) => (
				<BlockElement key={place} block={block} />
			))}
		</div>
	)
}

export function BlockElement({ block }: { block: Block }) {
	if (block.kind === 'paragraph')
		return (
			<p>
				<Inlines inlines={block.children} />
			</p>
		)
	if (block.kind === 'quote')
		return (
			<blockquote>
				<Inlines inlines={block.children} />
			</blockquote>
		)
	const List = block.ordered ? 'ol' : 'ul'
	return (
		<List>
			{block.items.map((item, place) => (
				<li key={place}>
					<Inlines inlines={item} />
				</li>
			))}
		</List>
	)
}

export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
	return inlines.map((inline, place) => <InlineElement key={place} inline={inline} />)
}

function InlineElement({ inline }: { inline: Inline }) {
	if (inline.kind === 'text') return inline.text
	if (inline.kind === 'break') return <br />
	if (inline.kind === 'strong')
		return (
			<strong>
				<Inlines inlines={inline.children} />
			</strong>
		)
	// Only our own texts have paths.
	if (inline.href.startsWith('/'))
		return (
			<a href={inline.href}>
				<Inlines inlines={inline.children} />
			</a>
		)
	return (
		<a href={inline.href} rel="noopener nofollow ugc" target="_blank">
			<Inlines inlines={inline.children} />
		</a>
	)
}
