import type { TestBrowser } from '../src/domain/accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../src/domain/accounts/staff.ts'
import type { StaffRole } from '../src/domain/shared/context.ts'
import { readChange } from '../src/domain/offices/office-changes.ts'
import { applyDrafts } from '../src/domain/offices/office-editing.ts'
import { inviteMember } from '../src/domain/memberships/office-membership.ts'
import { listPhotos } from '../src/domain/offices/office-photos.ts'
import { save } from '../src/domain/offices/offices-for-test.ts'
import { addChangeProof, readChanges, saveChange, submitChange } from '../src/domain/experts/credential-changes.ts'
import { credential, picture } from '../src/domain/experts/registration-for-test.ts'
import { findRegistration } from '../src/domain/experts/registration.ts'
import { estimateConsents } from '../src/domain/estimates/estimate-input.ts'
import { declineLead, listLeads } from '../src/domain/estimates/estimate-leads.ts'
import { getMyEstimate, listMyEstimates } from '../src/domain/estimates/estimate-requests.ts'
import { sendDraft } from '../src/domain/estimates/estimate-sending.ts'
import { makeDraft } from '../src/domain/estimates/estimates-for-test.ts'
import { listMyReviews } from '../src/domain/reviews/review-lists.ts'
import { saveReview } from '../src/domain/reviews/review-writing.ts'
import { beginEditorial } from '../src/domain/articles/article-approval.ts'
import { appeal } from '../src/domain/moderation/appeals.ts'
import { report } from '../src/domain/moderation/reports.ts'
import type { TestCtx } from './database.ts'
import { makeExpert, makeOffice } from './factories.ts'
import { actors, makeWorld } from './permission-world.ts'

/**
 * The people of the forms' rows. `expert` owns the office that `colleague` may edit, `otherExpert` has another;
 * `unproven` has the role of an admin in a session that was opened without a second factor.
 */
export const formActors = [
	'visitor',
	'revoked',
	'unverified',
	'member',
	'other',
	'expert',
	'colleague',
	'otherExpert',
	'unproven',
	'reviewer',
	'moderator',
	'editor',
	'support',
	'accounting',
	'admin',
] as const
export type FormActor = (typeof formActors)[number]

const reason = '掲載の基準に合わないため'
const consents = estimateConsents.map(({ kind }) => kind)

export type FormsWorld = Awaited<ReturnType<typeof makeFormsWorld>>

/** The world of the permission matrix, with what only forms are about. Everything that is somebody's own is the member's. */
export async function makeFormsWorld(ctx: TestCtx) {
	const world = await makeWorld(ctx)
	const { site, officeId, expertId, draftOfficeId } = world
	const browsers = new Map<FormActor, TestBrowser>()
	for (const actor of actors) browsers.set(actor === 'staff' ? 'admin' : actor, world.browsers[actor])
	const join = async (actor: FormActor, roles: readonly StaffRole[] = []) => {
		const account = await site.account(`${actor.toLowerCase()}@example.com`)
		for (const role of roles) await ctx.db.insertInto('staff_roles').values({ user_id: account.docId, role }).execute()
		const browser = site.browser()
		if (actor === 'unproven') await browser.logIn(account.email)
		else await browser.enter(account.uid)
		browsers.set(actor, browser)
		return account
	}
	for (const role of ['reviewer', 'moderator', 'editor', 'support', 'accounting'] as const) await join(role, [role])
	await join('unproven', ['admin'])
	const joinExpert = async (actor: 'colleague' | 'otherExpert') => {
		const { docId } = await join(actor)
		await ctx.db.updateTable('users').set({ is_expert: true }).where('id', '=', docId).execute()
		return makeExpert(ctx, { user_id: docId })
	}
	const colleagueId = await joinExpert('colleague')
	const otherExpertId = await joinExpert('otherExpert')
	const as = async (actor: FormActor) => {
		const browser = browsers.get(actor)
		if (!browser) throw new Error(`nobody is ${actor}`)
		return browser.ctx()
	}
	const [member, other, expert] = [await as('member'), await as('other'), await as('expert')]

	for (const [place, office_id] of [officeId, draftOfficeId].entries())
		await ctx.db
			.insertInto('office_members')
			.values({ office_id, expert_id: colleagueId, role: 'editor', position: 5 + place })
			.execute()
	const changedOfficeId = await makeOffice(ctx, { expertIds: [expertId], kana: 'しけんぜいりしじむしょ' })
	await save(expert, changedOfficeId, 'basics', { name: '名を改めた税理士事務所' })
	await applyDrafts(expert, changedOfficeId)
	const change = await readChange(ctx, changedOfficeId)
	const deletedOfficeId = await makeOffice(ctx, { expertIds: [expertId, colleagueId] })
	await ctx.db
		.updateTable('offices')
		.set({ state: 'deleted', state_before_deletion: 'published', deleted_at: ctx.now() })
		.where('id', '=', deletedOfficeId)
		.execute()
	const suspendedOfficeId = await makeOffice(ctx, { state: 'suspended', suspended_reason: reason, expertIds: [otherExpertId] })
	const otherOfficeId = await makeOffice(ctx, { expertIds: [otherExpertId] })
	await inviteMember(expert, officeId, { email: 'member@example.com', role: 'editor' })
	const invitation = /office\/invitation\/([\w-]+)/.exec(site.mails.at(-1)?.text ?? '')?.[1] ?? ''
	const { id: invitationId } = await ctx.db.selectFrom('office_invitations').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
	const { id: joinRequestId } = await ctx.db
		.insertInto('office_join_requests')
		.values({ office_id: officeId, expert_id: otherExpertId, requested_at: ctx.now(), declined_at: null })
		.returning('id')
		.executeTakeFirstOrThrow()

	await saveChange(expert, credential({ professionId: '3', registrationNumber: '第12345678号' }))
	const ownChange = async () => (await readChanges(ctx, expertId))[0]
	await addChangeProof(expert, (await ownChange())?.id ?? 0, picture())
	await submitChange(expert, (await ownChange())?.id ?? 0)
	const credentialChange = await ownChange()

	/** Of the member, to one office. */
	const askFor = async (office: number) => {
		await sendDraft(member, await makeDraft(member, [office]), consents)
		const requestId = (await listMyEstimates(member, null)).items[0]?.id ?? 0
		return { requestId, deliveryId: (await getMyEstimate(member, { id: requestId })).deliveries[0]?.id ?? 0 }
	}
	const waiting = await askFor(changedOfficeId)
	const waitingLead = (await listLeads(expert, null)).items[0]?.id ?? 0
	const declined = await askFor(otherOfficeId)
	const otherExpert = await as('otherExpert')
	await declineLead(otherExpert, (await listLeads(otherExpert, null)).items[0]?.id ?? 0, '繁忙期のため、お受けできません。')
	const quoted = await getMyEstimate(member, { id: world.estimates.requestId })
	await saveReview(member, officeId, {
		stars: 4,
		body: '必要な書類を一覧にしてもらえたので、迷わず準備できました。',
		persona: '',
		received: '',
	})

	await report(other, { kind: 'question', id: world.questions.open }, { reason: 'personal', body: '' })
	await appeal(member, { kind: 'question', id: world.questions.hidden }, '連絡先に当たるところを消しました。もう一度ご確認ください。')
	const rowOf = async (from: 'reports' | 'appeals') =>
		(await ctx.db.selectFrom(from).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

	const savedReply = { title: 'はじめの返信', body: '{お名前}様、お問い合わせありがとうございます。', client_key: 'a-saved-reply' }
	const { id: savedReplyId } = await ctx.db
		.insertInto('saved_replies')
		.values({ office_id: officeId, ...savedReply, created_at: ctx.now(), updated_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()

	const { id: placementId } = await ctx.db
		.insertInto('placements')
		.values({ office_id: officeId, task_id: 503, prefecture_id: 13, created_at: ctx.now() })
		.returning('id')
		.executeTakeFirstOrThrow()

	const address = 'gone@example.com'
	const mailed = { message_id: 'a-mail', address, subject: 'お知らせ', state: 'bounced', first_at: ctx.now(), at: ctx.now() } as const
	const { id: undeliveredMailId } = await ctx.db.insertInto('mails').values(mailed).returning('id').executeTakeFirstOrThrow()
	const suppressed = { address, cause: 'bounce', since: ctx.now() } as const
	const { id: suppressionId } = await ctx.db.insertInto('mail_suppressions').values(suppressed).returning('id').executeTakeFirstOrThrow()

	return {
		...world,
		undeliveredMailId,
		suppressionId,
		colleagueId,
		otherExpertId,
		/** Of the member's application. */
		credentialId: (await findRegistration(member))?.credentials[0]?.id ?? 0,
		changedOfficeId,
		change: { id: change?.id ?? 0, askedAt: change?.askedAt.getTime() ?? 0 },
		/** The expert’s, submitted. */
		credentialChangeId: credentialChange?.id ?? 0,
		credentialChangeVersion: credentialChange?.version ?? 0,
		deletedOfficeId,
		suspendedOfficeId,
		otherOfficeId,
		invitation,
		invitationId,
		joinRequestId,
		photoId: (await listPhotos(ctx, officeId))[0]?.id ?? 0,
		/** The member's: without an answer, declined, quoted. */
		waiting: { ...waiting, leadId: waitingLead },
		declined,
		quotedDeliveryId: quoted.deliveries[0]?.id ?? 0,
		reviewId: (await listMyReviews(member, null)).own[0]?.id ?? 0,
		/** Of the member's and the expert's office. */
		savedReplyId,
		placementId,
		reportId: await rowOf('reports'),
		appealId: await rowOf('appeals'),
		editorialId: (await beginEditorial(requireRecentStaff(await as('editor'), 'editor'))).id,
		publishedArticleId: (
			await ctx.db.selectFrom('articles').select('id').where('published_at', 'is not', null).orderBy('id', 'desc').executeTakeFirstOrThrow()
		).id,
		cookieOf: (actor: FormActor) => {
			const browser = browsers.get(actor)
			const session = browser?.sessionToken() ?? null
			return [`__Host-device=${browser?.device ?? ''}`, ...(session === null ? [] : [`__Host-session=${session}`])].join('; ')
		},
	}
}
