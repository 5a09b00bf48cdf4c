import type { ReactNode } from 'react'
import type { SceneName } from '../ui/empty.tsx'
import styles from './why-sign-in.module.css'

const texts = {
	signIn: {
		title: 'ログインするとできること',
		points: [
			'届いた回答にお礼を伝え、ベストアンサーを選べます',
			'見積もりの返事を並べて比べ、事務所とのやり取りを続けられます',
			'気になる事務所や専門家を、お気に入りに残せます',
		],
	},
	register: {
		title: '登録は無料です',
		points: [
			'要るのは、メールアドレスとパスワードだけです',
			'名前を出さずに、専門家に質問できます',
			'見積もりを頼んだ事務所とのやり取りが、一か所にまとまります',
		],
	},
	reset: {
		title: '安全に設定し直すために',
		points: [
			'リンクは、登録したメールアドレスにだけ届きます',
			'リンクは1時間で使えなくなります',
			'設定し直すと、すべての端末からログアウトします',
		],
	},
} as const

/** A form of accounts with its heading, and beside it (on a phone below it) what it is good for. */
export function WithReasons({
	reasons,
	scene,
	heading,
	children,
}: {
	reasons: keyof typeof texts
	scene: SceneName
	heading: string
	children: ReactNode
}) {
	const { title, points } = texts[reasons]
	return (
		<div className={`content ${styles.columns}`}>
			<div className={styles.form}>
				<header className={styles.head}>
					<img src={`/scenes/${scene}.svg`} width="120" height="80" alt="" />
					<h1>{heading}</h1>
				</header>
				{children}
			</div>
			<aside className={styles.why} aria-labelledby="why">
				<img src={`/scenes/${scene}.svg`} width="240" height="160" alt="" loading="lazy" />
				<h2 id="why">{title}</h2>
				<ul>
					{points.map((point) => (
						<li key={point}>{point}</li>
					))}
				</ul>
			</aside>
		</div>
	)
}
