import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite } from '../src/domain/accounts/accounts-for-test.ts'
import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { type Ctx, type Database, inTransaction } from '../src/domain/shared/context.ts'
import { startInput } from '../src/domain/billing/billing-for-test.ts'
import { startSubscription } from '../src/domain/billing/subscriptions.ts'
import { createOffice } from '../src/domain/offices/office-editing.ts'
import { claimOffice } from '../src/domain/experts/claims/claims.ts'
import { requestToJoin, withdrawJoinRequest } from '../src/domain/experts/office-joining.ts'
import { inviteMember } from '../src/domain/memberships/office-membership.ts'
import { isDomainError } from '../src/domain/shared/errors.ts'
import { contactInput } from '../src/domain/funding-diagnosis/contacts-for-test.ts'
import { supportInput } from '../src/domain/support/support-for-test.ts'
import { sendSupportRequest } from '../src/domain/support/support-requests.ts'
import { askForContact } from '../src/domain/funding-diagnosis/contacts.ts'
import { startEstimate } from '../src/domain/estimates/estimate-drafts.ts'
import { estimateConsents } from '../src/domain/estimates/estimate-input.ts'
import { sendDraft } from '../src/domain/estimates/estimate-sending.ts'
import { makeDraft, makeOwnedOffice, leadsCtx } from '../src/domain/estimates/estimates-for-test.ts'
import { makeInquiry, inquiryInput, message, withFiles } from '../src/domain/inquiries/inquiries-for-test.ts'
import { openCalendar, proposalInput } from '../src/domain/appointments/appointments-for-test.ts'
import { proposeTimes } from '../src/domain/appointments/proposals.ts'
import { sendMessage, startInquiry } from '../src/domain/inquiries/inquiries.ts'
import { report } from '../src/domain/moderation/reports.ts'
import { postAnswer } from '../src/domain/questions/answers.ts'
import { makeMember, makeExpertViewer, answerInput, as, newKey, questionInput } from '../src/domain/questions/questions-for-test.ts'
import { postQuestion } from '../src/domain/questions/questions.ts'
import { countAttempt, countWrite, limits, type AttemptName, type ThrottleName, type WriteName } from '../src/domain/shared/throttles.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { freshDatabase, visitorCtx } from './database.ts'
import { makeOffice } from './factories.ts'
import { seller } from './operator.ts'

let opened: OpenedDatabase<Database>
let ctx: Ctx
let questionIds: number[]
beforeAll(async () => {
	opened = await freshDatabase()
	ctx = visitorCtx(opened.db)
	questionIds = []
	for (let n = 0; n < triesOf('answerAccount'); n++) {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		questionIds.push(id)
	}
})
afterAll(() => opened.close())

const PARALLEL = 50
const names = Object.keys(limits) as ThrottleName[]
const attemptNames = names.filter((name): name is AttemptName => limits[name].counted === 'attempt')
const writeNames = names.filter((name): name is WriteName => limits[name].counted === 'write')
/** At least fifty, and more than the limit allows. */
const triesOf = (name: ThrottleName) => Math.max(PARALLEL, limits[name].limit + 15)
const range = (size: number) => Array.from({ length: size }, (_, n) => n)

/** How many handlers succeeded; all others must have been rejected by a limit. */
async function countGranted(works: Promise<unknown>[]): Promise<number> {
	const settled = await Promise.allSettled(works)
	for (const one of settled) if (one.status === 'rejected' && !isThrottled(one.reason)) throw one.reason
	return settled.filter(({ status }) => status === 'fulfilled').length
}

const isThrottled = (error: unknown): boolean => isDomainError(error) && error.kind === 'throttled'

const accountsCtx = async (viewer: Ctx['viewer'], block = '203.0.113.0'): Promise<AccountsCtx> => ({
	...(await testSite(ctx).browser({ block }).ctx()),
	viewer,
})

const officeOf = () => inTransaction(ctx, (trx) => makeOwnedOffice(trx))
const leads = (block = '203.0.113.0') => ({ ...leadsCtx(ctx), caller: { block } })
const draftInput = () => ({ taskId: 503, prefectureId: null, municipalityId: null, officeIds: [], clientKey: newKey() })
const place = { kind: 'sole', name: '二つ目の事務所', kana: 'フタツメノジムショ', postalCode: '181-0013', addressLine: '下連雀3丁目2-2' }

/** Every limit of a write through the function that a page or a call uses: a name that is missing does not compile. */
const writes: Record<WriteName, () => Promise<(n: number) => Promise<unknown>>> = {
	async questionAccount() {
		const mine = as(ctx, await makeMember(ctx))
		return () => postQuestion(mine, questionInput())
	},
	async answerAccount() {
		const { viewer } = await makeExpertViewer(ctx)
		return (n) => postAnswer(as(ctx, viewer), questionIds[n] ?? 0, answerInput())
	},
	async reportAccount() {
		const mine = as(ctx, await makeMember(ctx))
		return (n) => report(mine, { kind: 'question', id: questionIds[n] ?? 0 }, { reason: 'advertising', body: '' })
	},
	async inquiryAccount() {
		const { officeId } = await officeOf()
		const mine = withFiles(as(ctx, await makeMember(ctx)))
		return (n) => startInquiry(mine, officeId, inquiryInput({ subject: `件名その${n}` }), [])
	},
	async messageAccount() {
		const { id, expert } = await inTransaction(ctx, (trx) => makeInquiry(trx))
		return (n) => sendMessage(withFiles(as(ctx, expert)), id, message(`返信その${n}です。`), [])
	},
	async appointmentAccount() {
		const { officeId, id, expert } = await inTransaction(ctx, (trx) => makeInquiry(trx))
		await openCalendar(as(ctx, expert), officeId)
		return (n) => proposeTimes(as(ctx, expert), id, proposalInput(n), null)
	},
	async estimateDraftAccount() {
		const mine = as(leads(), await makeMember(ctx))
		return () => startEstimate(mine, draftInput())
	},
	async estimateDraftBlock() {
		return () => startEstimate(leads('198.51.100.0'), draftInput())
	},
	async estimateAddress() {
		const { officeId } = await officeOf()
		const all = estimateConsents.map(({ kind }) => kind)
		const keys: string[] = []
		for (const n of range(PARALLEL)) keys.push(await makeDraft(leads(`192.0.2.${n}`), [officeId], 'flooded@example.com'))
		return (n) => sendDraft(leads('192.0.2.200'), keys[n] ?? '', all)
	},
	async diagnosisContactAddress() {
		return () => askForContact(leads('192.0.2.201'), contactInput({ email: 'asked@example.com' }), null)
	},
	async supportAddress() {
		return () => sendSupportRequest(leads('192.0.2.204'), supportInput({ email: 'writer@example.com' }))
	},
	async supportBlock() {
		return (n) => sendSupportRequest(leads('192.0.2.205'), supportInput({ email: `writer${n}@example.com` }))
	},
	async officeAccount() {
		const { viewer } = await makeExpertViewer(ctx)
		const mine = await accountsCtx(viewer)
		// The plan must allow more offices than the limit does.
		await startSubscription({ ...mine, site: { ...mine.site, operator: seller } }, startInput({ plan: 'pro' }))
		return () => createOffice(mine, place)
	},
	async invitationAccount() {
		const { viewer, expertId } = await makeExpertViewer(ctx)
		const officeIds: number[] = []
		for (const _ of range(3)) officeIds.push((await officeOwnedBy(expertId)).officeId)
		const mine = await accountsCtx(viewer, '192.0.2.202')
		return (n) => inviteMember(mine, officeIds[n % 3] ?? 0, { email: `invited${n}@example.com`, role: 'editor' })
	},
	async officeClaimAccount() {
		const { viewer } = await makeExpertViewer(ctx)
		const mine = await accountsCtx(viewer)
		const number = '9000012050009'
		const officeId = await makeOffice(ctx, { corporate_number: number, taskIds: [] })
		return () => claimOffice(mine, { officeId, number, proof: 'code', mailbox: '' })
	},
	async joinRequestAccount() {
		const { viewer } = await makeExpertViewer(ctx, { state: 'draft' })
		const mine = await accountsCtx(viewer)
		const { officeId } = await officeOf()
		// Requests of one applicant are serialised.
		let before = Promise.resolve()
		return () => {
			const own = before.then(() => requestToJoin(mine, officeId)).then(() => withdrawJoinRequest(mine, officeId))
			before = own.catch(() => undefined)
			return own
		}
	},
	async unprovedMailAddress() {
		const inviters: { mine: AccountsCtx; officeId: number }[] = []
		for (const n of range(PARALLEL)) {
			const { officeId, owner } = await officeOf()
			inviters.push({ mine: await accountsCtx(owner, `198.51.100.${n}`), officeId })
		}
		return (n) => {
			const { mine, officeId } = inviters[n] ?? inviters[0]!
			return inviteMember(mine, officeId, { email: 'victim@example.com', role: 'editor' })
		}
	},
	async unprovedMailBlock() {
		return (n) => askForContact(leads('192.0.2.203'), contactInput({ email: `asker${n}@example.com` }), null)
	},
}

async function officeOwnedBy(expertId: number): Promise<{ officeId: number }> {
	const { officeId } = await officeOf()
	await opened.db.insertInto('office_members').values({ office_id: officeId, expert_id: expertId, role: 'owner', position: 9 }).execute()
	return { officeId }
}

describe('with many at once on a real database', () => {
	test.each(attemptNames)(
		'%s grants exactly as many attempts as it allows',
		async (name) => {
			const works = range(triesOf(name)).map(() => countAttempt(ctx, name, 'one subject'))
			expect(await countGranted(works)).toBe(limits[name].limit)
			await expect(countAttempt(ctx, name, 'another subject')).resolves.toBeDefined()
		},
		30_000,
	)

	test.each(writeNames)(
		'%s lets exactly as many writes through as it allows',
		async (name) => {
			const handler = await writes[name]()
			expect(await countGranted(range(triesOf(name)).map((n) => handler(n)))).toBe(limits[name].limit)
		},
		60_000,
	)
})

test('a write that fails is not counted, an attempt that fails is', async () => {
	const { limit } = limits.questionAccount
	for (const _ of range(2 * limit)) {
		const failing = inTransaction(ctx, async (trx) => {
			await countWrite(trx, 'questionAccount', 'careless')
			throw new Error('the post fails')
		})
		await expect(failing).rejects.toThrow('the post fails')
	}
	await expect(inTransaction(ctx, (trx) => countWrite(trx, 'questionAccount', 'careless'))).resolves.toBeUndefined()
	await countAttempt(ctx, 'resetAddress', 'guesser')
	for (const _ of range(limits.resetAddress.limit - 1)) await countAttempt(ctx, 'resetAddress', 'guesser')
	await expect(countAttempt(ctx, 'resetAddress', 'guesser')).rejects.toMatchObject({ kind: 'throttled' })
})

describe('the source', () => {
	const root = path.resolve(import.meta.dirname, '../src')
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.tsx?$/.test(file) && !/(?:\.test|-for-test)\.tsx?$/.test(file))
		.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

	test.each(names)('%s is counted somewhere', (name) => {
		const call = new RegExp(`count(?:Attempt|Write)\\(\\w+, '${name}'`)
		expect(files.filter(({ text }) => call.test(text)).map(({ file }) => file)).not.toEqual([])
	})

	test('throttles only by the one mechanism', () => {
		const own = files.filter(({ file, text }) => file.startsWith('domain/') && /DomainError\(\s*'throttled'/.test(text))
		expect(own.map(({ file }) => file)).toEqual(['domain/shared/throttles.ts'])
	})
})
