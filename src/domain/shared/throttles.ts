import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { bool, checkedSql, int4, timestamptz } from '../../platform/checked-sql.ts'
import { hashToken } from '../../platform/token.ts'
import type { Ctx, Database } from './context.ts'
import { DomainError } from './errors.ts'
import type { SwitchName } from './switch-names.ts'
import { assertSwitchedOn } from './switches.ts'

/**
 * `attempt`: counted before the attempt, in a statement that commits separately, so that failing costs as much as
 * succeeding. `write`: counted in the transaction of the write, so that a post that fails costs nothing.
 */
type Limit = { limit: number; minutes: number; counted: 'attempt' | 'write' }

const HOUR = 60
const DAY = 24 * HOUR

const attempt = (limit: number, minutes: number) => ({ limit, minutes, counted: 'attempt' }) as const
const write = (limit: number, minutes: number) => ({ limit, minutes, counted: 'write' }) as const

/**
 * Every rate limit of the product: at most `limit` in any window of `minutes`. The end of a name says per what: account,
 * office, address, caller's address block, browser or session.
 *
 * Guesses at one password: all browsers in which the owner has never signed in share `signInStranger`, wherever they
 * are, so that ten thousand addresses get no further than one. A browser in which the owner has signed in before has
 * `signInDevice` for itself, so strangers cannot lock the owner out; an owner without such a browser can still come in
 * by a provider or by a new password through their mail, both of which make the browser a known one.
 * `signInBlock` bounds one network's guesses at many accounts.
 */
export const limits = {
	signInStranger: attempt(10, HOUR),
	signInDevice: attempt(10, HOUR),
	signInBlock: attempt(100, HOUR),
	signUpBlock: attempt(100, HOUR),
	passkeyBlock: attempt(100, HOUR),
	secondFactor: attempt(10, HOUR),
	passwordAgain: attempt(10, HOUR),
	verificationAccount: attempt(5, HOUR),
	mailBlock: attempt(100, HOUR),
	resetAddress: attempt(5, HOUR),
	changeEmailAccount: attempt(5, HOUR),
	refreshSession: attempt(60, HOUR),
	popupBlock: attempt(100, HOUR),
	lookUpAccount: attempt(60, HOUR),
	officeNumberAccount: attempt(20, HOUR),
	// Processing a file is expensive even if it is rejected, so every attempt counts.
	proofAccount: attempt(40, HOUR),
	documentAccount: attempt(200, HOUR),
	avatarAccount: attempt(30, HOUR),
	questionImageAccount: attempt(30, HOUR),
	officePhotoOffice: attempt(40, HOUR),
	// Each makes this server send a request to an address of somebody's choice.
	busyCalendarOffice: attempt(20, HOUR),
	// Files of mails are processed like those of forms.
	replyMailAccount: attempt(40, HOUR),
	// Few, so that two programs that answer each other do not go on for long.
	replyRefusalAccount: attempt(5, DAY),
	questionAccount: write(10, HOUR),
	answerAccount: write(40, HOUR),
	reportAccount: write(10, HOUR),
	inquiryAccount: write(10, DAY),
	messageAccount: write(40, HOUR),
	appointmentAccount: write(20, DAY),
	estimateDraftAccount: write(20, HOUR),
	estimateDraftBlock: write(60, HOUR),
	estimateAddress: write(5, DAY),
	diagnosisContactAddress: write(5, DAY),
	supportAddress: write(5, DAY),
	supportBlock: write(30, HOUR),
	officeAccount: write(8, HOUR),
	invitationAccount: write(20, HOUR),
	joinRequestAccount: write(10, DAY),
	officeClaimAccount: write(5, DAY),
	// Mails to addresses that the requester has not proved, of all kinds together.
	unprovedMailAddress: write(10, DAY),
	unprovedMailBlock: write(200, HOUR),
} as const satisfies Record<string, Limit>

export type ThrottleName = keyof typeof limits
type Counted<Kind extends Limit['counted']> = {
	[Name in ThrottleName]: (typeof limits)[Name]['counted'] extends Kind ? Name : never
}[ThrottleName]
export type AttemptName = Counted<'attempt'>
export type WriteName = Counted<'write'>

/** A counted attempt; `forgive` removes it after a success. */
export type Attempt = { forgive: () => Promise<void> }

/** Who asks, as far as limits per network need to know. */
export type CallerCtx = Ctx & { caller: { block: string } }

/**
 * Counts one attempt, or throws `throttled`. Call it outside a transaction: a rollback would undo the count.
 * Refused attempts are not counted, so the next one is free as soon as the oldest counted leaves the window.
 */
export async function countAttempt(ctx: Ctx, name: AttemptName, subject: string): Promise<Attempt> {
	const now = await count(ctx, name, subject)
	return {
		async forgive() {
			// Removes one hit of this moment, not all: others may have failed at the same time.
			await sql`
				update throttles
				set hits = hits[:array_position(hits, ${now}::timestamptz) - 1] || hits[array_position(hits, ${now}::timestamptz) + 1:]
				where key = ${keyOf(name, subject)} and array_position(hits, ${now}::timestamptz) is not null
			`.execute(ctx.db)
		},
	}
}

/**
 * Counts one write in its transaction, or throws `throttled`. The row stays locked until the transaction ends, so writes of
 * one subject follow each other and no two of them see the same count; what rolls back is not counted. Throws `forbidden` while
 * staff have switched such writes off.
 */
export async function countWrite(ctx: Ctx & { db: Transaction<Database> }, name: WriteName, subject: string): Promise<void> {
	const switched: SwitchName | undefined = switchOf[name]
	if (switched !== undefined) await assertSwitchedOn(ctx, switched)
	await count(ctx, name, subject)
}

/** The switch by which staff stop such writes. */
const switchOf: Partial<Record<WriteName, SwitchName>> = {
	inquiryAccount: 'posting',
	messageAccount: 'posting',
	estimateDraftAccount: 'estimates',
	estimateDraftBlock: 'estimates',
	appointmentAccount: 'booking',
}

/** Throws `throttled` if the next write would, without counting: for expensive work before the transaction. */
export async function assertQuota(ctx: Ctx, name: WriteName, subject: string): Promise<void> {
	const since = windowStart(ctx, name)
	const { rows } = await checkedSql({ hits: int4, oldest: timestamptz.nullable })`
		select count(*)::integer as hits, min(hit) as oldest
		from throttles t, unnest(t.hits) hit where t.key = ${keyOf(name, subject)} and hit > ${since}
	`.execute(ctx.db)
	const [row] = rows
	if (row && row.oldest !== null && row.hits >= limits[name].limit) throw tooMany(name, row.oldest, since)
}

/**
 * Counts a mail to an address that the sender has not proved, in the transaction that enqueues it: by the address, so that no
 * mailbox is flooded, and by the caller's network, so that not many are.
 */
export async function countUnprovedMail(ctx: CallerCtx & { db: Transaction<Database> }, email: string): Promise<void> {
	await countWrite(ctx, 'unprovedMailBlock', ctx.caller.block)
	await countWrite(ctx, 'unprovedMailAddress', email)
}

const keyOf = (name: ThrottleName, subject: string): string => `${name}:${hashToken(subject).toString('base64url')}`

/** The one statement that counts; returns the moment it counted. Its conflict clause locks the row and reads the newest version, so concurrent counts are correct. */
async function count(ctx: { db: Kysely<Database>; now: () => Date }, name: ThrottleName, subject: string): Promise<Date> {
	const { limit, minutes } = limits[name]
	const now = ctx.now()
	const since = windowStart(ctx, name)
	const expires = new Date(now.getTime() + minutes * 60_000)
	const nonce = randomUUID()
	const { rows } = await checkedSql({ granted: bool, oldest: timestamptz })`
		insert into throttles as t (key, hits, granted, expires_at)
		values (${keyOf(name, subject)}, array[${now}::timestamptz], ${nonce}::uuid, ${expires})
		on conflict (key) do update set (hits, granted, expires_at) = (
			select
				case when cardinality(recent) < ${limit}::int then recent || ${now}::timestamptz else recent end,
				case when cardinality(recent) < ${limit}::int then ${nonce}::uuid end,
				${expires}::timestamptz
			from (select array(select hit from unnest(t.hits) hit where hit > ${since}::timestamptz order by hit) as recent) w
		)
		returning granted is not distinct from ${nonce}::uuid as granted, hits[1] as oldest
	`.execute(ctx.db)
	const [row] = rows
	if (!row?.granted) throw tooMany(name, row?.oldest ?? now, since)
	return now
}

const windowStart = ({ now }: Pick<Ctx, 'now'>, name: ThrottleName) => new Date(now().getTime() - limits[name].minutes * 60_000)

const tooMany = (name: ThrottleName, oldest: Date, since: Date) =>
	new DomainError('throttled', `too many of ${name}`, {
		retryAfterSeconds: Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000)),
		fields: { form: '回数の上限に達しました。しばらくしてから、もう一度お試しください。' },
	})
