import { type RawBuilder, sql } from 'kysely'
import type { StaffCtx } from '../accounts/staff.ts'
import type { Ctx } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { isSideOf } from '../inquiries/inquiry-access.ts'
import {
	answerHistoryPath,
	articlePath,
	expertPath,
	inquiryPath,
	officePath,
	questionHistoryPath,
	questionPath,
	staffReviewsPath,
} from '../shared/links.ts'
import { articleText, parseArticle } from '../articles/article-markdown.ts'
import { parseMarkdown, plainText } from '../questions/markdown.ts'
import { shorten } from '../shared/text-input.ts'
import type { Subject, SubjectKind } from './input.ts'

/** What a report is about, as staff and those concerned see it. The author is not exported. */
export type SubjectText = {
	title: string
	text: string
	/** The page that shows it. */
	path: string
	authorId: string | null
	/** Whether everybody can see it. */
	isPublic: boolean
	hidden: { at: Date; reason: string } | null
	/** Where it can be read what it said before it was edited. */
	historyPath: string | null
}

type Row = {
	title: string
	text: string
	page_id: number
	answer_id: number | null
	slug: string | null
	author_id: string | null
	public: boolean
	hidden_at: Date | null
	hidden_reason: string | null
	edited?: boolean
}

const none = sql`null::timestamptz as hidden_at, null::text as hidden_reason`

const reads: Record<SubjectKind, (id: number) => RawBuilder<Row>> = {
	question: (id) => sql`
		select q.title, q.body as text, q.id as page_id, null::integer as answer_id, null as slug, q.asker_id as author_id,
			q.hidden_at is null as public, q.hidden_at, q.hidden_reason, q.version > 1 as edited
		from questions q where q.id = ${id}::integer and q.deleted_at is null`,
	answer: (id) => sql`
		select q.title, a.body as text, q.id as page_id, a.id as answer_id, null as slug, e.user_id as author_id,
			a.hidden_at is null and q.hidden_at is null as public, a.hidden_at, a.hidden_reason, a.version > 1 as edited
		from answers a join questions q on q.id = a.question_id and q.deleted_at is null left join experts e on e.id = a.expert_id
		where a.id = ${id}::integer`,
	comment: (id) => sql`
		select q.title, c.body as text, q.id as page_id, a.id as answer_id, null as slug,
			case when c.author = 'asker' then q.asker_id else e.user_id end as author_id,
			c.hidden_at is null and a.hidden_at is null and q.hidden_at is null as public, c.hidden_at, c.hidden_reason
		from answer_comments c join answers a on a.id = c.answer_id join questions q on q.id = a.question_id and q.deleted_at is null
		left join experts e on e.id = a.expert_id
		where c.id = ${id}::integer`,
	review: (id) => sql`
		select o.name as title, r.body as text, o.id as page_id, null::integer as answer_id, null as slug, r.user_id as author_id,
			r.hidden_at is null and o.state = 'published' as public, r.hidden_at, r.hidden_reason, r.edited_at is not null as edited
		from reviews r join offices o on o.id = r.office_id where r.id = ${id}::integer`,
	article: (id) => sql`
		select a.title, concat_ws(E'\n\n', a.lead, a.body) as text, a.id as page_id, null::integer as answer_id, a.slug, a.author_user_id as author_id,
			a.published_at is not null and a.unlisted_at is null as public, ${none}
		from articles a where a.id = ${id}::integer and a.published_at is not null`,
	office: (id) => sql`
		select o.name as title, concat_ws(E'\n', o.headline, array_to_string(o.description, E'\n')) as text, o.id as page_id,
			null::integer as answer_id, null as slug,
			(select e.user_id from office_members m join experts e on e.id = m.expert_id
				where m.office_id = o.id and m.role = 'owner' order by m.position limit 1) as author_id,
			o.state = 'published' as public, ${none}
		from offices o where o.id = ${id}::integer`,
	expert: (id) => sql`
		select e.display_name as title, concat_ws(E'\n', e.headline, array_to_string(e.biography, E'\n')) as text, e.id as page_id,
			null::integer as answer_id, null as slug, e.user_id as author_id, e.state = 'verified' as public, ${none}
		from experts e where e.id = ${id}::integer`,
	// Without the messages: staff read them where the reading is recorded (inquiries/inquiry-admin.ts).
	inquiry: (id) => sql`
		select o.name as title, '' as text, i.id as page_id, null::integer as answer_id, null as slug, null::bigint as author_id,
			false as public, ${none}
		from inquiries i join offices o on o.id = i.office_id where i.id = ${id}::integer`,
}

/** What was written with marks is quoted without them. */
const plain: Partial<Record<SubjectKind, (text: string) => string>> = {
	answer: (text) => plainText(parseMarkdown(text)),
	article: (text) => articleText(parseArticle(text)),
}

export async function findSubject(ctx: Ctx, { kind, id }: Subject): Promise<SubjectText | null> {
	const { rows } = await reads[kind](id).execute(ctx.db)
	const [row] = rows
	if (!row) return null
	return {
		title: row.title,
		text: plain[kind]?.(row.text) ?? row.text,
		path: pathOf(kind, row),
		authorId: row.author_id,
		isPublic: row.public,
		hidden: row.hidden_at === null ? null : { at: row.hidden_at, reason: row.hidden_reason ?? '' },
		historyPath: row.edited === true ? historyPathOf(kind, id) : null,
	}
}

/** Staff do not decide on their own content; a colleague does. */
export async function refuseOwn(ctx: StaffCtx, subject: Subject, about: SubjectText | null): Promise<void> {
	const isOwn = subject.kind === 'inquiry' ? await isSideOf(ctx, subject.id) : about?.authorId === ctx.viewer.userId
	if (isOwn)
		throw new DomainError('forbidden', 'one’s own', {
			code: 'moderation/own',
			fields: { form: 'ご自身に関わるものについては、ほかの担当者が判断します。' },
		})
}

export async function getSubject(ctx: Ctx, subject: Subject): Promise<SubjectText> {
	const found = await findSubject(ctx, subject)
	if (!found) throw notFound(subject.kind)
	return found
}

function historyPathOf(kind: SubjectKind, id: number): string {
	if (kind === 'review') return staffReviewsPath(`?id=${id}`)
	return kind === 'answer' ? answerHistoryPath(id) : questionHistoryPath(id)
}

function pathOf(kind: SubjectKind, { page_id: pageId, answer_id: answerId, slug }: Row): string {
	if (kind === 'article') return articlePath(slug ?? '')
	if (kind === 'office') return officePath(pageId)
	if (kind === 'review') return `${officePath(pageId)}#reviews`
	if (kind === 'expert') return expertPath(pageId)
	if (kind === 'inquiry') return inquiryPath(pageId)
	return questionPath(pageId, answerId ?? undefined)
}

/** As notices name it: 質問「…」 with at most 30 characters. */
export const nameOf = (label: string, title: string): string => `${label}「${shorten(title, 30)}」`
