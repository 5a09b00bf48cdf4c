import { Link } from '../ui/link.tsx'
import styles from './introductions.module.css'

const steps = [
	{ title: '業務と地域を選ぶ', text: '困っていることに近い業務と、相談に行ける地域や駅を選びます。言葉で探すこともできます。' },
	{ title: '条件で見比べる', text: '料金の目安、初回相談、オンライン、土日や夜間の対応などで絞り込み、4件まで並べて比べられます。' },
	{ title: '事務所と専門家を確かめる', text: '所属する専門家の資格と登録番号、営業時間、行き方、口コミを確かめます。' },
	{ title: '相談する', text: '問い合わせや見積もりの依頼をこのサイトから送れます。電話でも相談でき、内容と費用を確かめてから依頼します。' },
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
				<Link to="/lp/introduction">何を頼めばよいか分からないときは、困りごとから探す</Link>
				<Link to="/about">並び順と専門家の確認方法について</Link>
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
						売掛金を早く現金にする方法（ファクタリング）が合うかどうか、手数料を年率に直すといくらになるか、融資など他の方法は何かを、その場でお答えします。連絡先の入力はいりません。
					</p>
				</div>
				<Link className="button" data-kind="quiet" to="/lp/factoring">
					無料で診断する
				</Link>
			</div>
		</section>
	)
}
