import type { StaffRole } from '../src/domain/shared/context.ts'

/**
 * What a column of text holds, and so what a canary in it looks like.
 *
 * Not private:
 * - `code`: a value of a closed set, a version or an internal key, never what a person typed
 * - `public`: anybody may read it
 * - `derived`: copied from other columns for searching or for handing over, under the rules of those columns
 *
 * Private, planted with a canary; in tables with `publicWhen` only where the row is not public:
 * - `text`, `list`, `json`: free text, `kana`: text in kana, `phone`
 * - `email` and `always-…`: private even where the row is public
 *
 * Private, without room for a canary:
 * - `token`: an unguessable name; its own value is the canary
 * - `format`: its format admits no canary (a number of a register, a postal code); guarded by the texts of the same row
 * - `secret`: a hash, a key or an encrypted value; its own value is the canary and no user may read it
 */
export type Decision =
	| 'code'
	| 'public'
	| 'derived'
	| 'text'
	| 'list'
	| 'json'
	| 'kana'
	| 'email'
	| 'phone'
	| 'always-text'
	| 'always-json'
	| 'always-phone'
	| 'token'
	| 'format'
	| 'secret'

/** Whether the column is private even in rows that everybody may read. */
export const isAlwaysPrivate = (decision: Decision | undefined): boolean =>
	decision === 'email' || decision === 'secret' || (decision?.startsWith('always-') ?? false)

export type TableRule = {
	columns: Readonly<Record<string, Decision>>
	/** Query of the ids of the users who may read the row `t`. */
	readers?: string
	/** Readers of single columns, where they are fewer. */
	readersOf?: Readonly<Record<string, string>>
	/** Roles whose staff may read the row; admins always may. */
	staff?: readonly StaffRole[]
	/** Condition on the row `t` under which everybody may read it. */
	publicWhen?: string
}

/** User id of the person who holds the link that was mailed to a visitor. */
export const LINK_HOLDER = -1

/** `office` is an id or a query of ids, as below: a row that changed meanwhile is read in each of its versions. */
export const members = (office: string) =>
	`select e.user_id from office_members m join experts e on e.id = m.expert_id where m.office_id in (${office})`
export const expert = (id: string) => `select e.user_id from experts e where e.id = ${id}`
export const person = (uid: string) => `select u.id from users u where u.uid = ${uid}`
export const asker = (column: string) => `select coalesce(${column}, ${LINK_HOLDER})`

/** Reviewers see who applies to be an expert, and staff see who of them decided. */
export const staffReaders = (user: string) =>
	`select s.user_id from staff_roles s where exists (select from staff_roles o where o.user_id = ${user}) union select s.user_id from staff_roles s where s.role = 'reviewer' and exists (select from experts e where e.user_id = ${user})`

export const publicQuestion = (id: string) =>
	`exists (select from questions q where q.id = ${id} and q.hidden_at is null and q.deleted_at is null)`
export const publicAnswer = (id: string) =>
	`exists (select from answers a where a.id = ${id} and a.hidden_at is null and ${publicQuestion('a.question_id')})`
export const publicOffice = (id: string) => `exists (select from offices o where o.id = ${id} and o.state = 'published')`
export const publicExpert = (id: string) => `exists (select from experts e where e.id = ${id} and e.state = 'verified')`

export const askerOf = (question: string) => `select q.asker_id from questions q where q.id = ${question}`
export const sidesOfAnswer = (answer: string) =>
	`select e.user_id from answers a join experts e on e.id = a.expert_id where a.id = ${answer} union select q.asker_id from answers a join questions q on q.id = a.question_id where a.id = ${answer}`
export const sidesOfInquiry = (id: string) =>
	`select i.user_id from inquiries i where i.id in (${id}) union ${members(`select office_id from inquiries where id in (${id})`)}`
export const sidesOfDelivery = (id: string) =>
	`select coalesce(r.user_id, ${LINK_HOLDER}) from estimate_deliveries d join estimate_requests r on r.id = d.request_id where d.id in (${id}) union ${members(`select office_id from estimate_deliveries where id in (${id})`)}`
/** Members of the office that knows the names of opponents of a request. */
export const informed = (request: string) =>
	`select e.user_id from conflict_checks c join estimate_deliveries d on d.id = c.delivery_id join office_members m on m.office_id = d.office_id join experts e on e.id = m.expert_id where c.request_id = ${request} and c.state in ('disclosed', 'clear')`
export const offered = (condition: string) =>
	`select e.user_id from estimate_deliveries d join office_members m on m.office_id = d.office_id join experts e on e.id = m.expert_id where d.request_id = t.id${condition}`
