import type { Actor, World } from './permission-world.ts'

/*
 * Builders for rows of the permission matrix: who gets what from a page or call, by kind of person. Everything that has an
 * owner is the member's or the expert's, so that `other` is a person at another's things.
 */

/** `rest` is everyone who is not named; a revoked session gets what a visitor gets unless it is named. */
export type Answers<A> = Readonly<{ rest: A } & Partial<Record<Actor, A>>>

export function expectedFor<A>({ rest, ...others }: Answers<A>, actor: Actor): A {
	const named: Partial<Record<Actor, A>> = others
	return named[actor] ?? (actor === 'revoked' ? named.visitor : undefined) ?? rest
}

export const everybody = <A>(answer: A): Answers<A> => ({ rest: answer })
/** A call that takes a session. */
export const signedIn = (status: number, named: Partial<Answers<number>> = {}): Answers<number> => ({
	visitor: 401,
	rest: status,
	...named,
})

export type Sending = {
	params?: Record<string, string | number>
	query?: string
	body?: unknown
	/** Sends the actor's own ID token. */
	idToken?: boolean
	/** Instead of a JSON body. */
	picture?: Uint8Array
}
/** What a call of the API or a file answers with. */
export type CallRow = { about: string; send: (world: World, actor: Actor) => Sending; expect: Answers<number> }

export const ABSENT = 999_999
export const row = (about: string, send: CallRow['send'] | Sending, expect: Answers<number>): CallRow => ({
	about,
	send: typeof send === 'function' ? send : () => send,
	expect,
})
export const open = (sending: Sending = {}): CallRow[] => [row('', sending, everybody(200))]
export const account = (sending: Sending = {}, status = 200): CallRow[] => [row('own account', sending, signedIn(status))]
export const byId = (about: string, id: (world: World) => number, expect: Answers<number>, body?: unknown): CallRow =>
	row(about, (world) => ({ params: { id: id(world) }, ...(body === undefined ? {} : { body }) }), expect)
export const absent = (expect: Answers<number>, body?: unknown): CallRow => byId('absent', () => ABSENT, expect, body)

/** What a page answers: a status, or the path that it redirects to. */
export type PageAnswer = number | `/${string}`
export type PageRow = { about: string; at: (world: World) => string; expect: Answers<PageAnswer> }

export const page = (about: string, at: string | PageRow['at'], expect: Answers<PageAnswer>): PageRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	expect,
})
export const publicPage = (at: string): PageRow[] => [page('', at, everybody(200))]
/** A page that redirects visitors to the login page. */
export const members = (answer: PageAnswer, named: Partial<Answers<PageAnswer>> = {}): Answers<PageAnswer> => ({
	visitor: '/login',
	rest: answer,
	...named,
})
/** A page of /admin. */
export const staffOnly = (answer: PageAnswer = 200): Answers<PageAnswer> => members(403, { staff: answer })
