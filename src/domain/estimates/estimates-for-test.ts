import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { makeExpert, makeOffice, makeUser } from '../../../test/factories.ts'
import { as } from '../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail, Viewer } from '../shared/context.ts'
import type { CallerCtx } from '../shared/throttles.ts'
import { saveArea, saveContact, saveFacts, saveOffices, saveWishes, startEstimate } from './estimate-drafts.ts'
import { estimateConsents } from './estimate-input.ts'
import { getMyEstimate } from './estimate-requests.ts'
import type { QuoteInput } from './estimate-schemas.ts'
import { sendDraft } from './estimate-sending.ts'

const newKey = (): string => randomBytes(12).toString('hex')

/** The ctx with the services that requests need; mails are collected. */
export const leadsCtx = <C extends Ctx>(ctx: C, mails: OutgoingMail[] = []): C & CallerCtx => ({
	...ctx,
	caller: { block: '203.0.113.0' },
	enqueueMail: async (_db, mail) => void mails.push(mail),
})

/** A member whose address is proved. */
export async function makeVerifiedMember(
	ctx: Ctx,
	email = `${newKey()}@example.com`,
	verified = true,
): Promise<Viewer & { kind: 'member' }> {
	const user = await makeUser(ctx, { email })
	await ctx.db
		.insertInto('identities')
		.values({ uid: user.uid, email, password_hash: null, email_verified_at: verified ? ctx.now() : null, created_at: ctx.now() })
		.execute()
	return { kind: 'member', userId: user.id, uid: user.uid, isExpert: false, roles: [] }
}

/** An office with its owner. */
export async function makeOwnedOffice(
	ctx: Ctx,
	values: Parameters<typeof makeOffice>[1] = {},
): Promise<{ officeId: number; owner: Viewer }> {
	const user = await makeUser(ctx, { isExpert: true })
	const expertId = await makeExpert(ctx, { user_id: user.id, ...(values.professions ? { professions: values.professions } : {}) })
	const officeId = await makeOffice(ctx, { expertIds: [expertId], ...values })
	return { officeId, owner: { kind: 'member', userId: user.id, uid: user.uid, isExpert: true, roles: [] } }
}

/** Answers to the questions of task 503. */
export const answers = {
	incomes: '事業',
	sales: '1,000万円未満',
	bookkeeping: '会計ソフトに自分で入力',
	'consumption-tax': '免税',
	years: '1',
}

/** A draft with every step done. */
export async function makeDraft(
	ctx: CallerCtx,
	officeIds: number[],
	email = 'asker@example.com',
	task: { id: number; answers: Record<string, string> } = { id: 503, answers },
): Promise<string> {
	const key = await startEstimate(ctx, { taskId: task.id, prefectureId: null, municipalityId: null, officeIds: [], clientKey: newKey() })
	await saveArea(ctx, key, { prefectureId: 13, municipalityId: 13204 })
	await saveFacts(ctx, key, {
		entity: 'sole',
		industry: 'デザイン',
		size: '1',
		facts: '開業2年目です。',
		answers: task.answers,
		opponent: '丙野商事',
	})
	await saveWishes(ctx, key, { budgetMax: 100_000, desiredOn: null, wishes: 'オンラインで相談したいです。' })
	await saveOffices(ctx, key, { officeIds })
	await saveContact(ctx, key, { contactName: '山田 花子', email, phone: '090-0000-0000' })
	return key
}

export const quoteInput = (values: Partial<QuoteInput> = {}): QuoteInput => ({
	lines: [
		{ name: '確定申告書の作成', quantity: 1, unit: '式', unitPrice: 50_005, taxRate: 10 },
		{ name: '記帳代行', quantity: 3, unit: 'か月', unitPrice: 5_555, taxRate: 10 },
	],
	expenses: 1_200,
	validUntil: '2026-07-15',
	message: 'よろしくお願いします。',
	clientKey: newKey(),
	...values,
})

/** All that a client consents to. */
export const consents = estimateConsents.map(({ kind }) => kind)

/** A member's request to three offices, sent. */
export async function makeRequest(plain: Ctx) {
	const mails: OutgoingMail[] = []
	const ctx = leadsCtx(plain, mails)
	const owner = await makeVerifiedMember(ctx)
	const member = as(ctx, owner)
	const offices = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)]
	const key = await makeDraft(
		member,
		offices.map(({ officeId }) => officeId),
	)
	const sent = await sendDraft(member, key, consents)
	const id = sent.kind === 'sent' ? sent.requestId : 0
	const { deliveries } = await getMyEstimate(member, { id })
	const office = (place: number) => ({
		ctx: as(ctx, offices[place]?.owner ?? { kind: 'visitor' }),
		officeId: offices[place]?.officeId ?? 0,
		delivery: deliveries[place]?.id ?? 0,
	})
	return { ctx, mails, member, owner, key, id, first: office(0), second: office(1), third: office(2) }
}

/** Texts of the notifications about subjects like this one, in the order in which they came. */
export const noticesOf = async (ctx: Pick<Ctx, 'db'>, subject: string) =>
	(
		await sql<{
			text: string
			facts: { label: string; value: string }[]
		}>`select event ->> 'text' as text, event -> 'facts' as facts from pending_events where event ->> 'subject' like ${subject} order by id`.execute(
			ctx.db,
		)
	).rows
