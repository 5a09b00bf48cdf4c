import type { Kysely, Transaction } from 'kysely'
import { againAfterDeadlock } from '../../platform/deadlock.ts'
import type { LineMessages } from '../../platform/line-messages.ts'
import type { VapidKeys } from '../../platform/push-message.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Cards } from '../../platform/stripe-cards.ts'
import type { Encryptor } from '../../platform/token.ts'
import type { WebhookSender } from '../../platform/webhook-sender.ts'
import { DomainError } from './errors.ts'
import { dayText } from './japan-time.ts'
import type { Tables } from './tables.ts'

/** All tables: the type parameter of `ctx.db`. */
export interface Database extends Tables {}

export type StaffRole = 'admin' | 'moderator' | 'reviewer' | 'editor' | 'support' | 'accounting'

export type Viewer =
	| { kind: 'visitor' }
	| {
			kind: 'member'
			userId: string
			uid: string
			isExpert: boolean
			/** Empty in a session that was opened without a second factor. */
			roles: readonly StaffRole[]
			/** There are roles, but this session lacks the second factor to use them. */
			rolesAwaitSecondFactor?: boolean
			/** When the login of this session was; unknown where no session was read. */
			loggedInAt?: Date
			/** Set while staff have limited the account: it may read and go on with its cases, but not post. */
			limit?: { until: Date; reason: string }
	  }

export type Member = Extract<Viewer, { kind: 'member' }>

/** What a domain function may know about the site. */
export type Site = {
	/** Product name, from SITE_NAME. */
	name: string
	/** Origin without a trailing slash, from PUBLIC_URL. */
	publicUrl: string
	/** How mails that answer ours come in; undefined and null while they do not. */
	inboundMail?:
		| {
				/** Of the addresses that they come to. */
				domain: string
				/** The server whose findings about senders are believed; null asks for none. */
				authservId: string | null
		  }
		| null
		| undefined
	/** Undefined until the operator is configured. */
	operator?: Operator | undefined
	/** The words that staff have given a mail; null, and undefined for a site without edits, mean those of the code. */
	mailWords?: ((template: { key: string; words: MailWords }) => MailWords | null) | undefined
}

/** The words of a mail, with variables in braces. `button` is empty for one without. A line of `body` and `after` is a paragraph. */
export type MailWords = { subject: string; heading: string; body: string; button: string; after: string }

/** Who runs the site and answers for it: what 特定商取引法, 個人情報保護法 and 特定電子メール法 ask to be named. */
export type Operator = {
	name: string
	representative: string
	address: string
	phone: string
	mail: string
	/** When the telephone is answered. */
	hours: string
	privacyOfficer: string
	salesManager: string
	/** 電気通信事業の届出番号 */
	telecomNumber: string | null
	/** 適格請求書発行事業者の登録番号 */
	invoiceNumber: string | null
	/** Where paid plans are paid to; without one none are sold. */
	bankAccount: BankAccount | null
}

/** A bank account as an invoice names it. */
export type BankAccount = { bank: string; branch: string; kind: string; number: string; holder: string }

export type OutgoingMail = {
	to: string
	subject: string
	text: string
	html: string
	/** Stops such mails by one POST without a login (RFC 8058). */
	unsubscribeUrl?: string
}

/** Services of a ctx besides the database; created once at start. */
export type Services = {
	/** Files of people and offices. */
	storage: Storage
	/** Encrypts values in links and rows. */
	encryptor: Encryptor
	/** Sends `mail` once, after the transaction of `db` commits. */
	enqueueMail: (db: Kysely<Database>, mail: OutgoingMail) => Promise<void>
	/** Charges cards; null when no account is configured. */
	cards: Cards | null
	/** Sends what accounts have sent to their own programs. */
	webhooks: WebhookSender
	/** The keys of web push that the settings have; null keeps a pair in the database. */
	vapidKeys: VapidKeys | null
	/** Notices by LINE; null when no channel is configured. */
	line: LineMessages | null
}

/**
 * First argument of every domain function. Nothing else holds a connection, reads the clock, or reaches files and mail.
 * A function that also runs without all of it asks for a `Pick`.
 */
export type Ctx = Services & {
	db: Kysely<Database>
	now: () => Date
	viewer: Viewer
	site: Site
}

/** Runs `handler` in one transaction; a ctx that is already in one is reused. */
export async function inTransaction<C extends Pick<Ctx, 'db'>, T>(
	ctx: C,
	handler: (ctx: C & { db: Transaction<Database> }) => Promise<T>,
): Promise<T> {
	if (ctx.db.isTransaction) return handler(ctx as C & { db: Transaction<Database> })
	return againAfterDeadlock(() => ctx.db.transaction().execute((db) => handler({ ...ctx, db })))
}

/** The signed-in viewer, or `unauthenticated`. */
export function requireMember(ctx: Ctx): Member {
	if (ctx.viewer.kind !== 'member') throw new DomainError('unauthenticated', 'login required')
	return ctx.viewer
}

/** The signed-in viewer who may post. Throws `account/limited` with the end and the reason while staff have limited the account. */
export function requirePoster(ctx: Ctx): Member {
	const viewer = requireMember(ctx)
	if (viewer.limit)
		throw new DomainError('forbidden', 'the account may not post now', {
			code: 'account/limited',
			fields: { form: limitSentence(viewer.limit) },
		})
	return viewer
}

/** What a person reads whose account is limited. */
export const limitSentence = ({ until, reason }: NonNullable<Member['limit']>): string =>
	`このアカウントでの投稿は、${dayText(until.getTime() - 1)}まで制限されています。理由：${reason}`
