/** What somebody has written in a mail, without what their program quoted and added. Pure, in linear time: mails come from strangers. */

/** Longer lines are text. */
const LONGEST_HEAD = 400
/** Programs wrap the head of a quote. */
const HEAD_LINES = 3
/** Within so many lines a quoted header goes on. */
const HEADER_LINES = 5

const isQuoted = (line: string): boolean => /^\s{0,3}[>＞]/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/** 「-----Original Message-----」, 「---------- Forwarded message ---------」 */
const isSeparator = (line: string): boolean =>
	line.length <= LONGEST_HEAD &&
	/^[-_=－ー]{2,}\s*(?:original message|forwarded message|begin forwarded message|元のメッセージ|元のメール|転送されたメッセージ|転送メッセージ|返信元のメッセージ)\s*[-_=－ー]{2,}$/i.test(
		line.trim(),
	)

/** 「差出人: しるべ」, 「*From:* …」 as Outlook writes them above what it quotes without marks. */
const headerField = /^\s*[*＊]{0,2}(from|sent|to|cc|subject|date|差出人|送信者|送信元|送信日時|日時|日付|宛先|件名)[*＊]{0,2}\s*[:：]/i
const fieldOf = (line: string): string | null => (line.length > LONGEST_HEAD ? null : (headerField.exec(line)?.[1]?.toLowerCase() ?? null))
const senderFields = new Set(['from', '差出人', '送信者', '送信元'])

/** Whether a quoted header begins here: the sender and at least one more field. A line such as 「件名：…」 alone is text. */
function beginsHeader(lines: readonly string[], index: number): boolean {
	const first = fieldOf(lines[index] ?? '')
	if (first === null || !senderFields.has(first)) return false
	const next = lines.slice(index + 1, index + 1 + HEADER_LINES).map(fieldOf)
	return next.some((field) => field !== null && !senderFields.has(field))
}

const hasDate =
	/\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\b\d{1,2},? [a-z]{3,9},? \d{4}|\b[a-z]{3,9} \d{1,2},? \d{4}/i
const hasAddress = /[<＜"(（]?[^\s<>＜＞@]{1,64}@[^\s<>＜＞@]{1,255}/
const saysWrote = /(?:wrote|writes|のメール|のメッセージ|書きました|書いた|さんは書きました|からのメール|wrote\s*to me)\s*[:：]?$/i

/**
 * How many lines the head of a quote takes from here: 「2026年11月20日(金) 10:00 しるべ <no-reply@example.com>:」, 「On …, … wrote:」.
 * 0 for none. It has a date, and an address with a colon or a word for writing, so that a sentence with a date stays.
 */
function headLines(lines: readonly string[], index: number): number {
	let head = ''
	for (let count = 1; count <= HEAD_LINES; count++) {
		const line = lines[index + count - 1]
		if (line === undefined || isBlank(line) || isQuoted(line)) return 0
		head = `${head} ${line.trim()}`.trim()
		if (head.length > LONGEST_HEAD) return 0
		if (!hasDate.test(head)) {
			if (!/^on\b/i.test(head)) return 0
			continue
		}
		if (saysWrote.test(head) || (/[:：]$/.test(head) && hasAddress.test(head))) return count
		if (/[。.!！?？]$/.test(head)) return 0
	}
	return 0
}

/** The last lines that programs add. */
const isProgramLine = (line: string): boolean =>
	line.length <= LONGEST_HEAD &&
	/^(?:(?:[\w.\s-]{2,40})(?:から送信|から送信されました。?|から送信しました。?)|sent from (?:my )?.{2,60}|.{0,10}outlook for (?:ios|android).{0,60}|get outlook for .{2,60}|(?:yahoo!メール|ドコモメール)アプリから送信.{0,20})$/i.test(
		line.trim(),
	)

/** The text of a mail without quotes, the signature below 「-- 」 and the line of the program. '' when nothing else was written. */
export function ownWords(text: string): string {
	const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
	const kept: string[] = []
	for (let index = 0; index < lines.length; index++) {
		const line = lines[index] ?? ''
		// RFC 3676, 4.3; many programs lose the blank.
		if (/^--\s?$/.test(line)) break
		if (isSeparator(line) || beginsHeader(lines, index)) break
		if (/^\s*_{10,}\s*$/.test(line) && beginsHeader(lines, nextWritten(lines, index))) break
		const head = headLines(lines, index)
		if (head > 0) {
			// Without marks all that follows is the quote; with them, answers stand between its lines.
			if (!isQuoted(lines[nextWritten(lines, index + head - 1)] ?? '')) break
			index += head - 1
		} else if (!isQuoted(line)) kept.push(line.trimEnd())
	}
	while (kept.length > 0 && (isBlank(kept.at(-1) ?? '') || isProgramLine(kept.at(-1) ?? ''))) kept.pop()
	return kept
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim()
}

function nextWritten(lines: readonly string[], index: number): number {
	let next = index + 1
	while (next < lines.length && isBlank(lines[next] ?? '')) next++
	return next
}
