import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import { getArticleForReview, publishArticle, returnArticle } from '../articles/article-approval.ts'
import { articleSchema, slugSchema } from '../articles/article-schemas.ts'
import { cancelLeadAsStaff, extendLead, remindOffices, suggestReplacement } from '../estimates/estimate-care.ts'
import { decideOnClaim } from '../experts/claims/claim-decisions.ts'
import { decideOnCredential } from '../experts/credential-verification.ts'
import { decideOnExpert } from '../experts/expert-verification.ts'
import { decideAppeal } from '../moderation/appeals.ts'
import { decideReport } from '../moderation/reports.ts'
import { decideOnChange } from '../offices/office-changes.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { parseInput } from '../shared/parse-input.ts'
import { closeSupportRequest, replyToSupportRequest } from '../support/support-admin.ts'
import { resendMail, settleMail, suppressAddress } from './mail-admin.ts'
import { type DeskQueue, deskRoles, type DeskVerdict, deskVerdicts, type VerdictOf } from './desk-input.ts'

/** A verdict as it is stored until it takes effect. */
export type StoredVerdict = {
	itemId: number
	verdict: string
	reason: string
	/** What the giver has seen; 0 where items have no version. */
	version: number
	slug: string | null
}

/** Does what a verdict on an item of a queue says, in the room whose rules it follows. */
export function applyVerdict(ctx: RecentStaffCtx, queue: DeskQueue, stored: StoredVerdict): Promise<void> {
	return appliers[queue](requireRecentStaff(ctx, ...deskRoles[queue]), stored)
}

function verdictAmong<Queue extends DeskQueue>(queue: Queue, verdict: string): VerdictOf<Queue> {
	const known: readonly DeskVerdict[] = deskVerdicts[queue]
	if (!known.some((one) => one.verdict === verdict)) throw new DomainError('invalid', 'unknown verdict')
	return verdict as VerdictOf<Queue>
}

const appliers: Readonly<Record<DeskQueue, (ctx: RecentStaffCtx, stored: StoredVerdict) => Promise<void>>> = {
	experts: (ctx, { itemId, verdict, reason, version }) =>
		decideOnExpert(ctx, itemId, { state: verdictAmong('experts', verdict), reason, version }),
	credentials: (ctx, { itemId, verdict, reason, version }) =>
		decideOnCredential(ctx, itemId, { state: verdictAmong('credentials', verdict), reason, version }),
	offices: decideOffice,
	claims: (ctx, { itemId, verdict, reason }) => decideOnClaim(ctx, itemId, { verdict: verdictAmong('claims', verdict), reason }),
	articles: decideArticle,
	reports: (ctx, { itemId, verdict, reason }) => decideReport(ctx, itemId, { verdict: verdictAmong('reports', verdict), reason }),
	appeals: (ctx, { itemId, verdict, reason }) =>
		decideAppeal(ctx, itemId, { grants: verdictAmong('appeals', verdict) === 'grant', reason }),
	contacts: answerContact,
	leads: careForLead,
	mail: (ctx, { itemId, verdict, reason }) => {
		const kind = verdictAmong('mail', verdict)
		return { resend: resendMail, settle: settleMail, suppress: suppressAddress }[kind](ctx, itemId, reason)
	},
}

async function decideOffice(ctx: RecentStaffCtx, { itemId, verdict, reason, version }: StoredVerdict): Promise<void> {
	const change = await ctx.db.selectFrom('office_changes').select('office_id').where('id', '=', itemId).executeTakeFirst()
	if (!change) throw notFound('office change')
	const isReturned = verdictAmong('offices', verdict) === 'return'
	await decideOnChange(ctx, change.office_id, { changeId: itemId, askedAt: version, reason: isReturned ? reason : null })
}

const articleChanged = () =>
	new DomainError('conflict', 'the article has changed', {
		fields: { form: 'ページを開いたあとに、原稿が変わりました。いまの内容を確認してください。' },
	})

/** Publishes a manuscript as it stands; what an editor changes is changed on the page of the article. */
async function decideArticle(ctx: RecentStaffCtx, { itemId, verdict, reason, version, slug }: StoredVerdict): Promise<void> {
	const article = await getArticleForReview(ctx, itemId)
	if (article.stage !== 'submitted' || article.version !== version) throw articleChanged()
	if (verdictAmong('articles', verdict) === 'return') return returnArticle(ctx, itemId, reason)
	const manuscript = parseInput(articleSchema, article.manuscript)
	const address = article.slug ?? parseInput(slugSchema, { slug: slug ?? '' }).slug
	const result = await publishArticle(ctx, itemId, { manuscript, version, slug: address })
	if (result.kind === 'overtaken') throw articleChanged()
}

async function answerContact(ctx: RecentStaffCtx, { itemId, verdict, reason }: StoredVerdict): Promise<void> {
	const kind = verdictAmong('contacts', verdict)
	if (kind !== 'close') await replyToSupportRequest(ctx, itemId, { body: reason, clientKey: `desk-${itemId}-${ctx.now().getTime()}` })
	if (kind !== 'reply') await closeSupportRequest(ctx, itemId, null)
}

async function careForLead(ctx: RecentStaffCtx, { itemId, verdict, reason }: StoredVerdict): Promise<void> {
	const kind = verdictAmong('leads', verdict)
	if (kind === 'cancel') return cancelLeadAsStaff(ctx, itemId, reason)
	await { remind: remindOffices, extend: extendLead, suggest: suggestReplacement }[kind](ctx, itemId)
}
