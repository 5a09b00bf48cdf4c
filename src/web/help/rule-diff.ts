export type LineDiff = { kind: 'same' | 'added' | 'removed'; text: string }

/** Which lines a text gained and lost, in reading order, by the longest common subsequence. Blank lines do not count. */
export function diffLines(before: string, after: string): LineDiff[] {
	const old = linesOf(before)
	const now = linesOf(after)
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
