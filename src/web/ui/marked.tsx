/** A text with the searched words marked. Words are folded by the search (case, width), so only plain matches are marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
	const parts = splitAt(text, words)
	return parts.map(({ text: part, isMarked, at }) => (isMarked ? <mark key={at}>{part}</mark> : part))
}

export function splitAt(text: string, words: readonly string[]): { text: string; isMarked: boolean; at: number }[] {
	const wanted = words.filter((word) => word !== '').map(escapePattern)
	if (wanted.length === 0) return [{ text, isMarked: false, at: 0 }]
	const pattern = new RegExp(wanted.sort((a, b) => b.length - a.length).join('|'), 'giu')
	const parts: { text: string; isMarked: boolean; at: number }[] = []
	let at = 0
	for (const match of text.matchAll(pattern)) {
		if (match.index > at) parts.push({ text: text.slice(at, match.index), isMarked: false, at })
		parts.push({ text: match[0], isMarked: true, at: match.index })
		at = match.index + match[0].length
	}
	if (at < text.length) parts.push({ text: text.slice(at), isMarked: false, at })
	return parts
}

const escapePattern = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
