import { Link } from '../ui/link.tsx'
import styles from './factoring-contact.module.css'

/** A link to ask for contact, separate from the diagnosis, which collects and stores nothing. */
export function FactoringOffer({ path }: { path: string }) {
	return (
		<section className={`${styles.offer} no-print`} aria-labelledby="result-contact">
			<h2 id="result-contact">結果をもとに相談したい方へ</h2>
			<p>
				結果の見方や、融資などほかの方法の進め方、相談できる専門家の探し方を、担当者がメールか電話でご案内します。費用はかかりません。審査ではなく、資金化や融資を約束するものでもありません。
			</p>
			<p className={styles.quiet}>
				診断の入力は保存していません。相談を申し込む場合に限り、次の画面であなたが送信した内容だけを保存します。
			</p>
			<Link className="button" to={path}>
				相談の申し込みに進む
			</Link>
		</section>
	)
}
