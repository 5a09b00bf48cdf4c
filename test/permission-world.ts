import { Hono } from 'hono'
import { sql } from 'kysely'
import pino from 'pino'
import type { AccountsEnv } from '../src/api/shared/accounts-part.ts'
import { createApi } from '../src/api/index.ts'
import { testV1 } from '../src/api/v1-for-test.ts'
import { PASSWORD, type TestBrowser, testSite } from '../src/domain/accounts/accounts-for-test.ts'
import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { makeActionCode } from '../src/domain/accounts/action-codes.ts'
import { setAvatar } from '../src/domain/accounts/avatars.ts'
import { issueIdToken } from '../src/domain/accounts/sign-in/id-tokens.ts'
import { listSessions, revokeSessions } from '../src/domain/accounts/sessions.ts'
import { addPhoto, listPhotos } from '../src/domain/offices/office-photos.ts'
import { fillIn } from '../src/domain/experts/registration-for-test.ts'
import { setPortrait } from '../src/domain/experts/registration-profile.ts'
import { findRegistration } from '../src/domain/experts/registration.ts'
import { postAnswer } from '../src/domain/questions/answers.ts'
import { acceptAnswer } from '../src/domain/questions/best-answers.ts'
import { hideQuestion } from '../src/domain/questions/hiding.ts'
import { answerInput, questionInput } from '../src/domain/questions/questions-for-test.ts'
import { addImage, listImages } from '../src/domain/questions/question-images.ts'
import { postQuestion } from '../src/domain/questions/questions.ts'
import { addFavourite, listFavourites } from '../src/domain/social/favourites.ts'
import { deliverEvent } from '../src/domain/social/notification-delivery.ts'
import { unsubscribeToken } from '../src/domain/social/notification-settings.ts'
import { waitStopKey } from '../src/domain/listings/waiting/list-waits.ts'
import { listNotifications } from '../src/domain/social/notifications.ts'
import { readWhoIsLooking } from '../src/http/accounts-request.ts'
import { admitWrites } from '../src/http/write-gate-for-test.ts'
import { uploadRoutes } from '../src/upload-routes.ts'
import { makeInquiry } from './permission-inquiries-world.ts'
import type { TestCtx } from './database.ts'
import { makeExpert, makeOffice } from './factories.ts'
import { makeDevelopers } from './permission-developers.ts'
import { makeBilling } from './permission-billing.ts'
import { makeAnnouncements, makeNotices, makeSupportRequests } from './permission-support.ts'
import { makeDiagnoses } from './permission-diagnosis.ts'
import { makeEstimates } from './permission-estimates.ts'
import { makeArticles } from './permission-articles.ts'

/** The people of the permission matrix; everything that is somebody's own there is the member's. */
export const actors = ['visitor', 'unverified', 'member', 'other', 'expert', 'staff', 'revoked'] as const
export type Actor = (typeof actors)[number]

export const ORIGIN = 'https://shirube.example'
export const CSRF = 'abcdefgh'
export const tinyPicture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)
export const addressOf = (actor: Actor) => `${actor}@example.com`

async function makePickup(
	ctx: TestCtx,
	expertId: number,
	{ scopeId = 0, prefectureId = 0, publishedAt = null }: { scopeId?: number; prefectureId?: number; publishedAt?: Date | null },
): Promise<number> {
	const { id } = await ctx.db
		.insertInto('pickups')
		.values({
			expert_id: expertId,
			scope_id: scopeId,
			prefecture_id: prefectureId,
			reason: '開業の相談に力を入れています。',
			starts_on: '2026-01-01',
			ends_on: null,
			published_at: publishedAt,
			ended_at: null,
			made_by: null,
			made_at: ctx.now(),
			client_key: null,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

async function makeImport(ctx: TestCtx): Promise<number> {
	const { id } = await ctx.db
		.insertInto('import_batches')
		.values({ file_name: '名簿.csv', source: '各事務所のWebサイト', created_at: ctx.now(), confirmed_at: null, resent_at: null })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

async function makeArticleImport(ctx: TestCtx): Promise<number> {
	const { id } = await ctx.db
		.insertInto('article_imports')
		.values({ file_name: 'blog.xml', source: 'https://blog.example', checked_at: ctx.now(), imported_at: null, made: null })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

export type World = Awaited<ReturnType<typeof makeWorld>>

/** One of each thing that a call may be about, in the transaction of `ctx`, and a browser for each actor. */
export async function makeWorld(ctx: TestCtx) {
	const site = testSite(ctx)
	const app = new Hono<AccountsEnv>()
	app.use(admitWrites({ rules: uploadRoutes }))
	app.route('/', testV1({ ...ctx, ...site.services }))
	app.use(readWhoIsLooking({ ctx: { ...ctx, ...site.services }, accounts: site.accounts, secure: true }))
	app.route('/', createApi({ config: { siteName: 'しるべ', publicUrl: ORIGIN }, log: pino({ level: 'silent' }) }))

	const browsers = Object.fromEntries(actors.map((actor) => [actor, site.browser()])) as Record<Actor, TestBrowser>
	const people = {
		unverified: await site.account(addressOf('unverified'), { verified: false }),
		member: await site.account(addressOf('member')),
		other: await site.account(addressOf('other')),
		expert: await site.account(addressOf('expert')),
		staff: await site.account(addressOf('staff')),
	}
	await site.account('taken@example.com')
	await sql`update users set is_expert = true where id = ${people.expert.docId}::bigint`.execute(ctx.db)
	for (const role of ['admin', 'moderator'] as const)
		await ctx.db.insertInto('staff_roles').values({ user_id: people.staff.docId, role }).execute()

	/** The cookies of `actor`'s browser; the revoked actor still has the old ones. */
	const idTokens = new Map<Actor, string>()
	const takeIdToken = async (actor: Actor, uid: string) => {
		const identity = { ...(await ctx.db.selectFrom('identities').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()), email: '' }
		const proof = { authTime: ctx.now(), provider: 'password' } as const
		idTokens.set(actor, (await issueIdToken(await browsers[actor].ctx(), identity, proof)).idToken)
	}
	await browsers.revoked.enter(people.member.uid)
	await takeIdToken('revoked', people.member.uid)
	await browsers.member.enter(people.member.uid)
	await revokeSessions(await browsers.member.ctx(), { others: true, idToken: null })
	for (const actor of ['unverified', 'member', 'other', 'expert', 'staff'] as const) {
		if (actor !== 'member') await browsers[actor].enter(people[actor].uid)
		await takeIdToken(actor, people[actor].uid)
	}
	const elsewhere = site.browser()
	await elsewhere.enter(people.member.uid)
	const otherSession = (await listSessions(await elsewhere.ctx())).find(({ current }) => current)?.id ?? ''

	const member = await browsers.member.ctx()
	const expert = await browsers.expert.ctx()
	const expertId = await makeExpert(ctx, { user_id: people.expert.docId })
	const ask = async (asker: AccountsCtx, isAnonymous = false) => (await postQuestion(asker, questionInput({ isAnonymous }))).id
	const answer = async (questionId: number) => (await postAnswer(expert, questionId, answerInput())).id
	const answered = await ask(member)
	const solved = await ask(member)
	const hidden = await ask(member)
	const answerId = await answer(answered)
	const bestId = await answer(solved)
	await acceptAnswer(member, bestId)
	const imageOf = async (place: number | null) => {
		await addImage(member, place, tinyPicture)
		return `${(await listImages(member, place))[0]?.token ?? ''}-640.webp`
	}
	const illustrated = await ask(member)
	const images = { posted: await imageOf(illustrated), hidden: await imageOf(hidden), draft: await imageOf(null) }
	await hideQuestion(await browsers.staff.ctx(), hidden, '連絡先が書かれているため')
	const officeId = await makeOffice(ctx, { expertIds: [expertId] })
	await addPhoto(expert, officeId, tinyPicture, '入口')
	await addFavourite(member, { kind: 'office', targetId: officeId })
	const favourites = await listFavourites(member, { folder: null, kind: null, cursor: null })
	const codeFor = (kind: 'verifyEmail' | 'resetPassword') =>
		makeActionCode(member, { uid: people.member.uid, email: people.member.email, kind, previousEmail: null })

	const { id: passkeyId } = await ctx.db
		.insertInto('passkeys')
		.values({
			uid: people.member.uid,
			credential_id: 'a-passkey',
			public_key: Buffer.alloc(77),
			counter: '0',
			transports: [],
			name: 'Chrome・Windows',
			created_at: ctx.now(),
			last_used_at: null,
		})
		.returning('id')
		.executeTakeFirstOrThrow()

	await deliverEvent(
		ctx,
		{ event: 'notice', kind: 'report-outcome', userId: people.member.docId, subject: 'report:1', text: '確認しました。', path: '/about' },
		async () => undefined,
	)
	const notifications = await listNotifications(member, null)

	await fillIn(member, { office: null })
	await setPortrait(member, tinyPicture)
	const application = await findRegistration(member)
	const { imageUrl } = (await setAvatar(member, tinyPicture)).user

	return {
		ctx: { ...ctx, ...site.services },
		app,
		site,
		browsers,
		avatar: imageUrl?.split('/').at(-1) ?? '',
		passkeyId,
		accounts: site.accounts,
		people,
		password: PASSWORD,
		expertId,
		/** The member’s, to the expert’s office; both say that it was commissioned. */
		inquiry: await makeInquiry(member, expert, officeId),
		/** The member’s, to the expert’s office, and a visitor’s. */
		estimates: await makeEstimates(member, expert, officeId),
		/** The member’s, and a visitor’s by its link. */
		diagnoses: await makeDiagnoses(member),
		/** The expert’s paid plan. */
		billing: await makeBilling(expert),
		/** The expert’s token and webhook. */
		developers: await makeDevelopers(expert),
		support: await makeSupportRequests(member),
		announcements: await makeAnnouncements(ctx),
		notices: await makeNotices(ctx),
		articles: await makeArticles(expert, await browsers.staff.ctx()),
		unverifiedExpertId: await makeExpert(ctx, { state: 'submitted' }),
		officeId,
		/** The expert introduced on the top page, and a draft for a list. */
		pickupId: await makePickup(ctx, expertId, { publishedAt: ctx.now() }),
		/** Checked and not confirmed, without rows. */
		importId: await makeImport(ctx),
		articleImportId: await makeArticleImport(ctx),
		draftPickupId: await makePickup(ctx, expertId, { scopeId: 5, prefectureId: 13 }),
		officePhoto: `${(await listPhotos(ctx, officeId))[0]?.token ?? ''}-640.avif`,
		/** Names of files: of a public question of the member's, of the hidden one, of their draft. */
		images,
		draftExpertId: application?.expertId ?? 0,
		proofId: application?.credentials[0]?.proofs[0]?.id ?? '',
		portrait: application?.profile.portrait?.split('/').at(-1) ?? '',
		draftOfficeId: await makeOffice(ctx, { state: 'draft', published_at: null, expertIds: [expertId] }),
		/** Of the member: without an answer, with one, resolved, taken off the page by staff. */
		questions: { open: await ask(member), answered, solved, hidden, experts: await ask(expert) },
		/** Of the expert, to the member's questions. */
		answerId,
		bestId,
		favouriteId: favourites.items[0]?.id ?? 0,
		notificationId: notifications.items[0]?.id ?? 0,
		waitStopKey: waitStopKey(ctx, 'taro@example.com'),
		unsubscribeToken: unsubscribeToken(ctx.encryptor, people.member.docId, 'answer'),
		otherSession,
		verifyCode: await codeFor('verifyEmail'),
		resetCode: await codeFor('resetPassword'),
		idToken: (actor: Actor) => idTokens.get(actor),
		/** What this actor's browser sends along with every request. */
		cookie: (actor: Actor) => {
			const session = browsers[actor].sessionToken()
			const sent = [`csrfToken=${CSRF}`, `__Host-device=${browsers[actor].device}`]
			return [...sent, ...(session === null ? [] : [`__Host-session=${session}`])].join('; ')
		},
	}
}

/** Rolls back everything that `handler` wrote, even after an error that aborted the transaction. */
export async function undoing<T>(ctx: TestCtx, handler: () => Promise<T>): Promise<T> {
	const savepoint = await ctx.db.savepoint('attempt').execute()
	try {
		return await handler()
	} finally {
		await savepoint.rollbackToSavepoint('attempt').execute()
	}
}
