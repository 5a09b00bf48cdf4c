import styles from './ways-picture.module.css'

type Kind = 'two' | 'three'

const pictures: Record<Kind, { title: string; text: string }> = {
	two: {
		title: '2社間の流れ',
		text: '自社が買取会社に売掛金を売り、先に代金を受け取ります。期日に得意先から自社へ入金され、自社がそのお金を買取会社へ渡します。',
	},
	three: {
		title: '3社間の流れ',
		text: '得意先の承諾を得て、自社が買取会社に売掛金を売り、先に代金を受け取ります。期日に得意先が買取会社へ直接支払います。',
	},
}

/** Who pays whom, drawn: the same that the text beside it says. */
export function WaysPicture() {
	return (
		<ul className={styles.pictures}>
			<Picture kind="two" />
			<Picture kind="three" />
		</ul>
	)
}

function Picture({ kind }: { kind: Kind }) {
	const { title, text } = pictures[kind]
	return (
		<li className={styles.picture}>
			<h3>{title}</h3>
			<svg viewBox="0 0 320 190" aria-hidden="true" className={styles.drawing}>
				<Party x={4} y={128} name="自社" />
				<Party x={206} y={128} name="買取会社" />
				<Party x={105} y={6} name="得意先" />
				<Arrow from={[116, 142]} to={[204, 142]} />
				<text x={160} y={135} textAnchor="middle">
					売掛金
				</text>
				<Arrow from={[204, 158]} to={[116, 158]} />
				<text x={160} y={178} textAnchor="middle">
					先に代金
				</text>
				{kind === 'two' ? (
					<>
						<Arrow from={[120, 56]} to={[64, 124]} />
						<text x={84} y={86} textAnchor="end">
							期日に入金
						</text>
						<path className={styles.later} d="M92 126 C 122 88 204 88 238 122" />
						<path className={styles.head} d="M242 127 l-12 -4 l7 -7 z" />
						<text x={196} y={86}>
							入金分を渡す
						</text>
					</>
				) : (
					<>
						<path className={styles.consent} d="M64 126 L120 58" />
						<text x={84} y={86} textAnchor="end">
							承諾
						</text>
						<Arrow from={[200, 56]} to={[256, 124]} />
						<text x={238} y={86}>
							期日に支払い
						</text>
					</>
				)}
			</svg>
			<p>{text}</p>
		</li>
	)
}

function Party({ x, y, name }: { x: number; y: number; name: string }) {
	return (
		<>
			<rect className={styles.party} x={x} y={y} width={110} height={46} rx={8} />
			<text className={styles.name} x={x + 55} y={y + 29} textAnchor="middle">
				{name}
			</text>
		</>
	)
}

function Arrow({ from: [x1, y1], to: [x2, y2] }: { from: [number, number]; to: [number, number] }) {
	const length = Math.hypot(x2 - x1, y2 - y1)
	const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
	const at = (back: number, side: number) => `${(x2 - ux * back - uy * side).toFixed(1)},${(y2 - uy * back + ux * side).toFixed(1)}`
	return (
		<>
			<line className={styles.line} x1={x1} y1={y1} x2={x2 - ux * 8} y2={y2 - uy * 8} />
			<polygon className={styles.head} points={`${at(0, 0)} ${at(11, 5)} ${at(11, -5)}`} />
		</>
	)
}
