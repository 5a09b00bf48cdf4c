import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import type { AccountsCtx } from '../../accounts/accounts-context.ts'
import { moveAppointment } from '../../appointments/appointment-changes.ts'
import { momentAt } from '../../appointments/appointment-input.ts'
import { makeAppointment, proposalInput } from '../../appointments/appointments-for-test.ts'
import { proposeTimes } from '../../appointments/proposals.ts'
import { listCases } from '../../cases/cases.ts'
import { listReceivedCases } from '../../cases/received-cases.ts'
import { requestDocuments } from '../../documents/document-requests.ts'
import { offerLetter } from '../../documents/letters/letters.ts'
import { reportContact, reportLeadDone, sendQuote } from '../../estimates/estimate-leads.ts'
import { acceptQuote, askChange, getMyEstimate } from '../../estimates/estimate-requests.ts'
import { consents, leadsCtx, makeDraft, makeOwnedOffice, makeVerifiedMember, quoteInput } from '../../estimates/estimates-for-test.ts'
import { sendDraft } from '../../estimates/estimate-sending.ts'
import { markEngaged, reportInquiryDone } from '../../inquiries/inquiry-actions.ts'
import { sendMessage } from '../../inquiries/inquiries.ts'
import { makeInquiry, message, withFiles } from '../../inquiries/inquiries-for-test.ts'
import { type AnswerFacts, canComment, type QuestionFacts } from '../../questions/policy.ts'
import { as, commentInput, makeThread } from '../../questions/questions-for-test.ts'
import { postComment } from '../../questions/reactions.ts'
import type { Ctx } from '../../shared/context.ts'
import { listInbox } from './inbox.ts'
import { type InboxKind, type InboxState, inboxTabs } from './inbox-input.ts'
import { readWaitingCounts } from './waiting-counts.ts'

/** The two sides of a case, and what one of them is told while it waits. */
type Sides = { client: Ctx; office: Ctx }
type Row = `${InboxKind} ${InboxState}`

/** Everything in the inbox of an office, in all of its tabs. */
async function rowsOf(office: Ctx): Promise<Row[]> {
	const query = { kind: null, officeId: null, assigned: null, search: '', cursor: null }
	const tabs = await Promise.all(inboxTabs.map((tab) => listInbox(office, { ...query, tab })))
	return tabs.flatMap(({ items }) => items.map(({ kind, state }): Row => `${kind} ${state}`))
}

/** What waits for a client: their cases, and the counts of their first page. */
async function toDoOf(client: Ctx): Promise<string[]> {
	const [cases, counts] = [await listCases(client, { filter: 'todo', cursor: null }), await readWaitingCounts(client)]
	const { proposals, documents, letters, opponents, toChoose, toReview } = counts
	const counted = { proposals, documents, letters, opponents, toChoose: toChoose || null, toReview: toReview || null }
	expect(counts.ownCases).toBe(cases.items.length)
	return [...Object.entries(counted).flatMap(([name, value]) => (value === null ? [] : [name])), ...(counts.ownCases > 0 ? ['case'] : [])]
}

const toldTo = {
	client: async ({ client }: Sides) => (await listCases(client, { filter: 'all', cursor: null })).items.map(({ stage }) => stage.client),
	office: async ({ office }: Sides) =>
		(await listReceivedCases(office, { filter: 'all', cursor: null })).items.map(({ stage }) => stage.office),
}

/** Sentences by which a side learns that it waits, as the source has them; and what the other side finds, in which list. */
const covered = new Map<string, string>()

async function clientWaits(sides: Sides, sentence: string, row: Row): Promise<void> {
	expect(await toldTo.client(sides)).toContain(sentence)
	expect(await rowsOf(sides.office)).toContain(row)
	covered.set(sentence, row)
}

async function officeWaits(sides: Sides, sentence: string, toDo: string): Promise<void> {
	expect(await toldTo.office(sides)).toContain(sentence)
	expect(await toDoOf(sides.client)).toContain(toDo)
	covered.set(sentence, toDo)
}

async function makeRequest(ctx: TestCtx) {
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const client = withFiles(as(leadsCtx(ctx), await makeVerifiedMember(ctx)))
	await sendDraft(client as never, await makeDraft(client as never, [officeId]), consents)
	const { id } = await ctx.db.selectFrom('estimate_requests').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
	const newest = async () => (await getMyEstimate(client, { id })).deliveries[0]
	return { id, sides: { client, office: withFiles(as(leadsCtx(ctx), owner)) }, delivery: (await newest())?.id ?? 0, newest }
}

async function makeThreadOfCase(ctx: TestCtx) {
	const { id, officeId, member, expert } = await makeInquiry(ctx)
	return { id, officeId, sides: { client: withFiles(as(ctx, member)), office: withFiles(as(ctx, expert)) } }
}

test('in a request, who waits has somebody who finds it among what to do', () =>
	withCtx(async (ctx) => {
		const { id, sides, delivery, newest } = await makeRequest(ctx)
		const { client, office } = sides
		expect(await toDoOf(client)).toEqual([])
		await clientWaits(sides, '事務所からの見積もりをお待ちください。', 'lead quote')
		await sendQuote(office, delivery, quoteInput())
		await officeWaits(sides, '見積もりを送りました。依頼した方が選ぶのをお待ちください。', 'toChoose')
		await askChange(client, { id }, delivery, '記帳代行を除いてください。')
		await clientWaits(sides, '変更した見積もりをお待ちください。', 'lead change')
		await sendQuote(office, delivery, quoteInput())
		await acceptQuote(client, { id }, (await newest())?.quotes[0]?.id ?? 0)
		await clientWaits(sides, '依頼先を決めました。事務所からの連絡をお待ちください。', 'lead contact')
		covered.set('に依頼先を決めました。お名前とメールアドレスをお知らせしたので、事務所からの連絡をお待ちください。', 'lead contact')
		await reportContact(office, delivery)
		await clientWaits(sides, '契約して、仕事を進めてもらっています。完了の報告をお待ちください。', 'lead won')
		await reportLeadDone(office, delivery)
		await officeWaits(sides, '仕事が終わりました。口コミが届くのをお待ちください。', 'toReview')
	}))

test('in a check for a conflict of interest, the names are asked of the client and the result of the office', () =>
	withCtx(async (ctx) => {
		const { id, sides, delivery } = await makeRequest(ctx)
		await sendQuote(sides.office, delivery, quoteInput())
		// The task of the request has no opponents; the names are of another kind of work.
		await ctx.db
			.insertInto('conflict_checks')
			.values({ delivery_id: delivery, request_id: id, state: 'asked', asked_at: ctx.now() })
			.execute()
		expect(await toDoOf(sides.client)).toContain('opponents')
		await ctx.db.updateTable('conflict_checks').set({ state: 'disclosed', disclosed_at: ctx.now() }).execute()
		expect(await rowsOf(sides.office)).toEqual(['lead check'])
		expect(await toDoOf(sides.client)).not.toContain('opponents')
		expect((await readWaitingCounts(sides.office)).toAnswer).toBe(1)
		await ctx.db.updateTable('conflict_checks').set({ state: 'clear', decided_at: ctx.now() }).execute()
		expect(await rowsOf(sides.office)).toEqual(['lead quoted'])
	}))

test('in an inquiry, who waits has somebody who finds it among what to do', () =>
	withCtx(async (ctx) => {
		const { id, sides } = await makeThreadOfCase(ctx)
		const { client, office } = sides
		await clientWaits(sides, '事務所からの返信をお待ちください。', 'inquiry reply')
		await sendMessage(office, id, message(), [])
		await officeWaits(sides, '返信しました。差出人の方の返事をお待ちください。', 'case')
		await requestDocuments(client, id, { titles: ['見積書'] })
		await clientWaits(sides, 'お願いした書類が、事務所から届くのをお待ちください。', 'document submit')
		await markEngaged(client, id)
		await clientWaits(sides, '事務所が「依頼を受けることになった」と登録するのをお待ちください。', 'inquiry confirm')
		await markEngaged(office, id)
		await requestDocuments(office, id, { titles: ['通帳の写し'] })
		await officeWaits(sides, 'お願いした書類が、依頼した方から届くのをお待ちください。', 'documents')
		expect(await rowsOf(office)).toContain('document requested')
		await reportInquiryDone(office, id)
		await officeWaits(sides, '仕事が終わりました。口コミが届くのをお待ちください。', 'case')
	}))

test('an office that registers the deal first waits for the client, and a letter waits for consent', () =>
	withCtx(async (ctx) => {
		const { id, sides } = await makeThreadOfCase(ctx)
		await sendMessage(sides.office, id, message(), [])
		await markEngaged(sides.office, id)
		await officeWaits(sides, '差出人の方の登録をお待ちください。', 'case')
		const letter = {
			kind: 'service' as const,
			body: '第1条（業務）\n甲は乙に確定申告書の作成を委託する。\n'.repeat(8).trim(),
			clientKey: 'letter-of-this-test',
		}
		await offerLetter({ ...sides.office, caller: { block: '192.0.2.1' } } as unknown as AccountsCtx, id, letter)
		expect(await toDoOf(sides.client)).toContain('letters')
		expect(await rowsOf(sides.office)).toContain('letter offered')
	}))

test('times that an office proposes wait for the client, also those for an appointment that is moved, which both still find', () =>
	withCtx(async (ctx) => {
		const { id, officeId, sides } = await makeThreadOfCase(ctx)
		const { client, office } = sides
		await sendMessage(office, id, message(), [])
		await proposeTimes(office, id, proposalInput(), null)
		await officeWaits(sides, '面談の日時の候補を送りました。相談する方の返事をお待ちください。', 'proposals')
		const appointment = await makeAppointment(client, office, officeId, id)
		expect(await toDoOf(client)).not.toContain('proposals')
		await proposeTimes(office, id, proposalInput(1), appointment)
		await officeWaits(sides, '面談の日時の候補を送りました。相談する方の返事をお待ちください。', 'proposals')
		expect(await rowsOf(office)).toEqual(expect.arrayContaining(['appointment booked', 'proposal proposed']))
		// Who takes another time by themselves has answered.
		await moveAppointment(client, appointment, momentAt('2026-06-18', '10:00'))
		expect(await toDoOf(client)).not.toContain('proposals')
		expect(await rowsOf(office)).not.toContain('proposal proposed')
	}))

test('an asker who waits for the expert is among what the expert has to do', () =>
	withCtx(async (ctx) => {
		const { asker, expert, answerId } = await makeThread(ctx)
		await postComment(as(ctx, asker), answerId, commentInput('車の費用はどうですか。'))
		const sentence = '専門家の返信をお待ちください。'
		const asked = { isAuthor: false, isHidden: false, commentCount: 1 } as AnswerFacts
		expect(canComment(asker, { isAsker: true, isHidden: false } as QuestionFacts, asked)).toMatchObject({
			allowed: false,
			message: sentence,
		})
		expect(await rowsOf(as(ctx, expert))).toContain('followUp reply')
		covered.set(sentence, 'followUp reply')
	}))

/** Told to nobody who waits for another member: the operator, the reader's own mail, and a specimen in the style guide. */
const elsewhere = [/^ただいま/, /^確定のリンクは/, /^事務所の返事をお待ちください。$/]

test('every sentence that says to wait is one of those above', async () => {
	const sentences = await waitingSentences()
	expect(sentences.length).toBeGreaterThan(10)
	const uncovered = sentences.filter((one) => !covered.has(one) && !elsewhere.some((pattern) => pattern.test(one)))
	expect(uncovered).toEqual([])
})

/** Texts of rooms in the source that end with a request to wait. */
async function waitingSentences(): Promise<string[]> {
	const root = path.resolve('src')
	const files = (await Promise.all(['domain', 'web'].map((folder) => readdir(path.join(root, folder), { recursive: true }))))
		.flatMap((names, index) => names.map((name) => path.join(root, ['domain', 'web'][index] ?? '', name)))
		.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/admin\//.test(name))
	const texts = await Promise.all(files.map((name) => readFile(name, 'utf8')))
	const found = texts.flatMap((text) =>
		[...text.matchAll(/['`]([^'`\n]*お待ちください。[^'`\n]*)['`]/g)].map(([, sentence = '']) => sentence),
	)
	return [...new Set(found)]
}
