import { randomBytes } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../src/domain/shared/context.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { reindexOffice } from '../src/domain/listings/listings.ts'
import { save } from '../src/domain/offices/offices-for-test.ts'
import { saveReview } from '../src/domain/reviews/review-writing.ts'
import { editAnswer, postAnswer } from '../src/domain/questions/answers.ts'
import { saveDraft } from '../src/domain/questions/drafts.ts'
import { answerInput, questionInput } from '../src/domain/questions/questions-for-test.ts'
import { addAddendum, editQuestion, postQuestion } from '../src/domain/questions/questions.ts'
import { hideAnswer } from '../src/domain/questions/hiding.ts'
import { days } from '../src/domain/shared/japan-time.ts'
import { addFavourite } from '../src/domain/social/favourites.ts'
import { type TestCtx, visitorCtx } from '../test/database.ts'
import { makeExpert, makeOffice } from '../test/factories.ts'
import { formActors, makeFormsWorld, type FormActor, type FormsWorld } from '../test/permission-forms-world.ts'
import { ORIGIN } from '../test/permission-world.ts'
import { addHiddenRows } from './hidden-rows.ts'

export const BYSTANDER = 'bystander@example.com'

export type Person = { actor: FormActor; userId: number; cookie: string; idToken: string | undefined }

export type AbuseWorld = {
	forms: FormsWorld
	/** Everybody who sends requests; who is signed out has the id 0. */
	people: readonly Person[]
	/** Sends nothing; no request may change this user's rows. */
	bystanderId: number
}

/**
 * The people and things of the permission tests, committed to the database of a running site, and beside them what only
 * this run needs: rows in the tables that stay empty there, and a bystander.
 */
export async function makeAbuseWorld({ db }: OpenedDatabase<Database>, dataDir: string): Promise<AbuseWorld> {
	const now = new Date()
	const transaction = await db.startTransaction().execute()
	const ctx: TestCtx = { ...visitorCtx(transaction), now: () => now, site: { name: 'しるべ', publicUrl: ORIGIN } }
	const forms = await makeFormsWorld(ctx)
	await fillEmptyTables(ctx, forms)
	const bystanderId = await makeBystander(ctx, forms)
	const people = await peopleOf(ctx, forms)
	await transaction.commit().execute()
	// Where the test site keeps its files.
	const files = path.join(tmpdir(), `files-test-${process.pid}`)
	await cp(files, path.join(dataDir, 'files'), { recursive: true })
	await rm(files, { recursive: true })
	return { forms, people, bystanderId }
}

async function peopleOf(ctx: TestCtx, forms: FormsWorld): Promise<Person[]> {
	const rows = await ctx.db.selectFrom('users').select(['id', 'email']).execute()
	const idOf = new Map(rows.map(({ id, email }) => [email, Number(id)]))
	const matrix = ['unverified', 'member', 'other', 'expert'] as const
	return formActors.map((actor) => {
		const name = actor === 'admin' ? 'staff' : actor.toLowerCase()
		const tokenOf = actor === 'admin' ? 'staff' : matrix.find((one) => one === actor)
		return {
			actor,
			userId: idOf.get(`${name}@example.com`) ?? 0,
			cookie: forms.cookieOf(actor),
			idToken: tokenOf === undefined ? undefined : forms.idToken(tokenOf),
		}
	})
}

/** What a run of the permission tests has no rows of, each as its owner would have made it. */
async function fillEmptyTables(ctx: TestCtx, forms: FormsWorld): Promise<void> {
	const [member, expert, admin] = [await forms.browsers.member.ctx(), await forms.browsers.expert.ctx(), await forms.browsers.staff.ctx()]
	const [memberId, uid] = [forms.people.member.docId, forms.people.member.uid]
	const { clientKey: _key, isAnonymous: _anonymous, ...edited } = questionInput({ title: '書き直した質問の題名です' })
	await editQuestion(member, forms.questions.open, { ...edited, version: 1 })
	const { clientKey: _answerKey, ...answerEdited } = answerInput()
	await editAnswer(expert, forms.answerId, { ...answerEdited, body: `${answerEdited.body}\n\n書き足した一文です。`, version: 1 })
	await addAddendum(member, forms.questions.answered, { body: '追記です。売上は年に三百万円ほどです。' })
	const { id: withHidden } = await postQuestion(member, questionInput())
	const { id: hiddenAnswer } = await postAnswer(expert, withHidden, answerInput())
	await hideAnswer(admin, hiddenAnswer, '広告に当たるため')
	await addHiddenRows(ctx, forms, hiddenAnswer)
	await saveDraft(member, null, { title: '下書きの題名', body: '下書きの本文です。' })
	await saveDraft(expert, forms.questions.open, { body: '回答の下書きです。' })
	await addFavourite(member, { kind: 'question', targetId: forms.questions.open, folder: '比べる先', memo: '来週に電話する' })
	await save(expert, forms.officeId, 'basics', { headline: '下書きの紹介文です' })
	await save(expert, forms.draftOfficeId, 'basics', { headline: '公開前の紹介文です' })
	// Deleted and suspended by hand there, without the list.
	for (const officeId of [forms.deletedOfficeId, forms.suspendedOfficeId]) await reindexOffice(ctx.db, officeId)
	const soon = new Date(ctx.now().getTime() + days(1))
	await ctx.db
		.insertInto('identity_links')
		.values({
			uid,
			provider: 'facebook',
			subject: 'subject-of-the-member',
			email: 'member-elsewhere@example.com',
			display_name: '渡辺 さくら',
			created_at: ctx.now(),
		})
		.execute()
	await ctx.db
		.insertInto('second_factors')
		.values({
			uid,
			sealed_secret: forms.ctx.encryptor.encrypt('second factor', 'JBSWY3DPEHPK3PXP'),
			created_at: ctx.now(),
			confirmed_at: null,
			last_step: '0',
		})
		.execute()
	await ctx.db
		.insertInto('recovery_codes')
		.values({ uid, code_hash: randomBytes(32) })
		.execute()
	await ctx.db
		.insertInto('follows')
		.values({ user_id: memberId, expert_id: forms.otherExpertId, notify: 'all', created_at: ctx.now() })
		.execute()
	for (const officeId of [forms.officeId, forms.draftOfficeId])
		await ctx.db
			.insertInto('office_cases')
			.values({
				office_id: officeId,
				task_id: 503,
				title: '開業の届け出',
				client: '飲食店',
				body: '開業の届け出を手伝いました。',
				consented_on: '2026-04-01',
				position: 0,
			})
			.execute()
	await ctx.db
		.insertInto('expert_decisions')
		.values({
			expert_id: forms.expertId,
			state: 'needs_fix',
			reason: '書類の写しが読めません。',
			decided_by: forms.people.staff.docId,
			decided_at: ctx.now(),
		})
		.execute()
	// The second version keeps the first one as a revision.
	await saveReview(member, forms.officeId, {
		stars: 3,
		body: '追記しました。必要な書類の一覧が役に立ちました。',
		persona: '個人事業主',
		received: '',
	})
	await ctx.db
		.insertInto('login_tickets')
		.values({
			ticket_hash: randomBytes(32),
			kind: 'link',
			binding_hash: randomBytes(32),
			uid,
			provider: 'google',
			subject: 'ticket-subject',
			email: 'ticket@example.com',
			email_is_verified: true,
			display_name: '渡辺',
			expires_at: soon,
		})
		.execute()
}

/** A member and expert with one of each thing that only they may see. */
async function makeBystander(ctx: TestCtx, forms: FormsWorld): Promise<number> {
	const account = await forms.site.account(BYSTANDER)
	const browser = forms.site.browser()
	await browser.enter(account.uid)
	const own = await browser.ctx()
	await saveDraft(own, null, { title: '傍観者の下書き', body: '傍観者の下書きの本文です。' })
	await addFavourite(own, { kind: 'office', targetId: forms.officeId, folder: '候補', memo: '傍観者の覚え書き' })
	const expertId = await makeExpert(ctx, { user_id: account.docId, state: 'draft', verified_at: null })
	await makeOffice(ctx, { state: 'draft', published_at: null, expertIds: [expertId] })
	return Number(account.docId)
}
