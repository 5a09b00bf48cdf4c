import { type RawBuilder, sql } from 'kysely'
import { isStaffWith, type StaffCtx } from '../../accounts/staff.ts'
import { isTakenSql } from '../../experts/registration.ts'
import { reportReasons, subjectLabels } from '../../moderation/input.ts'
import { hours, TIME_ZONE } from '../../shared/japan-time.ts'
import { supportCategories, supportCategoryNames } from '../../support/support-input.ts'
import { type DeskQueue, LEAD_REST_HOURS, MAIL_PATIENCE_HOURS, PERSONAL_HOURS } from '../desk-input.ts'
import type { QueueFilters } from './queue-filters.ts'

/** Requests without a quote, but for those that support has done something about within a day. */
export const leadsInNeed = (ctx: StaffCtx) => sql`
	select r.* from estimate_requests r
	where r.state = 'sent' and r.expires_at > ${ctx.now()} and not exists (
		select from lead_cares c where c.request_id = r.id and c.kind <> 'note' and c.at > ${new Date(ctx.now().getTime() - hours(LEAD_REST_HOURS))}
	)`

/** Mails that did not arrive: no such address, or none of the tries of an hour went through. */
export const undeliveredMails = (ctx: StaffCtx) => sql`
	select m.* from mails m where m.state in ('failed', 'bounced') and m.settled_at is null
		and (m.state = 'bounced' or m.first_at <= ${new Date(ctx.now().getTime() - hours(MAIL_PATIENCE_HOURS))})`

/** Categories of contacts whose requests the viewer may answer. */
const ownCategories = ({ viewer }: StaffCtx): string[] =>
	supportCategoryNames.filter((name) => isStaffWith(viewer, supportCategories[name].role))

const isSmallNumber = (text: string) => /^\d{1,2}$/.test(text)
const noDue = sql`null::timestamptz as due, 0 as rank`
const noRisks = sql`'{}'::text[] as risks`
const noRounds = sql`null::integer as round`

/** Risks by name, each with the condition of it. */
type Risks = Readonly<Record<string, RawBuilder<unknown>>>

/** The names of the risks that hold, in their order. */
const namesOf = (holds: Risks) =>
	sql`array_remove(array[${sql.join(
		Object.entries(holds).map(([name, condition]) => sql`case when ${condition} then ${sql.lit(name)} end`),
	)}]::text[], null)`
const risks = (holds: Risks) => sql`${namesOf(holds)} as risks`

/**
 * Whether an item has the risk that is asked for: `some`, `none` or one of these by name; true for ''. Only the conditions that this needs
 * are evaluated, in their order, and only for the items up to the end of a page: risks depend on rows of others, so nothing of them is kept.
 */
function hasRisk(risk: string, holds: Risks): RawBuilder<unknown> {
	if (risk === '') return sql`true`
	const wanted = risk === 'some' || risk === 'none' ? Object.values(holds) : [holds[risk] ?? sql`false`]
	const hasOne = sql`(${sql.join(
		wanted.map((condition) => sql`(${condition}) is true`),
		sql` or `,
	)})`
	return risk === 'none' ? sql`not ${hasOne}` : hasOne
}

/** Whether the number of a row `c` does not look like those of its register, `p` (`hasUsualForm`). */
const isUnusual = sql`normalize(btrim(c.registration_number), NFKC) !~ p.registration_pattern`
const bareName = (name: RawBuilder<unknown>) => sql`regexp_replace(${name}, '[[:space:]　]', '', 'g')`
const isProofless = sql`not exists (select from proof_files f where f.credential_id = c.id and f.purge_at is null)`
const isOtherName = sql`(select ${bareName(sql`concat(u.last_name, u.first_name)`)} <> ${bareName(sql`e.display_name`)} from users u where u.id = e.user_id)`
/** The risks of one of an expert's credentials `c`; those last that take the least time to find. */
const risksOfCredential: Risks = { taken: isTakenSql, unusual: isUnusual, proofless: isProofless }
const mapRisks = (holds: Risks, map: (condition: RawBuilder<unknown>) => RawBuilder<unknown>): Risks =>
	Object.fromEntries(Object.entries(holds).map(([name, condition]) => [name, map(condition)]))
/** The risks of an application: of the expert's credentials, read once for all of them, and of the name. */
const risksOfExpert = sql`(
		select ${namesOf(mapRisks(risksOfCredential, (condition) => sql`bool_or(${condition})`))}
		from expert_credentials c join professions p on p.id = c.profession_id where c.expert_id = e.id
	) || ${namesOf({ name: isOtherName })} as risks`
// Not `exists`, for which PostgreSQL would find the risks of every expert there is beforehand.
const hasCredential = (condition: RawBuilder<unknown>) => sql`(
	select true from expert_credentials c join professions p on p.id = c.profession_id where c.expert_id = e.id and ${condition} limit 1)`
/** The same risks, each by itself; those first that take the least time to find. */
const eachRiskOfExpert: Risks = Object.fromEntries(
	Object.entries({ ...mapRisks(risksOfCredential, hasCredential), name: isOtherName }).toReversed(),
)
const risksOfChange: Risks = {
	taken: sql`c.sub_qualification_id is null and ${isTakenSql}`,
	unusual: sql`c.sub_qualification_id is null and ${isUnusual}`,
	proofless: sql`not exists (select from proof_files f where f.change_id = c.id and f.purge_at is null)`,
}
const risksOfClaim: Risks = { objected: sql`c.member_answer = 'objected'`, tries: sql`c.code_tries >= 3` }
const risksOfReports: Risks = {
	personal: sql`'personal' = any (r.reasons)`,
	several: sql`r.count > 1`,
	before: sql`exists (select from reports b where b.kind = r.kind and b.subject_id = r.subject_id and b.state = 'upheld')`,
}

/** What a list of waiting items is read with: the queue's own filter, an association and a risk, '' for all; a prefecture, null for everywhere. */
export type Narrowing = Pick<QueueFilters, 'own' | 'association' | 'prefectureId' | 'risk'>

export const allWaiting: Narrowing = { own: '', association: '', prefectureId: null, risk: '' }

/** Whether an expert has an office in a prefecture; true for everywhere. */
const hasOfficeIn = (prefectureId: number | null, expertId: RawBuilder<unknown>) =>
	prefectureId === null
		? sql`true`
		: sql`exists (
			select from office_members m join offices o on o.id = m.office_id
			where m.expert_id = ${expertId} and o.prefecture_id = ${prefectureId}::integer)`

/** Whether a row `o` is in a prefecture. */
const isIn = (prefectureId: number | null) => (prefectureId === null ? sql`true` : sql`o.prefecture_id = ${prefectureId}::integer`)

/**
 * What the items of a queue are ordered by after their rank: `due` where `waitingItems` gives some of them one, else `since` itself:
 * PostgreSQL walks no index for a `coalesce` of it.
 */
export const momentOf = (queue: DeskQueue): RawBuilder<unknown> =>
	queue === 'contacts' || queue === 'reports' ? sql`coalesce(item.due, item.since)` : sql`item.since`

/**
 * Rows `id, title, about, since, due, rank, risks, round` of what waits for the viewer. `due` is null where the queue's target counts,
 * `round` where an item does not come back, and the lowest `rank` comes first.
 */
export const waitingItems: Readonly<Record<DeskQueue, (ctx: StaffCtx, narrowing: Narrowing) => RawBuilder<unknown>>> = {
	experts: (_ctx, { own, association, prefectureId, risk }) => sql`
		select e.id, e.display_name as title,
			(select string_agg(p.name, '・' order by p.id) from expert_credentials c join professions p on p.id = c.profession_id where c.expert_id = e.id)
				as about,
			e.submitted_at as since, ${noDue}, ${risksOfExpert},
			(select count(*)::integer + 1 from expert_decisions d where d.expert_id = e.id) as round
		from experts e
		where e.state = 'submitted' and e.submitted_at is not null
			and ${isSmallNumber(own) ? sql`exists (select from expert_credentials c where c.expert_id = e.id and c.profession_id = ${Number(own)}::integer)` : sql`true`}
			and ${association === '' ? sql`true` : sql`exists (select from expert_credentials c where c.expert_id = e.id and c.association = ${association})`}
			and ${hasOfficeIn(prefectureId, sql`e.id`)} and ${hasRisk(risk, eachRiskOfExpert)}`,
	credentials: (_ctx, { own, association, prefectureId, risk }) => sql`
		select c.id, e.display_name as title, concat_ws(':', c.profession_id, c.sub_qualification_id) as about, c.submitted_at as since, ${noDue},
			${risks(risksOfChange)},
			case when c.decided_at is null then 1 else 2 end as round
		from credential_changes c join experts e on e.id = c.expert_id join professions p on p.id = c.profession_id
		where c.state = 'submitted' and e.state = 'verified' and ${isSmallNumber(own) ? sql`c.profession_id = ${Number(own)}::integer` : sql`true`}
			and ${association === '' ? sql`true` : sql`c.association = ${association}`}
			and ${hasOfficeIn(prefectureId, sql`e.id`)} and ${hasRisk(risk, risksOfChange)}`,
	offices: (_ctx, { prefectureId }) => sql`
		select c.id, o.name as title, p.name || m.name as about, c.asked_at as since, ${noDue}, ${noRisks},
			(select count(*)::integer + 1 from office_changes b where b.office_id = c.office_id and b.state = 'returned' and b.id > coalesce((
				select max(g.id) from office_changes g where g.office_id = c.office_id and g.state = 'approved'), 0)) as round
		from office_changes c join offices o on o.id = c.office_id
		join municipalities m on m.id = o.municipality_id join prefectures p on p.id = m.prefecture_id
		where c.state = 'open' and ${isIn(prefectureId)}`,
	claims: (_ctx, { own, association, prefectureId, risk }) => sql`
		select c.id, o.name as title, case when c.member_answer = 'objected' then 'メンバーの異議'
				when c.state = 'open' then 'コードを伝える' else 'メンバーの回答待ち' end as about, c.staff_since as since, ${noDue},
			${risks(risksOfClaim)},
			(select count(*)::integer + 1 from office_claims b where b.expert_id = c.expert_id and b.office_id = c.office_id and b.id < c.id) as round
		from office_claims c join offices o on o.id = c.office_id
		where c.staff_since is not null and ${own === 'code' ? sql`c.state = 'open'` : own === 'proved' ? sql`c.state = 'proved'` : sql`true`}
			and ${association === '' ? sql`true` : sql`exists (select from expert_credentials r where r.expert_id = c.expert_id and r.association = ${association})`}
			and ${isIn(prefectureId)} and ${hasRisk(risk, risksOfClaim)}`,
	articles: (_ctx, { own }) => sql`
		select a.id, coalesce(nullif(a.manuscript ->> 'title', ''), '（題名なし）') as title,
			coalesce(e.display_name, '編集部') || case when a.published_at is null then '' else '・公開中の記事の改訂' end as about,
			a.submitted_at as since, ${noDue}, ${noRisks},
			greatest(1, (select count(*)::integer from article_revisions v where v.article_id = a.id and v.occasion = 'submitted' and v.id > coalesce((
				select max(g.id) from article_revisions g where g.article_id = a.id and g.occasion = 'published'), 0))) as round
		from articles a left join experts e on e.id = a.expert_id
		where a.stage = 'submitted' and ${
			own === 'new' ? sql`a.published_at is null` : own === 'revision' ? sql`a.published_at is not null` : sql`true`
		}`,
	// Several reports of one subject are one item; personal data comes first and is due sooner.
	reports: (_ctx, { own, risk }) => sql`
		select r.id, r.kind || ':' || r.count as title, array_to_string(r.reasons, ',') as about, r.since,
			case when 'personal' = any (r.reasons) then r.since + ${sql.lit(PERSONAL_HOURS)} * interval '1 hour' end as due,
			case when 'personal' = any (r.reasons) then 0 else 1 end as rank,
			${risks(risksOfReports)},
			(select count(distinct b.decided_at)::integer + 1 from reports b where b.kind = r.kind and b.subject_id = r.subject_id
				and b.state <> 'open') as round
		from (
			select min(id) as id, kind, subject_id, count(*)::integer as count, min(created_at) as since, array_agg(distinct reason) as reasons
			from reports where state = 'open' group by kind, subject_id
		) r where ${reportReasons.some(({ value }) => value === own) ? sql`${own}::text = any (r.reasons)` : sql`true`}
			and ${hasRisk(risk, risksOfReports)}`,
	appeals: (_ctx, { own }) => sql`
		select id, kind as title, left(body, 40) as about, created_at as since, ${noDue}, ${noRisks}, ${noRounds} from appeals
		where state = 'open' and ${Object.hasOwn(subjectLabels, own) ? sql`kind = ${own}` : sql`true`}`,
	contacts: (ctx, { own }) => sql`
		select id, category as title, case when answered_at is null then '未返信' else '返信済み' end as about, created_at as since,
			(due_on + 1)::timestamp at time zone ${TIME_ZONE} as due, 0 as rank, ${noRisks}, ${noRounds}
		from support_requests
		where closed_at is null and category = any (${ownCategories(ctx).filter((name) => !ownCategories(ctx).includes(own) || name === own)}::text[])`,
	leads: (ctx, { own, prefectureId }) => sql`
		select r.id, t.name as title, concat_ws('・', p.name,
				(select count(*) filter (where d.state in ('delivered', 'viewed')) || '／' || count(*) || 'か所が回答前'
				from estimate_deliveries d where d.request_id = r.id)) as about,
			r.sent_at as since, ${noDue}, ${noRisks},
			(select count(*)::integer + 1 from lead_cares c where c.request_id = r.id and c.kind <> 'note') as round
		from (${leadsInNeed(ctx)}) r join tasks t on t.id = r.task_id left join prefectures p on p.id = r.prefecture_id
		where ${
			own === 'stalled' || own === 'waiting'
				? sql`${own === 'waiting' ? sql`` : sql`not`} exists (
			select from estimate_deliveries d where d.request_id = r.id and d.state in ('delivered', 'viewed'))`
				: sql`true`
		} and ${prefectureId === null ? sql`true` : sql`r.prefecture_id = ${prefectureId}::integer`}`,
	mail: (ctx, { own }) => sql`
		select id, subject as title, case when state = 'bounced' then '宛先がない' else tries || '回送れなかった' end as about, first_at as since,
			${noDue}, ${noRisks}, ${noRounds}
		from (${undeliveredMails(ctx)}) m where ${own === 'bounced' || own === 'failed' ? sql`state = ${own}` : sql`true`}`,
}

/** Rows `association`, one for each that an item of the queue that waits has. */
export const waitingAssociations: Partial<Record<DeskQueue, RawBuilder<unknown>>> = {
	experts: sql`select c.association from experts e join expert_credentials c on c.expert_id = e.id
		where e.state = 'submitted' and e.submitted_at is not null`,
	credentials: sql`select c.association from credential_changes c join experts e on e.id = c.expert_id
		where c.state = 'submitted' and e.state = 'verified'`,
	claims: sql`select r.association from office_claims c join expert_credentials r on r.expert_id = c.expert_id where c.staff_since is not null`,
}
