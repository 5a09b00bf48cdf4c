import { sql } from 'kysely'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import type { CallerCtx } from '../../../src/domain/shared/throttles.ts'
import { addDays, hours, isoDay } from '../../../src/domain/shared/japan-time.ts'
import { saveArea, saveContact, saveFacts, saveOffices, saveWishes, startEstimate } from '../../../src/domain/estimates/estimate-drafts.ts'
import { estimateConsents } from '../../../src/domain/estimates/estimate-input.ts'
import { declineLead, getLead, listLeads, sendQuote } from '../../../src/domain/estimates/estimate-leads.ts'
import type { QuoteLine } from '../../../src/domain/estimates/estimate-quote.ts'
import { acceptQuote, getMyEstimate, openPhone, reportDone } from '../../../src/domain/estimates/estimate-requests.ts'
import { confirmEstimate, sendDraft } from '../../../src/domain/estimates/estimate-sending.ts'
import { saveReview } from '../../../src/domain/reviews/review-writing.ts'
import type { As } from './conversations.ts'

type Person = { id: string; uid: string; is_expert: boolean }
type Cast = {
	visitor: Ctx
	member: As
	expert: As
	as: (person: Person) => As
	/** Of the office that the demo's expert owns. */
	ownOfficeId: number
}

/** An office that can be asked, with who answers for it. */
type Asked = { officeId: number; answer: As }
type Quote = { lines: QuoteLine[]; expenses?: number; goodForDays: number; message: string }
type Wish = {
	key: string
	taskId: number
	entity: 'sole' | 'corporation'
	industry: string
	size: '1' | '2-5'
	facts: string
	/** To the questions of the task. */
	answers: Record<string, string>
	wishes: string
	budgetMax: number
	desiredInDays: number
	contact: { name: string; email: string; phone: string }
	officeIds: number[]
}

const DAY = 24
const MITAKA = { prefectureId: 13, municipalityId: 13204 }
const consents = estimateConsents.map(({ kind }) => kind)
const line = (name: string, quantity: number, unit: string, unitPrice: number): QuoteLine => ({
	name,
	quantity,
	unit,
	unitPrice,
	taxRate: 10,
})

/**
 * Requests for estimates at every stage: the member's open one with two quotes, the member's settled one with a review,
 * and two of visitors to the expert's office, one that waits for its answer and one that it won.
 */
export async function insertEstimates({ visitor, member, expert, as, ownOfficeId }: Cast): Promise<void> {
	/** The mails that visitors confirm their requests by. */
	const mails: string[] = []
	const leads = (ctx: Ctx): CallerCtx => ({
		...ctx,
		caller: { block: 'demo' },
		enqueueMail: async (_db, { text }) => void mails.push(text),
	})
	const own: Asked = { officeId: ownOfficeId, answer: expert }
	const neighbours = (await offices(visitor, 501, ownOfficeId, 2)).map(({ officeId, person }) => ({ officeId, answer: as(person) }))
	const attorneys = (await offices(visitor, 901, ownOfficeId, 3)).map(({ officeId, person }) => ({ officeId, answer: as(person) }))

	await settled(leads, member, attorneys)
	await won(leads, visitor, mails, own)
	await open(leads, member, own, neighbours)
	await waiting(leads, visitor, mails, own)
}

/**
 * The member's, of the time when they had just begun: two offices quoted, one refused. All within 32 hours: the two working
 * days that offices have may be no longer than from nine in the morning to six in the evening of the next day.
 */
async function settled(leads: (ctx: Ctx) => CallerCtx, member: As, asked: readonly Asked[]): Promise<void> {
	const [first, second, third] = asked
	if (!first || !second || !third) return
	const id = await send(leads(member(24 * DAY)), {
		key: 'settled',
		taskId: 901,
		entity: 'sole',
		industry: 'デザイン・広告',
		size: '1',
		facts: '個人でデザインの仕事を始めました。屋号とロゴを、名刺とウェブサイトで使い始めています。',
		answers: {
			mark: '文字とロゴの両方',
			'goods-services': 'デザインの制作とウェブサイトの作成',
			'ip-searched': '自分で調べた',
			'in-use': '1年以内',
		},
		wishes: '屋号の文字とロゴの2件を出願するべきか、文字だけで足りるかから相談したいです。オンラインを希望します。',
		budgetMax: 150_000,
		desiredInDays: 60,
		contact: { name: '見本 花子', email: 'member@example.com', phone: '' },
		officeIds: [first.officeId, second.officeId, third.officeId],
	})
	await quote(leads, first, 23 * DAY, {
		lines: [line('先行商標の調査', 1, '件', 15_000), line('商標登録出願（文字、1区分）', 1, '件', 45_000)],
		expenses: 12_000,
		goodForDays: 30,
		message: 'まず文字だけの出願をおすすめします。実費は特許庁へ納める出願料です。登録になった場合は、別に登録料がかかります。',
	})
	await quote(leads, second, 23 * DAY - 5, {
		lines: [line('商標登録出願（文字・ロゴ、各1区分）', 2, '件', 48_000)],
		expenses: 24_000,
		goodForDays: 30,
		message: '文字とロゴを別々に出願する場合の金額です。調査の費用を含みます。',
	})
	const [refused] = (await listLeads(third.answer(23 * DAY - 6), null)).items
	if (refused)
		await declineLead(leads(third.answer(23 * DAY - 6)), refused.id, '今月は新しい出願をお受けできる余裕がありません。申し訳ありません。')
	const [best] = (await getMyEstimate(leads(member(19 * DAY)), { id })).deliveries
	if (best?.quotes[0]) await acceptQuote(leads(member(19 * DAY)), { id }, best.quotes[0].id)
	await reportDone(leads(member(5 * DAY)), { id })
	await saveReview(member(4 * DAY), first.officeId, {
		stars: 5,
		body: 'ロゴも出すつもりで相談しましたが、いまの使い方なら文字だけで足りると、理由と合わせて説明してもらえました。調査の結果も、似た名前の一覧と判断の根拠が付いていて分かりやすかったです。出願まで2週間ほどで、見積もりから金額は変わりませんでした。',
		persona: '個人事業主・デザイン',
		received: '',
	})
}

/** The member's that is going on: two quotes to compare, the third office has only looked. */
async function open(leads: (ctx: Ctx) => CallerCtx, member: As, own: Asked, neighbours: readonly Asked[]): Promise<void> {
	const [second, third] = neighbours
	if (!second || !third) return
	await send(leads(member(24)), {
		key: 'open',
		taskId: 501,
		entity: 'sole',
		industry: 'デザイン・広告',
		size: '1',
		facts:
			'9月に開業し、売上の見込みは年600万円ほどです。請求書は月に10枚、経費の領収書は月に40枚ほどで、会計ソフトに自分で入力しています。',
		answers: {
			sales: '1,000万円未満',
			bookkeeping: '会計ソフトに自分で入力',
			entries: '31〜100件',
			'consumption-tax': '免税',
			'closing-month': '個人事業（12月）',
		},
		wishes: '3か月に1回の入力の確認と、3月の確定申告をお願いしたいです。面談は土曜かオンラインを希望します。',
		budgetMax: 250_000,
		desiredInDays: 30,
		contact: { name: '見本 花子', email: 'member@example.com', phone: '090-0000-0000' },
		officeIds: [own.officeId, second.officeId, third.officeId],
	})
	await quote(leads, own, 9, {
		lines: [line('税務顧問（3か月ごとの確認と面談）', 12, 'か月', 11_000), line('所得税の確定申告（青色）', 1, '式', 60_000)],
		goodForDays: 30,
		message:
			'入力をご自分でされる場合の1年分の金額です。面談は土曜の午前にお受けできます。消費税の申告が必要になった年は、33,000円（税込）を加えてお見積もりします。',
	})
	await quote(leads, second, 5, {
		lines: [
			line('税務顧問（オンライン面談、年4回）', 12, 'か月', 9_000),
			line('所得税の確定申告（青色）', 1, '式', 70_000),
			line('会計ソフトの初期設定の確認', 1, '回', 15_000),
		],
		goodForDays: 21,
		message: '面談はすべてオンラインです。領収書の写真をお送りいただければ、入力の代行（月8,800円、税込）も承ります。',
	})
	const [seen] = (await listLeads(third.answer(4), null)).items
	if (seen) await getLead(third.answer(4), seen.id)
}

/** A visitor's that the expert's office won. */
async function won(leads: (ctx: Ctx) => CallerCtx, visitor: Ctx, mails: string[], own: Asked): Promise<void> {
	const at = (hoursAgo: number) => leads(hoursBefore(visitor, hoursAgo))
	const id = await sendByMail(at(26 * DAY), at(26 * DAY - 1), mails, {
		key: 'won',
		taskId: 503,
		entity: 'sole',
		industry: '飲食',
		size: '2-5',
		facts: '三鷹で喫茶店を営んでいます。アルバイトが2人います。帳簿は毎日つけていますが、昨年の途中から軽減税率の区分を間違えていました。',
		answers: {
			incomes: '事業',
			sales: '1,000万〜5,000万円',
			bookkeeping: '会計ソフトに自分で入力',
			'consumption-tax': '2割特例',
			years: '1',
		},
		wishes: '過去1年分の帳簿の見直しと、次の申告をお願いしたいです。店の休みの月曜に伺えます。',
		budgetMax: 200_000,
		desiredInDays: 90,
		contact: { name: '橋爪 麻衣', email: 'mai.hashizume@example.com', phone: '0422-00-0000' },
		officeIds: [own.officeId],
	})
	if (id === null) return
	await quote(leads, own, 25 * DAY, {
		lines: [line('帳簿の見直し（12か月分）', 12, 'か月', 5_000), line('所得税・消費税の確定申告', 1, '式', 90_000)],
		goodForDays: 30,
		message: '見直しは、月ごとの現金出納帳とレジの記録を突き合わせて行います。初回は月曜に資料をお持ちください。',
	})
	const [delivery] = (await getMyEstimate(at(22 * DAY), id)).deliveries
	if (!delivery?.quotes[0]) return
	await openPhone(at(23 * DAY), id, delivery.id)
	await acceptQuote(at(22 * DAY), id, delivery.quotes[0].id)
}

/** A visitor's that waits for the expert's office. */
async function waiting(leads: (ctx: Ctx) => CallerCtx, visitor: Ctx, mails: string[], own: Asked): Promise<void> {
	const at = (hoursAgo: number) => leads(hoursBefore(visitor, hoursAgo))
	await sendByMail(at(3), at(2), mails, {
		key: 'waiting',
		taskId: 503,
		entity: 'sole',
		industry: '教育',
		size: '1',
		facts: '自宅で英語の教室を開いています。生徒は24人で、月謝は現金と振り込みが半々です。今年から初めて青色申告にしました。',
		answers: { incomes: '事業', sales: '1,000万円未満', bookkeeping: '表計算ソフトや帳簿', 'consumption-tax': '免税', years: '1' },
		wishes: '帳簿の確認と申告をお願いしたいです。ふるさと納税と医療費の控除もあります。平日の午前に連絡がつきます。',
		budgetMax: 80_000,
		desiredInDays: 60,
		contact: { name: '風間 直', email: 'nao.kazama@example.com', phone: '' },
		officeIds: [own.officeId],
	})
}

async function write(ctx: CallerCtx, wish: Wish): Promise<string> {
	const key = await startEstimate(ctx, {
		taskId: wish.taskId,
		...MITAKA,
		officeIds: wish.officeIds,
		clientKey: `demo-living-estimate-${wish.key}`,
	})
	await saveArea(ctx, key, MITAKA)
	await saveFacts(ctx, key, {
		entity: wish.entity,
		industry: wish.industry,
		size: wish.size,
		facts: wish.facts,
		answers: wish.answers,
		opponent: '',
	})
	const desiredOn = addDays(isoDay(ctx.now()), wish.desiredInDays)
	await saveWishes(ctx, key, { budgetMax: wish.budgetMax, desiredOn, wishes: wish.wishes })
	await saveOffices(ctx, key, { officeIds: wish.officeIds })
	const { name: contactName, email, phone } = wish.contact
	await saveContact(ctx, key, { contactName, email, phone: phone === '' ? null : phone })
	return key
}

async function send(ctx: CallerCtx, wish: Wish): Promise<number> {
	const sent = await sendDraft(ctx, await write(ctx, wish), consents)
	if (sent.kind !== 'sent') throw new Error(`the demo's request ${wish.key} was not sent`)
	return sent.requestId
}

/** As a visitor does, with the link of the mail. Returns the key of the private page. */
async function sendByMail(ctx: CallerCtx, later: CallerCtx, mails: string[], wish: Wish): Promise<{ key: string } | null> {
	await sendDraft(ctx, await write(ctx, wish), consents)
	const token = /confirm\/([\w-]+)/.exec(mails.at(-1) ?? '')?.[1]
	return token === undefined ? null : { key: (await confirmEstimate(later, token)).key }
}

/** The office's answer to the newest request that it got. */
async function quote(leads: (ctx: Ctx) => CallerCtx, asked: Asked, hoursAgo: number, given: Quote): Promise<void> {
	const ctx = leads(asked.answer(hoursAgo))
	const [lead] = (await listLeads(ctx, null)).items
	if (!lead) return
	await sendQuote(ctx, lead.id, {
		lines: given.lines,
		expenses: given.expenses ?? 0,
		validUntil: addDays(isoDay(ctx.now()), given.goodForDays),
		message: given.message,
		clientKey: `demo-living-quote-${lead.id}`,
	})
}

const hoursBefore = (ctx: Ctx, count: number): Ctx => {
	const at = new Date(ctx.now().getTime() - hours(count))
	return { ...ctx, now: () => at }
}

/** Offices in Tokyo that do a task and take new clients, those of the member's town first. */
async function offices(ctx: Ctx, taskId: number, exceptId: number, limit: number): Promise<{ officeId: number; person: Person }[]> {
	const { rows } = await sql<{ office_id: number; id: string; uid: string }>`
		select o.id as office_id, u.id, u.uid
		from offices o
		join office_tasks t on t.office_id = o.id and t.task_id = ${taskId}::smallint
		join lateral (
			select e.user_id from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
			where m.office_id = o.id order by m.position limit 1
		) m on true
		join users u on u.id = m.user_id and u.email is null
		where o.state = 'published' and o.accepting = 'open' and o.prefecture_id = ${MITAKA.prefectureId}::smallint and o.id <> ${exceptId}::integer
		order by (o.municipality_id = ${MITAKA.municipalityId}::integer) desc, o.id
		limit ${limit}
	`.execute(ctx.db)
	return rows.map(({ office_id: officeId, id, uid }) => ({ officeId, person: { id, uid, is_expert: true } }))
}
