import { PictureBand } from '../ui/motif.tsx'
import stack from '../ui/stack.module.css'

/** What a long text says in plain words, above it. It is no part of what is agreed. */
export function RuleSummary({ points }: { points: readonly string[] }) {
	if (points.length === 0) return null
	return (
		<PictureBand picture="/scenes/desk.svg">
			<h2>かんたんに言うと</h2>
			<ul>
				{points.map((point) => (
					<li key={point}>{point}</li>
				))}
			</ul>
			<p className={stack.quietSmall}>これはまとめです。約束として当てはまるのは、下の本文です。</p>
		</PictureBand>
	)
}
