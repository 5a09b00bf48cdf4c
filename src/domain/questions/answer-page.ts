import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
	bool,
	builtJson,
	checkedSql,
	date,
	int4,
	int8,
	type RowOf,
	storedJson,
	text,
	textArray,
	timestamptz,
} from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { type Keyset, type KeysetPage, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { type Fact, freshnessOf } from '../taxonomy/facts.ts'
import { toCredential } from './answers.ts'
import { ANSWERS_PAGE } from './input.ts'
import { parseMarkdown, plainText } from './markdown.ts'
import {
	canAccept,
	canComment,
	canEditAnswer,
	canHide,
	canReadAnswerHistory,
	canThank,
	canVote,
	canWithdrawAcceptance,
	isModerator,
	type QuestionFacts,
} from './policy.ts'
import { excerptOf, isPublic } from './question-items.ts'
import type { StoredCredential } from './tables.ts'
import { answerFacts, viewerId } from './thread.ts'
import type { AnswerDetail, AnswerSource, ExpertAnswerItem, QuestionState } from './types.ts'

const LEFT = '退会した専門家'

const rowColumns = {
	id: int4,
	question_id: int4,
	author_id: int8.nullable,
	expert_id: int4.nullable,
	display_name: text.nullable,
	headline: text.nullable,
	portrait: text.nullable,
	office_id: int4.nullable,
	office_name: text.nullable,
	credentials: storedJson<StoredCredential[]>(),
	body: text,
	sources: storedJson<AnswerSource[]>(),
	law_as_of: date.nullable,
	parts: textArray.nullable,
	helpful_count: int4,
	voted: bool,
	thanks: text.nullable,
	thanked_at: timestamptz.nullable,
	comment_count: int4,
	comments: builtJson(() => z.array(z.strictObject({ id: z.int(), author: z.enum(['asker', 'expert']), body: z.string(), at: z.string() })))
		.nullable,
	created_at: timestamptz,
	edited_at: timestamptz.nullable,
	hidden_at: timestamptz.nullable,
	hidden_reason: text.nullable,
	version: int4,
	is_best: bool,
	is_moved: bool,
}

type Row = RowOf<typeof rowColumns>

export type AnswerRows = { best: readonly Row[]; others: readonly Row[]; page: KeysetPage<Place> }

type Place = { helpful_count: number; id: number }

/** By votes, the older first among equals. */
const answersKeyset: Keyset<Place> = {
	by: [sql`a.helpful_count`, sql`(-a.id)`],
	direction: 'desc',
	size: ANSWERS_PAGE,
	keyOf: (row) => [row.helpful_count, row.id],
	place: ([votes, id]) => sql`(${votes}::integer, -${id}::integer)`,
}

/**
 * The best answer first on every page, and then 30 others by 参考になった and age. Hidden ones only for their author and staff.
 * Needs only the question's id, so that it can run in parallel with other reads; the caller checks that the
 * viewer may see the question before it shows any of it.
 */
export async function readAnswerRows(ctx: Ctx, questionId: number, cursorText: string | null): Promise<AnswerRows> {
	const page = keysetPage(cursorText, answersKeyset)
	const userId = viewerId(ctx)
	const isShown =
		userId === null
			? sql`a.hidden_at is null`
			: sql`(a.hidden_at is null or ${isModerator(ctx.viewer)} or a.expert_id = (select o.id from experts o where o.user_id = ${userId}::bigint))`
	// Limited first, so that authors are read for one page of answers, not for all.
	const { rows } = await checkedSql(rowColumns)`
		with page as materialized (
			(
				select a.id, true as is_best from questions q join answers a on a.id = q.best_answer_id
				where q.id = ${questionId}::integer and ${isShown}
			)
			union all
			(
				select a.id, false from answers a
				where a.question_id = ${questionId}::integer and ${isShown} and ${page.beyond}
					and a.id is distinct from (select q.best_answer_id from questions q where q.id = ${questionId}::integer)
				order by ${page.order} limit ${sql.lit(page.limit)}
			)
		)
		select a.id, a.question_id, e.user_id as author_id,
			case when e.state = 'verified' then a.expert_id end as expert_id, e.display_name, e.headline, e.portrait,
			office.id as office_id, office.name as office_name, a.credentials, a.body, a.sources, a.law_as_of, a.helpful_count,
			(
				select array_agg(t.name || '：' || p.name order by p.id) from task_parts p join tasks t on t.id = p.task_id where p.id = any (a.part_ids)
			) as parts,
			${userId === null ? sql`false` : sql`exists (select from helpful_votes v where v.answer_id = a.id and v.user_id = ${userId}::bigint)`} as voted,
			a.thanks, a.thanked_at, a.comment_count,
			(
				select json_agg(json_build_object('id', m.id, 'author', m.author,
					'body', case when m.hidden_at is null then m.body else 'このコメントは、運営が非公開にしました。' end, 'at', m.created_at) order by m.position)
				from answer_comments m where m.answer_id = a.id
			) as comments,
			a.created_at, a.edited_at, a.hidden_at, a.hidden_reason, a.version, page.is_best, a.moved_from_id is not null as is_moved
		from page join answers a on a.id = page.id
		left join experts e on e.id = a.expert_id
		left join lateral (
			select o.id, o.name from office_members om join offices o on o.id = om.office_id and o.state = 'published'
			where om.expert_id = e.id order by om.office_id limit 1
		) office on true
		order by ${page.order}
	`.execute(ctx.db)
	return { best: rows.filter((row) => row.is_best), others: rows.filter((row) => !row.is_best), page }
}

/** The rows as a page for the viewer. */
export function toAnswersPage(
	ctx: Ctx,
	question: QuestionFacts,
	rows: AnswerRows,
	changed: readonly Fact[],
): { answers: AnswerDetail[]; page: Page } {
	const { best, others, page } = rows
	const cut = page.cut(others)
	return { answers: [...best, ...cut.rows].map((row) => toAnswer(ctx, question, row, changed)), page: cut.page }
}

function toAnswer(ctx: Ctx, question: QuestionFacts, row: Row, changed: readonly Fact[]): AnswerDetail {
	const { viewer } = ctx
	const facts = answerFacts(ctx, row)
	return {
		id: row.id,
		questionId: row.question_id,
		expert: {
			id: row.expert_id,
			name: row.display_name ?? LEFT,
			headline: row.headline ?? '',
			portrait: row.portrait,
			office: row.office_id !== null && row.office_name !== null ? { id: row.office_id, name: row.office_name } : null,
		},
		credentials: row.credentials.map(toCredential),
		content: parseMarkdown(row.body),
		sources: row.sources,
		lawAsOf: row.law_as_of,
		freshness: freshnessOf(row.body, row.law_as_of ?? isoDay(row.edited_at ?? row.created_at), changed, isoDay(ctx.now())),
		parts: row.parts ?? [],
		isBest: row.id === question.bestAnswerId,
		isMoved: row.is_moved,
		helpfulCount: row.helpful_count,
		votedByViewer: row.voted,
		thanks: row.thanks !== null && row.thanked_at !== null ? { text: row.thanks, at: row.thanked_at } : null,
		comments: (row.comments ?? []).map((one) => ({ ...one, at: new Date(one.at) })),
		answeredAt: row.created_at,
		editedAt: row.edited_at,
		hidden: row.hidden_at === null ? null : { at: row.hidden_at, reason: row.hidden_reason ?? '' },
		version: row.version,
		can: {
			edit: canEditAnswer(viewer, question, facts),
			vote: canVote(viewer, question, facts),
			accept: canAccept(viewer, question, facts),
			withdrawAcceptance: canWithdrawAcceptance(viewer, question, facts),
			thank: canThank(viewer, question, facts),
			comment: canComment(viewer, question, facts),
			hide: canHide(viewer),
			readHistory: canReadAnswerHistory(viewer, facts),
		},
	}
}

const itemColumns = {
	id: int4,
	question_id: int4,
	expert_name: text,
	title: text,
	state: text.as<QuestionState>(),
	beginning: text,
	is_best: bool,
	helpful_count: int4,
	created_at: timestamptz,
	hidden_reason: text.nullable,
}

type ItemRow = RowOf<typeof itemColumns>

/** Answers `a` of experts `e` to questions `q`. */
const itemsOf = (rest: RawBuilder<unknown>) => checkedSql(itemColumns)`
	select a.id, a.question_id, e.display_name as expert_name, q.title, q.state, left(a.body, 300) as beginning,
		coalesce(q.best_answer_id = a.id, false) as is_best, a.helpful_count, a.created_at,
		case when a.hidden_at is not null then coalesce(a.hidden_reason, '') end as hidden_reason
	from answers a join questions q on q.id = a.question_id and ${isPublic} join experts e on e.id = a.expert_id
	where ${rest}
`

const toItem = (row: ItemRow): ExpertAnswerItem => ({
	answerId: row.id,
	expertName: row.expert_name,
	question: { id: row.question_id, title: row.title, state: row.state },
	excerpt: excerptOf(plainText(parseMarkdown(row.beginning))),
	isBest: row.is_best,
	helpfulCount: row.helpful_count,
	answeredAt: row.created_at,
	hiddenReason: row.hidden_reason,
})

/** The newest public answers of some experts, for their page or their office's. */
export async function listAnswersOfExperts(ctx: Ctx, expertIds: readonly number[], limit: number): Promise<ExpertAnswerItem[]> {
	if (expertIds.length === 0) return []
	const { rows } = await itemsOf(
		sql`a.expert_id = any (${expertIds}::integer[]) and a.hidden_at is null order by a.id desc limit ${limit}`,
	).execute(ctx.db)
	return rows.map(toItem)
}

const OWN_PAGE = 20

/** The viewer's own answers to questions that are on the site, newest first, including those that staff have hidden. */
export async function listMyAnswers(ctx: Ctx, cursorText: string | null): Promise<{ items: ExpertAnswerItem[]; page: Page }> {
	const { userId } = requireMember(ctx)
	const page = keysetPage<{ id: number }>(cursorText, { by: [sql`a.id`], direction: 'desc', size: OWN_PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await itemsOf(sql`e.user_id = ${userId}::bigint and ${page.beyond} order by ${page.order} limit ${page.limit}`).execute(
		ctx.db,
	)
	const cut = page.cut(rows)
	return { items: cut.rows.map(toItem), page: cut.page }
}
