import type { ArticleBlock, Chapter } from '../../../domain/articles/article-markdown.ts'
import { BlockElement, Inlines } from '../markdown.tsx'
import { WideTable } from '../wide-table.tsx'
import styles from './article-body.module.css'

// A text is a list without ids whose parts never move: the place is the key.
/* oxlint-disable react/no-array-index-key */

/** An article's text as elements. */
export function ArticleBody({ blocks }: { blocks: readonly ArticleBlock[] }) {
	return (
		<div className={`prose ${styles.body}`}>
			{blocks.map((block, place) => (
				<Part key={place} block={block} />
			))}
		</div>
	)
}

function Part({ block }: { block: ArticleBlock }) {
	if (block.kind === 'heading') {
		const Heading = block.level === 2 ? 'h2' : 'h3'
		return <Heading id={block.id}>{block.text}</Heading>
	}
	if (block.kind !== 'table') return <BlockElement block={block} />
	return (
		<WideTable label={block.head.map((cell) => textOf(cell)).join('、')}>
			<thead>
				<tr>
					{block.head.map((cell, place) => (
						<th key={place} scope="col">
							<Inlines inlines={cell} />
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{block.rows.map((row, line) => (
					<tr key={line}>
						{row.map((cell, place) => (
							<td key={place}>
								<Inlines inlines={cell} />
							</td>
						))}
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}

type Cell = Extract<ArticleBlock, { kind: 'table' }>['head'][number]
const textOf = (inlines: Cell): string =>
	inlines.map((one) => (one.kind === 'text' ? one.text : one.kind === 'break' ? ' ' : textOf(one.children))).join('')

export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
	if (chapters.length < 2) return null
	return (
		<nav aria-label="目次" className={styles.contents}>
			<p>目次</p>
			<ol>
				{chapters.map((chapter) => (
					<li key={chapter.id}>
						<a href={`#${chapter.id}`}>{chapter.text}</a>
						{chapter.sections.length > 0 && (
							<ul>
								{chapter.sections.map((section) => (
									<li key={section.id}>
										<a href={`#${section.id}`}>{section.text}</a>
									</li>
								))}
							</ul>
						)}
					</li>
				))}
			</ol>
		</nav>
	)
}
