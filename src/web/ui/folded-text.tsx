/** A quoted text of which the beginning is shown and the rest is folded: what is below stays in sight. */
export function FoldedText({ text, most = 200 }: { text: string; most?: number }) {
	const characters = Array.from(text)
	if (characters.length <= most) return <p>{text}</p>
	return (
		<>
			<p>{`${characters.slice(0, most).join('').trimEnd()}…`}</p>
			<details>
				<summary>全文を読む</summary>
				<p>{text}</p>
			</details>
		</>
	)
}
