import { Contours, Milestone, Plaque } from '../../ui/motif.tsx'
import { Name } from '../../ui/name.tsx'
import stack from '../../ui/stack.module.css'
import { Part } from './part.tsx'
import styles from './styleguide.module.css'

const colours = [
	['墨藍', '文字'],
	['墨', '補足の文字'],
	['紺碧', 'リンク'],
	['深藍', '板・フッター'],
	['朱', '主な操作だけ'],
	['山吹', '道しるべ'],
	['生成り', '紙'],
	['松葉', '良い知らせ'],
	['柿', '注意'],
	['星', '評価'],
] as const
const colourTokens = ['ink', 'ink-2', 'accent', 'accent-strong', 'primary', 'signpost', 'paper-2', 'good', 'warn', 'star'] as const

const sizes = [
	[styles.sm, '0.875'],
	[styles.md, '1'],
	[styles.lg, '1.125'],
	[styles.xl, '1.375'],
	[styles.twoXl, '1.75'],
	[styles.threeXl, '2.25'],
	[styles.fourXl, '2.875'],
] as const

/** Colours, type and motifs. */
export function Foundations() {
	return (
		<>
			<Part title="色">
				<ul className={stack.tiles}>
					{colours.map(([name, use], index) => (
						<li key={name} className={styles.swatch}>
							<svg aria-hidden="true">
								<rect width="100%" height="100%" fill={`var(--${colourTokens[index]})`} />
							</svg>
							{`${name}（${use}）`}
						</li>
					))}
				</ul>
			</Part>
			<Part title="文字の大きさ">
				<div className={styles.sizes}>
					{sizes.map(([name, size]) => (
						<p key={size} className={name}>{`${size}rem　税金、人、お金の困りごと 12,300円`}</p>
					))}
				</div>
				<p className={styles.twoXl}>見出し1　頼れる専門家へ、まっすぐ案内します</p>
				<h2>見出し2　頼れる専門家へ、まっすぐ案内します</h2>
				<h3>見出し3　頼れる専門家へ、まっすぐ案内します</h3>
				<p className="prose">
					本文は16px、行の高さは1.8、1行は38字までです。<a href="#links">リンク</a>は下線で示します。
				</p>
			</Part>
			<Part title="名前の折り返し">
				<p className={styles.narrow}>
					<Name text="税理士法人みのりタックスラボ中小企業診断士事務所" />
				</p>
			</Part>
			<Part title="道しるべの形">
				<p>
					<Plaque>東京都・82件</Plaque>
				</p>
				<p>
					<Milestone value="4" unit="分" /> <Milestone value="82" unit="件" />
				</p>
				<div className={styles.deep}>
					<Contours />
					<p>等高線は、見出しや末尾の背景に敷きます。</p>
				</div>
			</Part>
		</>
	)
}
