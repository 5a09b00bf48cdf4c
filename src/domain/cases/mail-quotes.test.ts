import { expect, test } from 'vitest'
import { ownWords } from './mail-quotes.ts'

const answer = 'お世話になっております。\n\n決算書は来週お送りします。'
const ours = 'お知らせのメール\n\n内容を見る\nhttps://shirube.example/mypage/inquiries/1'
const marked = ours
	.split('\n')
	.map((line) => `> ${line}`)
	.join('\n')

test.each([
	['Gmail', `2026年11月20日(金) 10:00 しるべ <no-reply@shirube.example>:\n\n${marked}`],
	['Gmail, wrapped', `2026年11月20日(金) 10:00 しるべ税務相談の窓口の名前がとても長い\n<no-reply@shirube.example>:\n\n${marked}`],
	['a program that marks nothing', `2026年11月20日(金) 10:00 しるべ <no-reply@shirube.example>:\n\n${ours}`],
	['an iPhone', `iPhoneから送信\n\n2026/11/20 10:00、しるべ <no-reply@shirube.example>のメール:\n\n${marked}`],
	['Outlook', `-----Original Message-----\nFrom: しるべ\nSubject: お知らせ\n\n${ours}`],
	[
		'Outlook in Japanese',
		`________________________________\n差出人: しるべ <no-reply@shirube.example>\n送信日時: 2026年11月20日\n宛先: 山田\n件名: お知らせ\n\n${ours}`,
	],
	['Outlook on the web', `*差出人:* しるべ\n*件名:* お知らせ\n\n${ours}`],
	['Thunderbird', `On 2026/11/20 10:00, しるべ wrote:\n${marked}`],
	['a program that breaks the head', `On Fri, 20 Nov 2026 10:00:00 +0900\n"しるべ" <no-reply@shirube.example> wrote:\n\n${ours}`],
	['a signature', '-- \n山田商店\n山田 太郎\nTEL 0422-00-0000'],
	['an app', 'Sent from my Xperia'],
	['wide marks', '＞ お知らせのメール\n＞ 内容を見る'],
])('what %s adds is not what the person wrote', (_by, added) => {
	expect(ownWords(`${answer}\n\n${added}\n`)).toBe(answer)
	expect(ownWords(`${answer}\n\n${added}\n`.replaceAll('\n', '\r\n'))).toBe(answer)
})

test('answers between the lines of a quote are kept', () => {
	const mail =
		'2026年11月20日(金) 10:00 山田 <yamada@example.com>:\n> 期限はいつですか。\n\n今月末です。\n\n> 費用はいくらですか。\n\n3万円です。\n'
	expect(ownWords(mail)).toBe('今月末です。\n\n3万円です。')
})

test.each([
	'2026年11月20日の資料は次のとおりです：\n・決算書\n・元帳',
	'件名：記帳の見直し\n上の件で相談です。',
	'連絡先は yamada@example.com です。よろしくお願いします。',
	'差出人の名前が違っていました。',
	'期日は 2026/12/01 です。\n場所: 三鷹市役所',
	'合計\n----------\n30,000円',
])('a sentence that only resembles the head of a quote stays: %s', (text) => {
	expect(ownWords(text)).toBe(text)
})

test('nothing is left of a mail that only quotes', () => {
	expect(ownWords(`2026年11月20日(金) 10:00 しるべ <no-reply@shirube.example>:\n${marked}`)).toBe('')
	expect(ownWords('')).toBe('')
})

test('hostile lines are read to their end', () => {
	const pieces = ['On ', '2026/11/20 ', '-'.repeat(50), '>', 'a@', '差出人:', '(', '_'.repeat(20), ' ']
	const hostile = [
		...pieces.map((piece) => `${piece.repeat(200_000)}\n`.repeat(2)),
		'On 2026\n'.repeat(100_000),
		'差出人: a\n\n'.repeat(100_000),
		'_____________\n\n\n'.repeat(50_000),
	]
	// A pattern that goes back and forth would need hours for these: the limit of every test ends it.
	for (const text of hostile) expect(ownWords(text).length).toBeLessThanOrEqual(text.length)
})
