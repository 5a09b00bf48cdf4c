/** Words of office names that stay whole, longer ones first; a name may be broken before and after each. */
const trades = '税理士 弁護士 司法書士 行政書士 社会保険労務士 社労士 弁理士 特許業務 監査 土地家屋調査士'.split(' ')
const words = [
	...trades.flatMap((trade) => [`${trade}法人`, trade]),
	...'株式会社 合同会社 有限会社 一般社団法人 公認会計士 中小企業診断士 不動産鑑定士 ファイナンシャルプランナー'.split(' '),
	...'コンサルティング パートナーズ アドバイザリー リーガル オフィス タックス ラボ 事務所 研究所'.split(' '),
	...'法律 会計 特許 国際 総合 経営 労務 相続 登記 法務 商標 税務'.split(' '),
].toSorted((a, b) => b.length - a.length)

const pieces = new RegExp(
	`${words.join('|')}|[ァ-ヺー]+?(?=${words.join('|')}|[^ァ-ヺー]|$)|[ぁ-ゖ]+|[一-龠々ヶ]+?(?=${words.join('|')}|[^一-龠々ヶ]|$)|[A-Za-z0-9&.]+|.`,
	'gu',
)

const isSingle = (text: string) => /^.$/u.test(text)
const isLetter = (text: string) => /^[\p{Letter}\p{Number}]/u.test(text)
const whole = new Set(words)

/**
 * The parts of a name between which a line may break: whole words of the trade and runs of one script, a single character
 * never alone. Joined they are the name again.
 */
export function nameParts(name: string): string[] {
	const parts: string[] = []
	for (const [piece] of name.matchAll(pieces)) {
		const last = parts.at(-1)
		// What is closed or joined stays with what it follows, and so does a single character; 「さくら坂」 is one word. Behind a
		// word of the trade a name begins: 「杜の音」.
		const begins = last === undefined || (isSingle(piece) && isLetter(piece) && whole.has(last))
		if (!begins && (isSingle(piece) || isSingle(last) || /[（「&]$/u.test(last))) parts[parts.length - 1] = last + piece
		else parts.push(piece)
	}
	const [end = ''] = parts.slice(-1)
	return parts.length > 1 && isSingle(end) ? [...parts.slice(0, -2), `${parts.at(-2)}${end}`] : parts
}
