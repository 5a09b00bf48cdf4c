import type { Kysely, Transaction } from 'kysely'
import { DomainError } from './errors.ts'
import { againAfterDeadlock } from '../../platform/deadlock.ts'

/** All tables. Each room adds its own beside their types (`tables.ts`), so that this file knows no room. */
export interface Database {}

export type StaffRole = 'admin' | 'moderator' | 'reviewer' | 'editor' | 'support'

export type Viewer =
	| { kind: 'visitor' }
	| {
			kind: 'member'
			userId: string
			uid: string
			isExpert: boolean
			/** Empty in a session that was opened without a second factor. */
			roles: readonly StaffRole[]
			/** There are roles, but this session shows too little to use them. */
			rolesAwaitSecondFactor?: boolean
			/** When the login of this session was; unknown where no session was read. */
			loggedInAt?: Date
	  }

export type Member = Extract<Viewer, { kind: 'member' }>

/** What a domain function may know of the site it serves. */
export type Site = {
	/** Product name, from SITE_NAME. */
	name: string
	/** Origin without a trailing slash, from PUBLIC_URL. */
	publicUrl: string
}

/** First argument of every domain function. Nothing else holds a connection or reads the clock. */
export type Ctx = {
	db: Kysely<Database>
	now: () => Date
	viewer: Viewer
	site: Site
}

/** Runs `work` in one transaction; a ctx that already is in one is used as it is. */
export async function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C & { db: Transaction<Database> }) => Promise<T>): Promise<T> {
	if (ctx.db.isTransaction) return work(ctx as C & { db: Transaction<Database> })
	return againAfterDeadlock(() => ctx.db.transaction().execute((db) => work({ ...ctx, db })))
}

/** The signed-in viewer, or `unauthenticated`. */
export function requireMember(ctx: Ctx): Member {
	if (ctx.viewer.kind !== 'member') throw new DomainError('unauthenticated', 'login required')
	return ctx.viewer
}
