import { sql } from 'kysely'
import { bool, checkedSql, int4, int4Array, int8, text } from '../../../platform/checked-sql.ts'
import { recordCommand } from '../../accounts/audit.ts'
import { normaliseEmail } from '../../accounts/email-address.ts'
import { findPersonalData, personalDataLabels } from '../../questions/personal-data.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, isDomainError } from '../../shared/errors.ts'
import { parseInput } from '../../shared/parse-input.ts'
import { cleanLine, cleanText } from '../../shared/text-input.ts'
import { advertisingFault } from '../../taxonomy/advertising-rules.ts'
import { articleLengths } from '../article-input.ts'
import { emptyManuscript, inOrder } from '../article-manuscripts.ts'
import { manuscriptSchema } from '../article-schemas.ts'
import type { Manuscript } from '../article-types.ts'
import { type ConvertedText, loadConverter } from './html-to-markdown.ts'
import type { ArticleOutcome } from './import-outcomes.ts'
import type { WxrFile, WxrItem } from './wxr-file.ts'

/** Articles from an export of WordPress: each becomes a draft of its author's, or of the editors, which goes the way of all drafts. */
type ImportCtx = Pick<Ctx, 'db' | 'now'>

/** Whose draft an article becomes: a verified expert's, or the editors'. */
export type Author = { userId: string; expertId: number; name: string; professionIds: number[] }

export type PlannedArticle = {
	sourceId: string
	title: string
	outcome: ArticleOutcome
	/** Null for the editors. */
	author: Author | null
	manuscript: Manuscript | null
	/** Why it is refused, or what an editor should look at. */
	notes: string[]
}

const EDITORS = '編集部'
export const authorName = ({ author }: Pick<PlannedArticle, 'author'>): string => author?.name ?? EDITORS

const authorRow = { email: text, user_id: int8, expert_id: int4, name: text, is_verified: bool, professions: int4Array.nullable }

/** The experts of these proved addresses. */
async function findAuthors({ db }: ImportCtx, emails: readonly string[]): Promise<Map<string, Author>> {
	const { rows } = await checkedSql(authorRow)`
		select i.email, u.id as user_id, e.id as expert_id, e.display_name as name, e.state = 'verified' as is_verified,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as professions
		from identities i join users u on u.uid = i.uid and u.deleted_at is null join experts e on e.user_id = u.id
		where i.email = any (${emails}::text[]) and i.email_verified_at is not null
	`.execute(db)
	return new Map(
		rows
			.filter((row) => row.is_verified)
			.map((row) => [row.email, { userId: row.user_id, expertId: row.expert_id, name: row.name, professionIds: row.professions ?? [] }]),
	)
}

/**
 * Says what an import would do, without writing. `fallbackEmail` names the expert who gets articles of authors without an account here;
 * null leaves them to the editors. Throws `invalid` (field author) for an address without a verified expert.
 */
export async function planArticles(ctx: ImportCtx, file: WxrFile, fallbackEmail: string | null): Promise<PlannedArticle[]> {
	const emailOf = (item: WxrItem) => normaliseEmail(item.authorEmail) ?? ''
	const fallbackKey = fallbackEmail === null ? '' : (normaliseEmail(fallbackEmail) ?? fallbackEmail)
	const authors = await findAuthors(ctx, [...new Set([fallbackKey, ...file.items.map(emailOf)])])
	const fallback = authors.get(fallbackKey) ?? null
	if (fallbackEmail !== null && fallback === null)
		throw new DomainError('invalid', 'no such author', {
			fields: { author: `${fallbackEmail} の、資格の確認が済んだ専門家はいません。` },
		})
	const [known, categories] = await Promise.all([
		ctx.db.selectFrom('content_imports').select('source_id').where('kind', '=', 'article').where('source', '=', file.source).execute(),
		ctx.db.selectFrom('task_categories').select(['id', 'name']).execute(),
	])
	const before = new Set(known.map((row) => row.source_id))
	const categoryIds = new Map(categories.map(({ id, name }) => [name, id]))
	// Pictures, menus and revisions are no articles.
	const posts = file.items.filter(({ type }) => type === 'post' || type === 'page')
	const toMarkdown = await loadConverter()
	const convert = (html: string) => converted(html, toMarkdown)
	return posts.map((item) => {
		const author = authors.get(emailOf(item)) ?? fallback
		const categoryId = item.categories.flatMap((name) => categoryIds.get(name) ?? [])[0] ?? null
		if (before.has(item.id)) return { ...headOf(item), outcome: 'known', author, manuscript: null, notes: [] }
		before.add(item.id)
		return planItem(item, author, categoryId, convert)
	})
}

const headOf = ({ id, title }: WxrItem) => ({ sourceId: id, title: title === '' ? '（題名なし）' : cleanLine(title) })

const statusNotes: Readonly<Record<string, string>> = {
	trash: 'ゴミ箱にある記事です。',
	'auto-draft': '自動保存だけの下書きです。',
	private: '非公開の記事です。',
	inherit: '記事ではありません。',
}

function planItem(item: WxrItem, author: Author | null, taskCategoryId: number | null, convert: (html: string) => Body): PlannedArticle {
	const refuse = (...notes: string[]): PlannedArticle => ({ ...headOf(item), outcome: 'refused', author, manuscript: null, notes })
	if (item.id === '') return refuse('記事の番号（wp:post_id）がありません。')
	if (item.type !== 'post') return refuse('固定ページです。')
	const status = statusNotes[item.status]
	if (status !== undefined) return refuse(status)
	if (item.hasPassword) return refuse('パスワードで保護された記事です。')
	const { text: body, images, fault } = convert(item.html)
	if (fault !== null) return refuse(fault)
	if (body === '') return refuse('本文がありません。')
	const lead = leadOf(item.excerpt === '' ? body : (convert(item.excerpt).text ?? ''))
	const checked = check({ ...emptyManuscript, title: item.title, lead, body, taskCategoryId })
	if (typeof checked === 'string') return refuse(checked)
	const faults = [checked.title, checked.lead, checked.body].flatMap((part) => advertisingFault(part, author?.professionIds ?? []) ?? [])
	if (faults.length > 0) return refuse(...new Set(faults))
	return { ...headOf(item), outcome: 'new', author, manuscript: checked, notes: notesOf(checked, images) }
}

type Body = { text: string; images: string[]; fault: string | null }

function converted(html: string, toMarkdown: (html: string) => ConvertedText): Body {
	try {
		const { markdown, images } = toMarkdown(html)
		return { text: cleanText(markdown), images, fault: null }
	} catch {
		return { text: '', images: [], fault: '本文のHTMLを読み取れませんでした。' }
	}
}

/** The first paragraph that is none of the headings, as far as a lead goes. */
function leadOf(markdown: string): string {
	const first = markdown.split(/\n{2,}/).find((part) => !/^[#|>-]/.test(part)) ?? ''
	const plain = first
		.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
		.replaceAll('**', '')
		.replaceAll('\n', ' ')
	return Array.from(plain).slice(0, articleLengths.lead.max).join('')
}

/** The manuscript as typed text is checked, or why it cannot be saved. */
function check(manuscript: Manuscript): Manuscript | string {
	try {
		return parseInput(manuscriptSchema, manuscript)
	} catch (error) {
		if (isDomainError(error)) return Object.values(error.fields).join('')
		throw error
	}
}

/** What an editor or the author has to do before it can be published, and what stayed behind. */
function notesOf({ title, lead, body, taskCategoryId }: Manuscript, images: readonly string[]): string[] {
	const size = (part: string) => Array.from(part).length
	const outside = (name: string, part: string, { min, max }: { min: number; max: number }) =>
		size(part) < min || size(part) > max
			? [`${name}を${min}〜${max.toLocaleString('ja-JP')}文字に直してください（いま${size(part)}文字）。`]
			: []
	const kinds = new Set(findPersonalData(`${title}\n${lead}\n${body}`).map(({ kind }) => personalDataLabels[kind]))
	return [
		...outside('タイトル', title, articleLengths.title),
		...outside('リード文', lead, articleLengths.lead),
		...outside('本文', body, articleLengths.body),
		...(taskCategoryId === null ? ['カテゴリーを選んでください。'] : []),
		...[...kinds].map((label) => `${label}のような記述があります。`),
		...images.map((address) => `画像は取り込みません：${address}`),
	]
}

/** Makes the drafts of a plan in one transaction, for the command. Returns how many; what another import made meanwhile is left out. */
export async function importArticles(ctx: ImportCtx, source: string, planned: readonly PlannedArticle[]): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const made = await writeDrafts(trx, source, planned)
		if (made > 0) await recordCommand(trx, { action: 'article.import', subject: 'article', detail: { source, made } })
		return made
	})
}

/** Makes the drafts of a plan in the caller's transaction. Returns how many; a draft that another import made meanwhile is left out. */
export async function writeDrafts({ db, now }: ImportCtx, source: string, planned: readonly PlannedArticle[]): Promise<number> {
	let made = 0
	for (const { sourceId, outcome, author, manuscript } of planned) {
		if (outcome !== 'new' || manuscript === null) continue
		const claimed = await db
			.insertInto('content_imports')
			.values({ kind: 'article', source, source_id: sourceId, imported_at: now() })
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirst()
		if (claimed.numInsertedOrUpdatedRows === 0n) continue
		const { id } = await db
			.insertInto('articles')
			.values({
				author: author === null ? 'editor' : 'expert',
				author_user_id: author?.userId ?? null,
				expert_id: author?.expertId ?? null,
				manuscript: JSON.stringify(inOrder(manuscript)),
				// An article of version 1 counts as begun and never saved.
				version: 2,
				saved_by: author?.userId ?? null,
				saved_at: now(),
				created_at: now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await sql`update content_imports set article_id = ${id}::integer where kind = 'article' and source = ${source} and source_id = ${sourceId}`.execute(
			db,
		)
		made++
	}
	return made
}
