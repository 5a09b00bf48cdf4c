import { requireRecentStaff, type RecentStaffCtx } from '../../../src/domain/accounts/staff.ts'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import { moveContact, readContactAsStaff } from '../../../src/domain/funding-diagnosis/contact-admin.ts'
import {
	askForContact,
	confirmContact,
	type ContactKey,
	findContactByKey,
	withdrawContact,
} from '../../../src/domain/funding-diagnosis/contacts.ts'
import type { CallerCtx } from '../../../src/domain/shared/throttles.ts'
import { addDays, isoDay } from '../../../src/domain/shared/japan-time.ts'
import type { SentDiagnosis } from '../../../src/domain/funding-diagnosis/contact-input.ts'
import type { DiagnosisInput } from '../../../src/domain/funding-diagnosis/diagnosis-input.ts'
import type { As } from './conversations.ts'

const DAY = 24

type Wish = {
	hoursAgo: number
	/** Null: the member's own. */
	email: string | null
	contactName: string
	phone: string | null
	company: string
	reach: 'email' | 'phone'
	reachTime: string
	message: string
	/** The conditions that were sent, with days from the day of asking; null where the person kept it back. */
	diagnosis: (Omit<DiagnosisInput, 'dueOn' | 'wantedOn'> & { dueInDays: number; wantedInDays: number }) | null
	/** What became of it, in the order of the hours after asking. */
	course: readonly { afterHours: number; step: 'read' | 'contacted' | 'closed' | 'withdrawn'; note?: string }[]
}

/** The oldest first, as they would have come in. */
export const diagnosisWishes: readonly Wish[] = [
	{
		hoursAgo: 38 * DAY + 2.3,
		email: 'kenichi.kitazawa@example.com',
		contactName: '北沢 健一',
		phone: '090-0000-0000',
		company: '北沢塗装',
		reach: 'phone',
		reachTime: '平日の18時以降',
		message: '元請けの入金が再来月で、職人への支払いが先に来ます。買い取りの見積もりを1社から受け取りましたが、高いのか分かりません。',
		diagnosis: {
			business: 'sole',
			industry: 'construction',
			receivable: 'invoiced',
			debtor: 'small',
			face: 1_800_000,
			dueInDays: 55,
			wanted: 900_000,
			wantedInDays: 12,
			tax: 'none',
			quotedRate: 18,
		},
		course: [
			{ afterHours: 20, step: 'read' },
			{
				afterHours: 21,
				step: 'contacted',
				note: '電話。見積もりは2者間で18%。元請けへの早払いの相談と、公庫の小口の融資を先に当たることになった。1週間後に確認。',
			},
			{ afterHours: 9 * DAY, step: 'closed', note: '元請けが支払日を30日早めた。買い取りは使わずに済んだとのこと。' },
		],
	},
	{
		hoursAgo: 27 * DAY - 4.6,
		email: 'sayaka.nomoto@example.com',
		contactName: '野本 彩香',
		phone: null,
		company: '',
		reach: 'email',
		reachTime: '',
		message: '仕入れの資金について相談したいです。',
		diagnosis: null,
		course: [{ afterHours: 6 * DAY, step: 'withdrawn' }],
	},
	{
		hoursAgo: 16 * DAY + 5.2,
		email: 'office@okuda-kaigo.example.com',
		contactName: '奥田 真理',
		phone: '042-000-0000',
		company: '合同会社おくだ介護',
		reach: 'email',
		reachTime: '平日の9時〜12時',
		message:
			'訪問介護の事業所です。介護報酬の入金まで2か月あり、賞与の月だけ足りません。借り入れとどちらがよいか、比べる材料がほしいです。',
		diagnosis: {
			business: 'corporation',
			industry: 'medical',
			receivable: 'medical',
			debtor: 'government',
			face: 6_400_000,
			dueInDays: 52,
			wanted: 3_000_000,
			wantedInDays: 25,
			tax: 'none',
			quotedRate: 2.5,
		},
		course: [
			{ afterHours: 26, step: 'read' },
			{
				afterHours: 27,
				step: 'contacted',
				note: 'メールで、短期の融資と介護報酬の買い取りの費用の比べ方を送った。取引銀行の返事を待っている。',
			},
		],
	},
	{
		hoursAgo: 11 * DAY - 1.4,
		email: 'h.tanabe@example.com',
		contactName: '田辺 浩',
		phone: '080-0000-0000',
		company: '田辺運輸有限会社',
		reach: 'phone',
		reachTime: '土曜の午前',
		message: '燃料代の支払いが重なりました。社会保険料は分納しています。',
		diagnosis: {
			business: 'corporation',
			industry: 'transport',
			receivable: 'invoiced',
			debtor: 'large',
			face: 4_200_000,
			dueInDays: 40,
			wanted: 2_500_000,
			wantedInDays: 10,
			tax: 'instalment',
			quotedRate: null,
		},
		course: [
			{ afterHours: 3 * DAY, step: 'read' },
			{ afterHours: 3 * DAY + 1, step: 'contacted', note: '土曜に電話。分納の書面があることを確認。' },
			{ afterHours: 5 * DAY, step: 'withdrawn' },
		],
	},
	{
		hoursAgo: 6 * DAY + 3.7,
		email: 'k.murai@example.com',
		contactName: '村井 邦夫',
		phone: null,
		company: '',
		reach: 'email',
		reachTime: '',
		message: '知人に貸したお金を買い取ってもらえますか。',
		diagnosis: null,
		course: [{ afterHours: 22, step: 'closed', note: '個人の間の貸し借りは診断の対象でないことと、弁護士の相談窓口をメールで案内した。' }],
	},
	{
		hoursAgo: 2 * DAY + 5.1,
		email: null,
		contactName: '見本 花子',
		phone: '090-0000-0000',
		company: 'みほんデザイン',
		reach: 'email',
		reachTime: '平日の10時〜12時',
		message: '納品の済んだ請求書の入金が来月末です。その前にソフトの年払いがあります。少額でも相談できるでしょうか。',
		diagnosis: {
			business: 'sole',
			industry: 'it',
			receivable: 'invoiced',
			debtor: 'small',
			face: 480_000,
			dueInDays: 38,
			wanted: 200_000,
			wantedInDays: 14,
			tax: 'none',
			quotedRate: null,
		},
		course: [],
	},
	{
		hoursAgo: 20.8,
		email: 'info@hamano-shokuhin.example.com',
		contactName: '浜野 智子',
		phone: '0422-00-0000',
		company: '株式会社浜野食品',
		reach: 'phone',
		reachTime: '平日の13時〜15時',
		message: '期日を1か月過ぎた売掛金が1件あります。催促の仕方と、つなぎの資金の両方を相談したいです。',
		diagnosis: {
			business: 'corporation',
			industry: 'manufacturing',
			receivable: 'overdue',
			debtor: 'small',
			face: 2_300_000,
			dueInDays: -31,
			wanted: 1_500_000,
			wantedInDays: 20,
			tax: 'none',
			quotedRate: null,
		},
		course: [],
	},
	{
		hoursAgo: 4.4,
		email: 'y.sugita@example.com',
		contactName: '杉田 裕也',
		phone: null,
		company: '杉田電機',
		reach: 'email',
		reachTime: '',
		message: '',
		diagnosis: null,
		course: [],
	},
]

/** What the form includes of a diagnosis made at that moment. */
export function sentAlong({ diagnosis }: Wish, at: Date): SentDiagnosis | null {
	if (diagnosis === null) return null
	const { dueInDays, wantedInDays, ...facts } = diagnosis
	const dayIn = (days: number) => addDays(isoDay(at), days)
	return { ...facts, dueOn: dayIn(dueInDays), wantedOn: dayIn(wantedInDays), on: dayIn(0) }
}

/**
 * Requests for contact after the funding diagnosis at every stage that staff see: two new ones of visitors and the
 * member's, one under way, two closed, and two that the person took back, of which nothing of the person is left.
 */
export async function insertDiagnosisContacts({ visitor, member, staff }: { visitor: Ctx; member: As; staff: As }): Promise<void> {
	const mails: string[] = []
	const leads = (ctx: Ctx): CallerCtx => ({
		...ctx,
		caller: { block: 'demo' },
		enqueueMail: async (_db, { text }) => void mails.push(text),
	})
	const support = (hoursAgo: number): RecentStaffCtx => {
		const ctx = staff(hoursAgo)
		return requireRecentStaff(
			ctx.viewer.kind === 'member' ? { ...ctx, viewer: { ...ctx.viewer, roles: ['support'], loggedInAt: ctx.now() } } : ctx,
			'support',
		)
	}
	for (const [place, wish] of diagnosisWishes.entries()) {
		const { hoursAgo, email, course } = wish
		const asker = (ago: number) => leads(email === null ? member(ago) : { ...visitor, now: member(ago).now })
		const found = await ask(asker(hoursAgo), wish, `demo-living-diagnosis-${place + 1}`, mails)
		for (const { afterHours, step, note = '' } of course) {
			const at = hoursAgo - afterHours
			if (step === 'withdrawn') await withdrawContact(asker(at), found.key)
			else if (step === 'read') await readContactAsStaff(support(at), found.id)
			else await moveContact(support(at), found.id, step, note)
		}
	}
}

/** As the form does, with the link of the mail where the asker is no member. */
async function ask(ctx: CallerCtx, wish: Wish, clientKey: string, mails: string[]): Promise<{ id: number; key: ContactKey }> {
	const { email, contactName, phone, company, reach, reachTime, message } = wish
	const asked = await askForContact(
		ctx,
		{ email: email ?? '', contactName, phone, company, reach, reachTime, message, consent: true, clientKey },
		sentAlong(wish, ctx.now()),
	)
	if (asked.kind === 'received') return { id: asked.id, key: { id: asked.id } }
	const key = await confirmContact(ctx, /contact\/confirm\/([\w-]+)/.exec(mails.at(-1) ?? '')?.[1] ?? '')
	return { id: (await findContactByKey(ctx, key))?.id ?? 0, key: { key } }
}
