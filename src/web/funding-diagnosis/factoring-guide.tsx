import { Link } from 'react-router'
import { japan } from '../../domain/geography/areas.ts'
import type { FigureSource, FundingFigures } from '../../domain/funding-diagnosis/figures.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { factCheckText } from '../format/fact-check.ts'
import { WideTable } from '../ui/wide-table.tsx'
import { WaysPicture } from './ways-picture.tsx'
import styles from './factoring.module.css'

/** The text below form and result: how the two ways differ, and what to look out for in a contract. */
export function FactoringGuide({ figures, sources }: { figures: FundingFigures; sources: readonly FigureSource[] }) {
	const { two, three, medical } = figures
	return (
		<>
			<section className={styles.part} aria-labelledby="guide-ways">
				<h2 id="guide-ways">2社間と3社間のちがい</h2>
				<WaysPicture />
				<WideTable label="2社間と3社間のちがい">
					<thead>
						<tr>
							<th scope="col">ちがい</th>
							<th scope="col">2社間</th>
							<th scope="col">3社間</th>
						</tr>
					</thead>
					<tbody>
						<tr>
							<th scope="row">得意先への知らせ</th>
							<td>知らせずに行うのが一般的</td>
							<td>承諾を得て行う</td>
						</tr>
						<tr>
							<th scope="row">手数料の目安（額面に対して）</th>
							<td>{`${two.min}〜${two.max}%`}</td>
							<td>{`${three.min}〜${three.max}%（診療報酬などは${medical.min}〜${medical.max}%）`}</td>
						</tr>
						<tr>
							<th scope="row">手数料のほかの費用</th>
							<td>{`債権譲渡登記を求められると登録免許税${figures.registration.toLocaleString('ja-JP')}円（法人のみ。司法書士の報酬は別）。紙の契約書の印紙税${figures.stampDuty}円`}</td>
							<td>{`紙の契約書の印紙税${figures.stampDuty}円`}</td>
						</tr>
						<tr>
							<th scope="row">先に受け取れない分（留保）</th>
							<td
								colSpan={2}
							>{`額面の${figures.holdback}%ほどを買取会社が預かり、得意先の入金後に返す契約があります（掛け目${100 - figures.holdback}%）`}</td>
						</tr>
						<tr>
							<th scope="row">かかる時間</th>
							<td>数日ほど</td>
							<td>承諾に1〜2週間ほど</td>
						</tr>
						<tr>
							<th scope="row">入金された後</th>
							<td>自社に入金されたお金を買取会社へ渡す</td>
							<td>得意先が買取会社へ直接支払う</td>
						</tr>
					</tbody>
				</WideTable>
				<p className={styles.small}>手数料の幅は一般に言われる目安で、会社や条件によってはこの外になることもあります。</p>
				<Sources sources={sources} />
			</section>
			<section className={styles.part} aria-labelledby="guide-check">
				<h2 id="guide-check">契約の前に確かめること</h2>
				<ul>
					<li>
						得意先が払えなくなったときに買い戻す義務（償還請求権）や、個人保証、公正証書を求められていないか。ある場合は、実質が貸付とみなされることがあります。
					</li>
					<li>手数料のほかに、登記費用、事務手数料、振込料がいくらかかるか。入金される金額そのものを書面で確かめます。</li>
					<li>翌月の入金が減った後の資金繰りが回るか。毎月続けると、利益より手数料が大きくなることがあります。</li>
					<li>会社の所在地、代表者、固定電話がはっきりしているか。契約書の控えを渡さない相手とは契約しません。</li>
				</ul>
				<p>
					<Link to={listPath({ scopeId: 103, area: japan })}>契約書や資金繰りを一緒に見てもらえる専門家を探す</Link>
				</p>
			</section>
		</>
	)
}

/** Every figure that the page calculates with, where it is from and when somebody last looked. */
function Sources({ sources }: { sources: readonly FigureSource[] }) {
	return (
		<details className={styles.small}>
			<summary>計算に使う数字の出典と日付</summary>
			<ul>
				{sources.map(({ name, value, title, url, isOverdue, ...checked }) => (
					<li key={name}>
						{`${name}：${value}（`}
						<a href={url} rel="noopener nofollow" target="_blank">
							{title}
							<span className="visually-hidden">（外部サイト）</span>
						</a>
						{`、${factCheckText(checked)}${isOverdue ? '。見直しの時期を過ぎています' : ''}）`}
					</li>
				))}
			</ul>
		</details>
	)
}

/** Buying a person's wages is lending: there is nothing to diagnose, only a warning and the ways to real help. */
export function SalaryRefusal() {
	return (
		<section className={`${styles.part} ${styles.refusal}`} aria-labelledby="refusal">
			<h2 id="refusal">給料の「買取」は診断しません</h2>
			<p>
				給料やアルバイト代を買い取ると称する取引（給与ファクタリング）は、名前が違っても、お金を貸す行為に当たります。金融庁は貸金業に当たるとの考えを示し、最高裁判所も令和5年2月20日の決定で、貸金業法と出資法にいう貸付けに当たると判断しました。
			</p>
			<p>
				貸金業の登録がない業者との取引は違法で、手数料を年率に直すと何百%にもなり、本人や勤め先への厳しい取り立ての被害が起きています。利用しないでください。
			</p>
			<h3>いま困っているとき</h3>
			<ul>
				<li>
					すでに契約してしまった場合は、弁護士・司法書士、日本貸金業協会の相談窓口、消費者ホットライン（電話188）、警察（電話#9110）に相談します。
				</li>
				<li>
					出産、病気、災害などの費用のためなら、働いた分の給料を支払日より前に払うよう会社に求められます（労働基準法第25条の非常時払）。
				</li>
				<li>生活費に困っている場合は、市区町村の自立相談支援の窓口や、社会福祉協議会の生活福祉資金貸付を相談できます。</li>
			</ul>
			<p>
				<Link to={listPath({ scopeId: 7, area: japan })}>法務・契約を相談できる事務所を探す</Link>
			</p>
			<p>事業の売掛金がある方は、売掛金の種類を選び直して診断してください。</p>
		</section>
	)
}
