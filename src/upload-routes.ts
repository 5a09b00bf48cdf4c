import { STRIPE_WEBHOOK } from './api/billing/stripe-webhook.ts'
import { MAIL_WEBHOOK } from './api/cases/mail-path.ts'
import { LINE_WEBHOOK } from './api/social/line-webhook.ts'
import { MAIL_REPORTS } from './api/mailing/mail-reports.ts'
import { FILE_BYTES, MAX_FILES } from './domain/inquiries/inquiry-input.ts'
import type { BodyRule } from './http/body-rules.ts'
import type { PageFacts } from './web/page-table.ts'
import { pages } from './web/routes.ts'

/** What forms say that files may have together (11 MB), and what else a form sends. */
const FILES = 12 * 1_048_576
/**
 * A Japanese character takes nine bytes in an urlencoded form. Each limit is about twice the longest text that the form
 * accepts, so that a text that is too long comes back to its form instead of being lost.
 */
const ANSWER = 128 * 1_024
const ARTICLE = 256 * 1_024
/** Cases and fees are lists: ten cases of 1,000 characters, four fields for each task. */
const OFFICE = 512 * 1_024

/** LINE reports up to a hundred events at once. */
const LINE_EVENTS = 256 * 1_024

/** An event of Stripe carries the whole object that it is about. */
const EVENT = 256 * 1_024

/** A report of a mail server encloses the mail that came back, of ours at most its header and text. */
const REPORT = 512 * 1_024
/** The files of a message, which take a third more in a mail, a text twice (plain and HTML), and what programs add. */
const MAIL = Math.ceil(MAX_FILES * FILE_BYTES * 1.4) + 2 * 1_048_576

const longForm = (pattern: string, bytes: number): BodyRule => ({ pattern, accepts: 'form', bytes, isForMembers: true })

const ruleOf: Record<NonNullable<PageFacts['accepts']>[number], (pattern: string) => BodyRule> = {
	files: (pattern) => ({ pattern, accepts: 'multipart', bytes: FILES, isForMembers: true }),
	answer: (pattern) => longForm(pattern, ANSWER),
	article: (pattern) => longForm(pattern, ARTICLE),
	office: (pattern) => longForm(pattern, OFFICE),
	// One-click unsubscribing may come as multipart (RFC 8058, section 3.2), from mail programs without a session.
	oneClick: (pattern) => ({ pattern, accepts: 'multipart', bytes: 4_096, isForMembers: false }),
}

/**
 * The only routes that take files or more than a small form (`SMALL_BODY_BYTES`). Every other route refuses multipart;
 * without a session these, too, take no more than a small form.
 */
export const uploadRoutes: readonly BodyRule[] = [
	...pages.flatMap(({ pattern, accepts = [] }) => accepts.map((kind) => ruleOf[kind](pattern))),
	{ pattern: STRIPE_WEBHOOK, accepts: 'raw', bytes: EVENT, isForMembers: false },
	{ pattern: LINE_WEBHOOK, accepts: 'raw', bytes: LINE_EVENTS, isForMembers: false },
	{ pattern: MAIL_REPORTS, accepts: 'raw', bytes: REPORT, isForMembers: false },
	// The mail server counts as a member (src/app.ts).
	{ pattern: MAIL_WEBHOOK, accepts: 'raw', bytes: MAIL, isForMembers: true },
	{ pattern: '/api/user/avatar', accepts: 'image', bytes: FILES, isForMembers: true },
]

/** Pages of which the token in the address is the proof: mail programs post there without cookies (RFC 8058). */
export const oneClickPaths: readonly string[] = pages.flatMap(({ pattern, accepts = [] }) =>
	accepts.includes('oneClick') ? [pattern] : [],
)
