import { Link } from '../ui/link.tsx'
import styles from './introductions.module.css'

const steps = [
	{
		title: '困りごとや業務で探す',
		text: '言葉で検索するほか、業務と地域や駅、困りごとから選べます。名前を出さずに専門家へ質問もできます。',
	},
	{ title: '条件で見比べる', text: '料金、初回相談、オンライン、近さで絞り込み、事務所を4件まで並べて比べます。' },
	{ title: '事務所と専門家を確かめる', text: '専門家の登録番号、対応した事例、営業時間、行き方、口コミを確かめます。' },
	{ title: '相談する・予約する', text: '問い合わせる、面談を予約する、見積もりをまとめて頼む、電話する。費用を確かめてから頼みます。' },
]

export function HowItWorks() {
	return (
		<section className={`content ${styles.section}`} aria-labelledby="top-how">
			<h2 id="top-how">ご利用の流れ</h2>
			<ol className={styles.steps}>
				{steps.map(({ title, text }) => (
					<li key={title}>
						<h3>{title}</h3>
						<p>{text}</p>
					</li>
				))}
			</ol>
			<p className={styles.links}>
				<Link to="/lp/introduction">困りごとから探す</Link>
				<Link to="/about">並び順と専門家の確認方法</Link>
			</p>
		</section>
	)
}

export function FundingTeaser() {
	return (
		<section className="content" aria-labelledby="top-funding">
			<div className={styles.funding}>
				<div>
					<h2 id="top-funding" className="name">
						入金を待てないときの
						<wbr />
						無料資金診断
					</h2>
					<p>
						売掛金を早く現金にする方法（ファクタリング）が合うか、手数料は年率でいくらか、ほかの方法は何かを、連絡先なしでその場でお答えします。
					</p>
				</div>
				<Link className="button" data-kind="quiet" to="/lp/factoring">
					無料で診断する
				</Link>
			</div>
		</section>
	)
}
