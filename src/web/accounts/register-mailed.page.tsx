import { Link } from 'react-router'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import styles from '../forms/identity-form.module.css'

export const handle = { plain: true }

export default function RegisterMailedPage() {
	const { mailbox } = useSite()
	return (
		<div className={`content ${styles.page}`}>
			<Head
				title="確認のメールを送りました"
				description="メールのリンクを開くと、登録の確認が終わります。"
				path="/register_mailed"
				noindex
			/>
			<h1>確認のメールを送りました</h1>
			<div className="prose">
				<p>
					入力されたメールアドレスに、確認のメールを送りました。メールのリンクを開いて確認したあと、ログインしてください。リンクは3日間使えます。
				</p>
				<p>
					届かないときは、迷惑メールのフォルダーと、入力したアドレスに誤りがないかをご確認ください。確認の前でもログインでき、マイページからメールを送り直せます。
				</p>
			</div>
			{mailbox && (
				<p className={styles.note}>
					これはデモです。メールは外へは送られず、<Link to="/demo/mailbox">デモのメール箱</Link>に届きます。
				</p>
			)}
			<Link className="button" to="/login">
				ログインへ進む
			</Link>
		</div>
	)
}
