import { Fragment, type ReactNode } from 'react'
import type { ArticleBlock } from '../../domain/articles/article-markdown.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { rulesPath } from '../../domain/shared/links.ts'
import { type RuleRoom, ruleRooms } from '../../domain/shared/rule-versions.ts'
import { ArticleBody } from '../ui/posts/article-body.tsx'
import { DocumentPage, OperatorNote, Section } from '../ui/document.tsx'
import { Link } from '../ui/link.tsx'
import type { LineDiff } from '../format/text-diff.ts'
import { RuleSummary } from './rule-summary.tsx'
import documentStyles from '../ui/document.module.css'
import styles from './rules.module.css'

/** A text of rules with its version, the other rooms' rules and the earlier versions. */
export function RuleDocument({
	room,
	version,
	current,
	versions,
	blocks,
	description,
	summary = [],
	change = null,
	isVersionPage = false,
	parts = {},
	contents,
}: {
	room: RuleRoom
	version: string
	/** The version in force today. */
	current: string
	versions: string[]
	blocks: ArticleBlock[]
	description: string
	/** Of the version in force, in plain words. */
	summary?: readonly string[]
	change?: { before: string; lines: LineDiff[] } | null
	isVersionPage?: boolean
	/** Elements for the parts of the text that follow from the settings of the site, by their names. */
	parts?: Readonly<Record<string, ReactNode>>
	contents?: readonly { id: string; label: string }[]
}) {
	const { label } = ruleRooms[room]
	const title = isVersionPage ? `${label}（${dateText(version)}の版）` : label
	const path = isVersionPage ? rulesPath(room, version) : rulesPath(room)
	const next = isVersionPage ? undefined : versions.find((one) => one > current)
	return (
		<DocumentPage
			title={title}
			description={description}
			path={path}
			above={<RuleSummary points={summary} />}
			{...(contents && { contents })}
		>
			<OperatorNote file={`content/rules/${room}/${version}.md`} />
			<p className={documentStyles.dates}>{stateOf(version, current)}</p>
			{next !== undefined && (
				<p className={documentStyles.dates}>
					<Link to={rulesPath(room, next)}>{`${dateText(next)}から変わります。新しい版と、変わるところを見る`}</Link>
				</p>
			)}
			{isVersionPage && version !== current && (
				<p>
					いまの版は、
					<Link to={rulesPath(room)}>{label}</Link>
					で読めます。
				</p>
			)}
			{change && <Change {...change} />}
			<Text blocks={blocks} parts={parts} />
			<Section id="rules-rooms" title="ほかの規約">
				<ul>
					{(Object.keys(ruleRooms) as RuleRoom[])
						.filter((other) => other !== room)
						.map((other) => (
							<li key={other}>
								<Link className="tap" to={rulesPath(other)}>
									{ruleRooms[other].label}
								</Link>
							</li>
						))}
				</ul>
			</Section>
			<Section id="rules-versions" title="これまでの版">
				<ul>
					{versions.toReversed().map((one) => (
						<li key={one}>
							<Link className="tap" to={rulesPath(room, one)}>{`${dateText(one)}の版`}</Link>
							{one === current ? '（いまの版）' : one > current && '（これから有効になる版）'}
						</li>
					))}
				</ul>
			</Section>
		</DocumentPage>
	)
}

/** The text, with an element in the place of each `{{part}}`. */
function Text({ blocks, parts }: { blocks: readonly ArticleBlock[]; parts: Readonly<Record<string, ReactNode>> }) {
	const runs: { blocks: ArticleBlock[]; part: string | null }[] = [{ blocks: [], part: null }]
	for (const block of blocks) {
		const part = partOf(block)
		if (part !== null && part in parts) runs.push({ blocks: [], part })
		else runs.at(-1)?.blocks.push(block)
	}
	return runs.map((run) => (
		<Fragment key={run.part ?? ''}>
			{run.part !== null && <div className={`prose ${styles.part}`}>{parts[run.part]}</div>}
			<ArticleBody blocks={run.blocks} />
		</Fragment>
	))
}

function partOf(block: ArticleBlock): string | null {
	const [only] = block.kind === 'paragraph' ? block.children : []
	return only?.kind === 'text' ? (/^\{\{([a-z-]+)\}\}$/.exec(only.text)?.[1] ?? null) : null
}

function stateOf(version: string, current: string): string {
	if (version === current) return `${dateText(version)}から有効`
	return version > current ? `${dateText(version)}から有効になります` : `${dateText(version)}から有効だった版です。いまは効力がありません`
}

const marks = { same: '', added: '追加', removed: '削除' } as const

function Change({ before, lines }: { before: string; lines: LineDiff[] }) {
	return (
		<details className={styles.change}>
			<summary>{`${dateText(before)}の版との違い`}</summary>
			<ol className={styles.lines}>
				{lines.map(({ kind, text }, place) => (
					// oxlint-disable-next-line react/no-array-index-key -- lines of a fixed text
					<li key={place} data-kind={kind}>
						{kind !== 'same' && <strong>{marks[kind]}</strong>}
						{kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : <b>{text}</b>}
					</li>
				))}
			</ol>
		</details>
	)
}
