import type { Config } from '../../config.ts'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type ArticleBlock, parseArticle } from '../../domain/articles/article-markdown.ts'
import { ruleRooms, type RuleRoom } from '../../domain/shared/rule-versions.ts'
import { diffLines, type LineDiff } from '../format/text-diff.ts'
import { changedLines } from './changed-lines.ts'

/** All texts of rules, by their file. Part of the build, so that no page reads files. */
const files: Record<string, string> = import.meta.glob('/content/rules/*/*.md', { query: '?raw', import: 'default', eager: true })

/** What each room's rules say in plain words, in a few points. */
const summaries: Record<string, string> = import.meta.glob('/content/rules/*.summary.md', { query: '?raw', import: 'default', eager: true })

const summaryOf = (name: RuleRoom) => summaries[`/content/rules/${name}.summary.md`] ?? ''

/** The points of a summary: its list items. */
export const summaryPoints = (name: RuleRoom): string[] => [...summaryOf(name).matchAll(/^- (.+)$/gmu)].map(([, point = '']) => point)

/** The newest version that the summary was compared with. */
export const summarisedVersion = (room: RuleRoom): string | null => /^版：(\S+)$/mu.exec(summaryOf(room))?.[1] ?? null

export const ruleFiles = (): string[] => Object.keys(files)

/** What a text may depend on: `{{name}}` and lines that begin with a condition, such as `{{cards}}` or `{{no-cards}}`. */
export type RuleSettings = { name: string; takesCards: boolean; takesReplies: boolean; analytics: 'none' | 'ga4' | 'plausible' }

export const ruleSettings = (
	{ cards }: Pick<AccountsCtx, 'cards'>,
	{ siteName, analytics, inboundMail }: Pick<Config, 'siteName' | 'analytics' | 'inboundMail'>,
): RuleSettings => ({
	name: siteName,
	takesCards: cards !== null,
	takesReplies: inboundMail !== null,
	analytics: analytics.kind,
})

const CONDITION = /^\{\{(no-)?(cards|replies|ga4|analytics)\}\} /

/** The text as it is on a site with these settings. */
function fillText(text: string, { name, takesCards, takesReplies, analytics }: RuleSettings): string {
	const holds = { cards: takesCards, replies: takesReplies, ga4: analytics === 'ga4', analytics: analytics !== 'none' }
	return text
		.split('\n')
		.flatMap((line) => {
			const [mark = '', no, condition] = CONDITION.exec(line) ?? []
			return condition === undefined || holds[condition as keyof typeof holds] === (no === undefined) ? [line.slice(mark.length)] : []
		})
		.join('\n')
		.replaceAll('{{name}}', name)
}

/** What a version page and a comparison say where the page of the room itself has a part that follows from the settings of the site. */
const PARTS: Readonly<Record<string, string>> = {
	'{{analytics-storage}}': '（アクセス解析が置く Cookie があるときは、その一覧）',
	'{{transmissions}}': '（外部への送信の一覧。サイトの設定によって変わります）',
	'{{contact-ways}}': '（お問い合わせの窓口）',
}

const describeParts = (text: string): string => text.replaceAll(/^\{\{[a-z-]+\}\}$/gm, (part) => PARTS[part] ?? part)

/** The text of a version, or null where there is none. */
export const ruleText = (room: RuleRoom, version: string): string | null => files[`/content/rules/${room}/${version}.md`] ?? null

/** The Markdown subset takes whole addresses alone, because people type it; a path of these texts stands for one meanwhile. */
const OWN = 'https://own.invalid/'

/** The text as blocks; links to this site are paths. `isRoomPage`: the page has elements for the parts that follow from the settings. */
export function ruleBlocks(room: RuleRoom, version: string, settings: RuleSettings, isRoomPage = false): ArticleBlock[] {
	const filled = fillText(ruleText(room, version) ?? '', settings)
	const blocks = parseArticle((isRoomPage ? filled : describeParts(filled)).replaceAll('](/', `](${OWN}`))
	return JSON.parse(JSON.stringify(blocks).replaceAll(`"href":"${OWN}`, '"href":"/')) as ArticleBlock[]
}

/** The version before, and the lines that the given one changed, with their headings; null for the first. */
export function ruleChange(room: RuleRoom, version: string, settings: RuleSettings): { before: string; lines: LineDiff[] } | null {
	const versions: readonly string[] = ruleRooms[room].versions
	const before = versions[versions.indexOf(version) - 1]
	if (before === undefined) return null
	const textOf = (one: string) => describeParts(fillText(ruleText(room, one) ?? '', settings))
	return { before, lines: changedLines(diffLines(textOf(before), textOf(version))) }
}
