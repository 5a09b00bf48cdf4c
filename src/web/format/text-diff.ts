export type LineDiff = { kind: 'same' | 'added' | 'removed'; text: string }

/** Which lines a text gained and lost, in reading order, by the longest common subsequence. Blank lines do not count. */
export const diffLines = (before: string, after: string): LineDiff[] => diffParts(linesOf(before), linesOf(after))

/** The same by sentences, for what people write without breaking lines. */
export const diffSentences = (before: string, after: string): LineDiff[] => diffParts(sentencesOf(before), sentencesOf(after))

function diffParts(old: readonly string[], now: readonly string[]): LineDiff[] {
	// common[i][j]: length of the longest common subsequence of old[i…] and now[j…].
	const common = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0))
	for (let i = old.length - 1; i >= 0; i--)
		for (let j = now.length - 1; j >= 0; j--)
			common[i]![j] = old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
	const lines: LineDiff[] = []
	let i = 0
	let j = 0
	while (i < old.length || j < now.length)
		if (i < old.length && j < now.length && old[i] === now[j]) {
			lines.push({ kind: 'same', text: old[i++]! })
			j++
		} else if (j === now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!))
			lines.push({ kind: 'removed', text: old[i++]! })
		else lines.push({ kind: 'added', text: now[j++]! })
	return lines
}

const linesOf = (text: string): string[] =>
	text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')

/** The last sentence of a line ends with its line break. */
const sentencesOf = (text: string): string[] => linesOf(text).flatMap((line) => `${line}\n`.match(/[^。！？!?]+[。！？!?]*\n?/gu) ?? [line])
