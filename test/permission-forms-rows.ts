import { content } from '../src/domain/articles/articles-for-test.ts'
import { ABSENT } from './permission-rows.ts'
import type { FormActor, FormsWorld } from './permission-forms-world.ts'

/**
 * The response to a form: `done` (redirect to a page that shows the outcome), `/login`, `away` (the guards of the
 * pages sent them elsewhere before the form was read), or a status: 200 where the same page says that it is done.
 */
export type FormAnswer = number | 'done' | '/login' | 'away'

/** By kind of person; `out` is a visitor who is not signed in, `rest` everyone who is not named. */
export type FormAnswers = Readonly<{ out: FormAnswer; rest: FormAnswer } & Partial<Record<FormActor, FormAnswer>>>

type Value = string | number | File | readonly (string | number)[]
export type Fields = Readonly<Record<string, Value>>
export type FormRow = {
	about: string
	at: (world: FormsWorld) => string
	fields: (world: FormsWorld, actor: FormActor) => Fields
	expect: FormAnswers
}
export type FormRows = Readonly<Record<string, readonly FormRow[]>>

export const answerFor = ({ out, rest, ...named }: FormAnswers, actor: FormActor): FormAnswer =>
	named[actor] ?? (actor === 'visitor' || actor === 'revoked' ? out : rest)

export const form = (about: string, at: string | FormRow['at'], fields: Fields | FormRow['fields'], expect: FormAnswers): FormRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	fields: typeof fields === 'function' ? fields : () => fields,
	expect,
})

export const everybody = (answer: FormAnswer): FormAnswers => ({ out: answer, rest: answer })
/** Behind the page guards: visitors are redirected to the login page. */
export const members = (answer: FormAnswer, named: Partial<FormAnswers> = {}): FormAnswers => ({ out: '/login', rest: answer, ...named })
/** The two sides of the member's thread with the expert's office; staff are neither. */
export const twoSides = members(404, { member: 'done', expert: 'done', colleague: 'done' })
/** On a public page: visitors get 401. */
export const signedIn = (answer: FormAnswer, named: Partial<FormAnswers> = {}): FormAnswers => ({ out: 401, rest: answer, ...named })
/** The rooms of /admin. Admins may do everything; visitors get the login form, with their typed values kept. */
export const staff = (
	role: 'reviewer' | 'moderator' | 'editor' | 'support' | 'accounting' | 'admin',
	answer: FormAnswer = 'done',
): FormAnswers => ({
	out: 401,
	rest: 403,
	admin: answer,
	[role]: answer,
})
export const experts = (answer: FormAnswer) => ({ expert: answer, colleague: answer, otherExpert: answer }) as const

/** A form about something with a number, sent about one that is not there. */
export const absentAt = (path: (id: number) => string, fields: Fields, expect: FormAnswers): FormRow =>
	form('absent', path(ABSENT), fields, expect)

let keys = 0
/** As a form's page makes it; each row its own. */
export const clientKey = (): string => `a-key-of-the-forms-${(keys += 1)}`

const text = content()
/** What the form of an article sends, of authors and of editors. */
export const manuscript = (more: Fields = {}): Fields => ({
	title: text.title,
	lead: text.lead,
	body: text.body,
	category: text.taskCategoryId,
	task: text.taskIds,
	sourceTitle: text.sources.map(({ title }) => title),
	sourceUrl: text.sources.map(({ url }) => url),
	lawAsOf: text.lawAsOf ?? '',
	...more,
})
