import { type ArticleBlock, parseArticle } from '../../domain/articles/article-markdown.ts'
import { ruleRooms, type RuleRoom } from '../../domain/shared/rule-versions.ts'
import { diffLines, type LineDiff } from '../format/text-diff.ts'

/** All texts of rules, by their file. Part of the build, so that no page reads files. */
const files: Record<string, string> = import.meta.glob('/content/rules/*/*.md', { query: '?raw', import: 'default', eager: true })

/** What each room's rules say in plain words, in a few points. */
const summaries: Record<string, string> = import.meta.glob('/content/rules/*.summary.md', { query: '?raw', import: 'default', eager: true })

const summaryOf = (name: RuleRoom | 'privacy') => summaries[`/content/rules/${name}.summary.md`] ?? ''

/** The points of a summary: its list items. */
export const summaryPoints = (name: RuleRoom | 'privacy'): string[] =>
	[...summaryOf(name).matchAll(/^- (.+)$/gmu)].map(([, point = '']) => point)

/** The newest version that the summary was compared with. */
export const summarisedVersion = (room: RuleRoom): string | null => /^版：(\S+)$/mu.exec(summaryOf(room))?.[1] ?? null

export const ruleFiles = (): string[] => Object.keys(files)

/** The text of a version, or null where there is none. */
export const ruleText = (room: RuleRoom, version: string): string | null => files[`/content/rules/${room}/${version}.md`] ?? null

/** The Markdown subset takes whole addresses alone, because people type it; a path of these texts stands for one meanwhile. */
const OWN = 'https://own.invalid/'

/** The text as blocks; links to this site are paths. */
export function ruleBlocks(room: RuleRoom, version: string): ArticleBlock[] {
	const blocks = parseArticle((ruleText(room, version) ?? '').replaceAll('](/', `](${OWN}`))
	return JSON.parse(JSON.stringify(blocks).replaceAll(`"href":"${OWN}`, '"href":"/')) as ArticleBlock[]
}

/** The version before, and what the given one changed; null for the first. */
export function ruleChange(room: RuleRoom, version: string): { before: string; lines: LineDiff[] } | null {
	const versions: readonly string[] = ruleRooms[room].versions
	const before = versions[versions.indexOf(version) - 1]
	if (before === undefined) return null
	return { before, lines: diffLines(ruleText(room, before) ?? '', ruleText(room, version) ?? '') }
}
