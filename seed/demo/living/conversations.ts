import type { Ctx } from '../../../src/domain/shared/context.ts'
import { postAnswer } from '../../../src/domain/questions/answers.ts'
import { acceptAnswer } from '../../../src/domain/questions/best-answers.ts'
import { postQuestion } from '../../../src/domain/questions/questions.ts'
import { postComment, thankForAnswer, voteHelpful } from '../../../src/domain/questions/reactions.ts'
import { addFavourite } from '../../../src/domain/social/favourites.ts'
import { follow } from '../../../src/domain/social/follows.ts'

/** The ctx of a person at a time this many hours ago. */
export type As = (hoursAgo: number) => Ctx

const topic = { taskCategoryId: 5, prefectureId: 13, isAnonymous: true } as const
const key = (name: string) => `demo-living-${name}`

/** What the demo's member asked, and how the demo's expert answered: one settled, one going on, one still open. */
export async function insertConversations({ member, expert, expertId }: { member: As; expert: As; expertId: number }): Promise<void> {
	await follow(member(240), expertId)
	await follow(member(238), expertId + 1)
	await addFavourite(member(236), { kind: 'office', targetId: 1, folder: '顧問の候補', memo: '三鷹駅から近い。土曜の面談を聞く' })
	await addFavourite(member(235), { kind: 'office', targetId: 3, folder: '顧問の候補', memo: '料金を比べる' })
	await addFavourite(member(234), { kind: 'expert', targetId: expertId })
	await addFavourite(member(233), { kind: 'task', targetId: 503, folder: '読み返すもの' })

	const settled = await postQuestion(member(150), {
		...topic,
		title: '開業届より前に買ったパソコンは経費にできますか',
		body: '9月に開業届を出しました。6月に買ったノートパソコン（16万円）を仕事に使っています。買ったのが届け出より前でも、必要経費にできるのでしょうか。手続きの順番も教えてください。',
		taskIds: [501],
		stage: 'sole',
		industry: 'デザイン・広告',
		clientKey: key('question-settled'),
	})
	const first = await postAnswer(expert(147), settled.id, {
		body: '仕事のために買ったものであれば、開業の前の支払いでも対象になり得ます。\n\n16万円のパソコンは10万円以上ですので、開業費ではなく固定資産として扱います。使い始めた月から、次のどれかで費用にします。\n\n- 通常の減価償却（パソコンは4年）\n- 20万円未満のものをまとめて3年で均等に償却する方法\n- 青色申告の方は、少額減価償却資産の特例\n\n私用でも使っている場合は、仕事で使う割合だけが必要経費です。6月の領収書と、使う時間の割合を記したメモを残しておいてください。',
		sources: [{ title: '国税庁 No.2100 減価償却のあらまし', url: 'https://www.nta.go.jp/taxes/shiraberu/taxanswer/shotoku/2100.htm' }],
		lawAsOf: '2026-04-01',
		partIds: [],
		clientKey: key('answer-settled'),
	})
	await addFavourite(member(146), { kind: 'question', targetId: settled.id, folder: '読み返すもの' })
	await postComment(member(145), first.id, { body: '割合は、だいたいの感覚で決めてもよいのでしょうか。', clientKey: key('comment-1') })
	await postComment(expert(143), first.id, {
		body: '1週間だけでよいので、仕事で使った時間を記録してください。その割合を根拠にできます。',
		clientKey: key('comment-2'),
	})
	await voteHelpful(member(142), first.id)
	await acceptAnswer(member(142), first.id)
	await thankForAnswer(member(141), first.id, '記録の取り方まで教えてくださり、ありがとうございました。今週から付け始めます。')

	const going = await postQuestion(member(50), {
		...topic,
		title: '最初の税理士との面談には何を持っていけばよいですか',
		body: '顧問をお願いするかどうかを決めるために、初めて税理士の方と面談します。開業して2か月で、まだ帳簿らしいものがありません。何を用意しておくと話が進みやすいでしょうか。',
		taskIds: [503],
		stage: 'sole',
		industry: 'デザイン・広告',
		clientKey: key('question-going'),
	})
	const second = await postAnswer(expert(44), going.id, {
		body: '帳簿がなくても大丈夫です。次の三つがあると、初回の面談で見通しまでお話しできます。\n\n1. 開業届と青色申告承認申請書の控え\n2. 仕事用の通帳と、請求書・領収書（封筒に入れたままで構いません）\n3. 来年3月までの売上の見込みを書いたメモ\n\nあわせて、ご自分でどこまで入力したいか、連絡は電話とメールのどちらがよいかを考えておいてください。料金は、その分担で変わります。',
		sources: [],
		lawAsOf: null,
		partIds: [],
		clientKey: key('answer-going'),
	})
	await postComment(member(5), second.id, {
		body: '通帳は個人用と分けていません。面談の前に分けておいたほうがよいですか。',
		clientKey: key('comment-3'),
	})

	await postQuestion(member(3), {
		...topic,
		title: '取引先からインボイスの登録を聞かれたときの答え方',
		body: '新しい取引先から、インボイスの登録番号を教えてほしいと言われました。開業したばかりで登録していません。登録するかどうかを、何を比べて決めればよいでしょうか。',
		taskIds: [502],
		stage: 'sole',
		industry: 'デザイン・広告',
		clientKey: key('question-open'),
	})
}
