import { sendMessage, startInquiry } from '../../../src/domain/inquiries/inquiries.ts'
import { closeInquiry, markEngaged, reportInquiryDone } from '../../../src/domain/inquiries/inquiry-actions.ts'
import type { As } from './conversations.ts'

const DAY = 24
const CONTACT_NAME = '見本 花子'
const key = (name: string) => `demo-living-past-${name}`

/** What the member and the expert's office have behind them: work that is done and waits for a review, and a question that was settled at once. */
export async function insertPastCases({ member, expert, ownOfficeId }: { member: As; expert: As; ownOfficeId: number }): Promise<void> {
	await commissioned(member, expert, ownOfficeId)
	await settledAtOnce(member, expert, ownOfficeId)
}

async function commissioned(member: As, expert: As, officeId: number): Promise<void> {
	const { id } = await startInquiry(
		member(62 * DAY),
		officeId,
		{
			subject: '開業届と青色申告承認申請書の作成',
			contactName: CONTACT_NAME,
			taskId: 501,
			body: 'デザインの仕事で独立します。開業届と青色申告承認申請書の書き方に自信がありません。作成と提出をお願いできますか。会社員のあいだに受けた仕事の売上が少しあります。',
			clientKey: key('commissioned-1'),
		},
		[],
	)
	const say = (ctx: ReturnType<As>, body: string, name: string) => sendMessage(ctx, id, { body, clientKey: key(name) }, [])
	await say(
		expert(61 * DAY),
		'ご独立おめでとうございます。2通の作成と電子での提出を、あわせて16,500円（税込）でお受けしています。開業の日と、会社員のあいだの売上の入金日を教えてください。青色申告は、開業の日から2か月以内に申請すれば今年から使えます。',
		'commissioned-2',
	)
	await say(
		member(60 * DAY),
		'その料金でお願いします。開業は今月の1日、売上は先月の25日に8万円の入金がありました。屋号はまだ決めていません。',
		'commissioned-3',
	)
	await markEngaged(member(60 * DAY - 1), id)
	await markEngaged(expert(59 * DAY), id)
	await say(
		expert(55 * DAY),
		'2通を提出し、受信通知を保存しました。屋号は後から決めて、次の確定申告書に書けば足ります。8万円は会社員のあいだの雑所得ですので、開業後の売上とは分けて控えておいてください。',
		'commissioned-4',
	)
	await reportInquiryDone(expert(55 * DAY - 1), id)
	await say(member(54 * DAY), '早く提出していただき、安心しました。ありがとうございました。', 'commissioned-5')
	await say(
		expert(54 * DAY - 2),
		'こちらこそ、ありがとうございました。帳簿の付け方で迷うことがあれば、いつでもお尋ねください。',
		'commissioned-6',
	)
}

async function settledAtOnce(member: As, expert: As, officeId: number): Promise<void> {
	const { id } = await startInquiry(
		member(34 * DAY),
		officeId,
		{
			subject: '仕事場を移したときの届け出',
			contactName: CONTACT_NAME,
			taskId: 501,
			body: '自宅の一室から、近くの共同オフィスに仕事場を移します。税務署への届け出は要りますか。',
			clientKey: key('settled-1'),
		},
		[],
	)
	await sendMessage(
		expert(33 * DAY),
		id,
		{
			body: '納税地をご自宅のままにするのであれば、異動の届け出は要りません。共同オフィスの利用料は必要経費になりますので、契約書と領収書を残しておいてください。',
			clientKey: key('settled-2'),
		},
		[],
	)
	await closeInquiry(member(33 * DAY - 3), id)
}
