import { bool, checkedSql, int4, int4Array, int8, text } from '../../../platform/checked-sql.ts'
import { normaliseEmail } from '../../accounts/email-address.ts'
import type { Ctx } from '../../shared/context.ts'
import { isDomainError } from '../../shared/errors.ts'
import { isoDay } from '../../shared/japan-time.ts'
import { parseInput } from '../../shared/parse-input.ts'
import { advertisingFault } from '../../taxonomy/advertising-rules.ts'
import { findPersonalData, personalDataLabels } from '../personal-data.ts'
import { type AnswerInput, answerSchema, type QuestionInput, questionSchema } from '../schemas.ts'
import type { Stage } from '../types.ts'
import type { AnswerExport } from './answer-export.ts'
import type { ExportRow } from './sql-dump.ts'

/** Says what an import of an export of Apache Answer would do; `writing-imports.ts` does it. */
type ReadCtx = Pick<Ctx, 'db' | 'now'>

export type ImportedMember = { userId: string; expertId: number | null; isVerified: boolean; professionIds: number[] }

export type PlannedAnswer = {
	sourceId: string
	outcome: 'new' | 'known' | 'refused'
	notes: string[]
	expertId: number
	isAccepted: boolean
	at: Date
	input: AnswerInput | null
}

export type PlannedQuestion = {
	sourceId: string
	title: string
	outcome: 'new' | 'known' | 'refused'
	/** Why it is refused, or what stays behind. */
	notes: string[]
	/** Null for an asker without an account here: the question is shown as of somebody who has left. */
	askerId: string | null
	at: Date
	input: QuestionInput | null
	answers: PlannedAnswer[]
}

export type ImportOptions = {
	/** Names the site that the export comes from. */
	source: string
	/** The category of questions none of whose tags is a task or category of ours; null refuses them. */
	categoryId: number | null
	stage: Stage
}

/** Satisfies the schema; imports are idempotent by the ids of the export. */
const clientKey = 'imported-from-an-export'
const AVAILABLE = '1'
const CLOSED = '2'
const ACCEPTED = '2'

const memberRow = { email: text, user_id: int8, expert_id: int4.nullable, is_verified: bool, professions: int4Array.nullable }

/** The members of the users of the export, by their ids there and their proved addresses here. */
async function findMembers({ db }: ReadCtx, users: readonly ExportRow[]): Promise<Map<string, ImportedMember>> {
	const emails = new Map(users.map((user) => [user['id'] ?? '', normaliseEmail(user['e_mail'] ?? '') ?? '']))
	const { rows } = await checkedSql(memberRow)`
		select i.email, u.id as user_id, e.id as expert_id, coalesce(e.state = 'verified', false) as is_verified,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as professions
		from identities i join users u on u.uid = i.uid and u.deleted_at is null left join experts e on e.user_id = u.id
		where i.email = any (${[...new Set(emails.values())]}::text[]) and i.email_verified_at is not null
	`.execute(db)
	const members = new Map(rows.map((row) => [row.email, row]))
	return new Map(
		[...emails].flatMap(([id, email]): [string, ImportedMember][] => {
			const row = members.get(email)
			return row
				? [[id, { userId: row.user_id, expertId: row.expert_id, isVerified: row.is_verified, professionIds: row.professions ?? [] }]]
				: []
		}),
	)
}

/** The tasks and the category that the tags of a question name. */
async function readTopics({ db }: ReadCtx, { tag, tag_rel: relations }: AnswerExport, fallback: number | null) {
	const [tasks, categories] = await Promise.all([
		db.selectFrom('tasks').select(['id', 'name', 'task_category_id']).where('published_at', 'is not', null).execute(),
		db.selectFrom('task_categories').select(['id', 'name']).execute(),
	])
	const names = new Map(tag.map((row) => [row['id'] ?? '', row['display_name'] ?? '']))
	const tagsOf = Map.groupBy(relations, (row) => row['object_id'] ?? '')
	const isKnown = categories.some(({ id }) => id === fallback)
	return (questionId: string): { taskCategoryId: number | null; taskIds: number[] } => {
		const own = (tagsOf.get(questionId) ?? []).flatMap((row) => names.get(row['tag_id'] ?? '') ?? [])
		const found = tasks.filter(({ name }) => own.includes(name))
		const category = found[0]?.task_category_id ?? categories.find(({ name }) => own.includes(name))?.id ?? (isKnown ? fallback : null)
		return {
			taskCategoryId: category,
			taskIds: found
				.filter((task) => task.task_category_id === category)
				.map(({ id }) => id)
				.slice(0, 3),
		}
	}
}

/** A moment of the export; without an offset it is UTC, as in its container. */
function momentOf(typed: string | null | undefined): Date | null {
	const text = (typed ?? '').trim().replace(' ', 'T')
	const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
	return Number.isNaN(at.getTime()) ? null : at
}

/** The Markdown of the export in our subset: no pictures, headings or code; the pictures' addresses are returned. */
export function toOwnMarkdown(markdown: string): { body: string; images: string[] } {
	const images: string[] = []
	const body = markdown
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/!\[[^\]\n]{0,300}\]\(([^)\s]{1,1000})[^)\n]{0,300}\)/g, (_all, address: string) => {
			images.push(address)
			return ''
		})
		.replaceAll(/<(?:br|\/p|\/div|\/li)\b[^<>]{0,200}>/gi, '\n')
		.replaceAll(/<\/?[a-z][^<>]{0,1000}>/gi, '')
		.replaceAll(/^#{1,6}[ \t]+/gm, '')
		.replaceAll(/^[ \t]*```.*$/gm, '')
		.replaceAll(/\n{3,}/g, '\n\n')
	return { body: body.trim(), images }
}

/** What no form would take without a question: personal data of whoever it may be. */
const personalNotes = (typed: string): string[] => [
	...new Set(
		findPersonalData(typed).map(
			({ kind }) => `${personalDataLabels[kind]}のような記述があります。元のサイトで直してから書き出してください。`,
		),
	),
]

function parsed<T>(read: () => T): { input: T; notes: string[] } | { input: null; notes: string[] } {
	try {
		return { input: read(), notes: [] }
	} catch (error) {
		if (isDomainError(error)) return { input: null, notes: Object.values(error.fields) }
		throw error
	}
}

/** Plans every question of an export with its answers, oldest first. Writes nothing. */
export async function planQuestions(ctx: ReadCtx, exported: AnswerExport, options: ImportOptions): Promise<PlannedQuestion[]> {
	const [members, topicsOf, known] = await Promise.all([
		findMembers(ctx, exported.user),
		readTopics(ctx, exported, options.categoryId),
		ctx.db.selectFrom('content_imports').select(['kind', 'source_id']).where('source', '=', options.source).execute(),
	])
	const before = new Set(known.map((row) => `${row.kind}:${row.source_id}`))
	const answersOf = Map.groupBy(exported.answer, (row) => row['question_id'] ?? '')
	return exported.question
		.map((row): PlannedQuestion => {
			const sourceId = row['id'] ?? ''
			const question = planQuestion(ctx, row, {
				stage: options.stage,
				topics: topicsOf(sourceId),
				asker: members.get(row['user_id'] ?? ''),
			})
			const isKnown = before.has(`question:${sourceId}`)
			const answers = isKnown || question.input === null ? [] : planAnswers(ctx, row, answersOf.get(sourceId) ?? [], members)
			return isKnown ? { ...question, outcome: 'known', input: null, notes: [], answers: [] } : { ...question, answers }
		})
		.sort((a, b) => a.at.getTime() - b.at.getTime())
}

type QuestionFacts = { stage: Stage; topics: { taskCategoryId: number | null; taskIds: number[] }; asker: ImportedMember | undefined }

function planQuestion(ctx: ReadCtx, row: ExportRow, { stage, topics, asker }: QuestionFacts): Omit<PlannedQuestion, 'answers'> {
	const at = momentOf(row['created_at'])
	const { body, images } = toOwnMarkdown(row['original_text'] ?? '')
	const title = row['title'] ?? ''
	const head = { sourceId: row['id'] ?? '', title, askerId: asker?.userId ?? null, at: at ?? new Date(0) }
	const refuse = (...notes: string[]) => ({ ...head, outcome: 'refused' as const, notes, input: null })
	if (row['status'] !== AVAILABLE && row['status'] !== CLOSED) return refuse('削除されたか、承認を待っている質問です。')
	if (row['show'] === '2' || (row['private_level'] ?? 'public') !== 'public') return refuse('公開されていない質問です。')
	if (head.sourceId === '' || head.sourceId.length > 60 || at === null || at > ctx.now()) return refuse('番号か日時を読み取れません。')
	if (topics.taskCategoryId === null) return refuse('タグからカテゴリーを決められません。--category で指定してください。')
	const { input, notes } = parsed(() => parseInput(questionSchema, { title, body, ...topics, stage, isAnonymous: true, clientKey }))
	if (input === null) return refuse(...notes)
	const personal = personalNotes(`${title}\n${body}`)
	if (personal.length > 0) return refuse(...personal)
	return { ...head, title: input.title, outcome: 'new', notes: images.map((address) => `画像は取り込みません：${address}`), input }
}

/** Why the author of an answer may not have written it here; null for one who may. */
function authorFault(author: ImportedMember | undefined, isAsker: boolean, hasAnswered: boolean): string | null {
	if (!author?.isVerified) return '回答できるのは、資格の確認が済んだ専門家だけです。'
	if (isAsker) return '質問した方ご自身の回答です。'
	return hasAnswered ? '同じ専門家の2つ目の回答です。' : null
}

function planAnswers(
	ctx: ReadCtx,
	question: ExportRow,
	rows: readonly ExportRow[],
	members: ReadonlyMap<string, ImportedMember>,
): PlannedAnswer[] {
	const experts = new Set<number>()
	return rows.map((row): PlannedAnswer => {
		const author = members.get(row['user_id'] ?? '')
		const expertId = author?.expertId ?? 0
		const fault = authorFault(author, question['user_id'] === row['user_id'], experts.has(expertId))
		const isAccepted = question['accepted_answer_id'] === row['id'] || row['accepted'] === ACCEPTED
		const answer = { ...planAnswer(ctx, row, { fault, professionIds: author?.professionIds ?? [] }), expertId, isAccepted }
		if (answer.outcome === 'new') experts.add(expertId)
		return answer
	})
}

type AnswerFacts = { fault: string | null; professionIds: readonly number[] }

function planAnswer(ctx: ReadCtx, row: ExportRow, { fault, professionIds }: AnswerFacts): Omit<PlannedAnswer, 'expertId' | 'isAccepted'> {
	const sourceId = row['id'] ?? ''
	const at = momentOf(row['created_at'])
	const refuse = (...notes: string[]) => ({ sourceId, at: at ?? new Date(0), outcome: 'refused' as const, notes, input: null })
	if (row['status'] !== AVAILABLE) return refuse('削除されたか、承認を待っている回答です。')
	if (fault !== null) return refuse(fault)
	if (sourceId === '' || sourceId.length > 60 || at === null || at > ctx.now()) return refuse('番号か日時を読み取れません。')
	const { body, images } = toOwnMarkdown(row['original_text'] ?? '')
	// Figures of the law are as of the day of the answer.
	const { input, notes } = parsed(() => parseInput(answerSchema, { body, lawAsOf: isoDay(at), clientKey }))
	if (input === null) return refuse(...notes)
	const advertising = advertisingFault(body, professionIds)
	const faults = [...personalNotes(body), ...(advertising === null ? [] : [advertising])]
	if (faults.length > 0) return refuse(...faults)
	return { sourceId, at, outcome: 'new', notes: images.map((address) => `画像は取り込みません：${address}`), input }
}
