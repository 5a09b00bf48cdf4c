import { sendMessage, startInquiry } from '../../../src/domain/inquiries/inquiries.ts'
import { closeInquiry, markEngaged, reportInquiryDone } from '../../../src/domain/inquiries/inquiry-actions.ts'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import type { As } from './conversations.ts'

const DAY = 24
const key = (name: string) => `demo-living-past-${name}`

const begin = (ctx: Ctx, officeId: number, { name, ...given }: { subject: string; body: string; name: string }) =>
	startInquiry(ctx, officeId, { ...given, contactName: '見本 花子', taskId: 501, clientKey: key(name) }, [])

const say = (ctx: Ctx, id: number, body: string, name: string) => sendMessage(ctx, id, { body, clientKey: key(name) }, [])

/** Two past cases of the member with the expert's office: work that is done and waits for a review, and a question that was closed after one answer. */
export async function insertPastCases({ member, expert, ownOfficeId }: { member: As; expert: As; ownOfficeId: number }): Promise<void> {
	await commissioned(member, expert, ownOfficeId)
	await settledAtOnce(member, expert, ownOfficeId)
}

async function commissioned(member: As, expert: As, officeId: number): Promise<void> {
	const { id } = await begin(member(62 * DAY), officeId, {
		subject: '開業届と青色申告承認申請書の作成',
		body: 'デザインの仕事で独立します。開業届と青色申告承認申請書の書き方に自信がありません。作成と提出をお願いできますか。会社員のあいだに受けた仕事の売上が少しあります。',
		name: 'commissioned-1',
	})
	await say(
		expert(61 * DAY),
		id,
		'ご独立おめでとうございます。2通の作成と電子での提出を、あわせて16,500円（税込）でお受けしています。開業の日と、会社員のあいだの売上の入金日を教えてください。青色申告は、開業の日から2か月以内に申請すれば今年から使えます。',
		'commissioned-2',
	)
	await say(
		member(60 * DAY),
		id,
		'その料金でお願いします。開業は今月の1日、売上は先月の25日に8万円の入金がありました。屋号はまだ決めていません。',
		'commissioned-3',
	)
	await markEngaged(member(60 * DAY - 1), id)
	await markEngaged(expert(59 * DAY), id)
	await say(
		expert(55 * DAY),
		id,
		'2通を提出し、受信通知を保存しました。屋号は後から決めて、次の確定申告書に書けば足ります。8万円は会社員のあいだの雑所得ですので、開業後の売上とは分けて控えておいてください。',
		'commissioned-4',
	)
	await reportInquiryDone(expert(55 * DAY - 1), id)
	await say(member(54 * DAY), id, '早く提出していただき、安心しました。ありがとうございました。', 'commissioned-5')
	await say(
		expert(54 * DAY - 2),
		id,
		'こちらこそ、ありがとうございました。帳簿の付け方で迷うことがあれば、いつでもお尋ねください。',
		'commissioned-6',
	)
}

async function settledAtOnce(member: As, expert: As, officeId: number): Promise<void> {
	const { id } = await begin(member(34 * DAY), officeId, {
		subject: '仕事場を移したときの届け出',
		body: '自宅の一室から、近くの共同オフィスに仕事場を移します。税務署への届け出は要りますか。',
		name: 'settled-1',
	})
	await say(
		expert(33 * DAY),
		id,
		'納税地をご自宅のままにするのであれば、異動の届け出は要りません。共同オフィスの利用料は必要経費になりますので、契約書と領収書を残しておいてください。',
		'settled-2',
	)
	await closeInquiry(member(33 * DAY - 3), id)
}
