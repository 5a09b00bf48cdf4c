import { Milestone } from '../ui/motif.tsx'
import styles from './error-page.module.css'

const titles: Record<number, string> = {
	400: 'リクエストを処理できませんでした。',
	401: 'ログインが必要です。',
	403: 'このページを表示する権限がありません。',
	404: 'ご指定のページが見つかりません。',
	405: 'この操作には対応していません。',
	410: 'このページは公開を終了しました。',
	413: '送信したデータが大きすぎます。ファイルや文章を小さくしてから、もう一度お試しください。',
	429: 'アクセスが集中しています。少し待ってからもう一度お試しください。',
	500: 'エラーが発生しました。時間をおいてもう一度お試しください。',
	503: 'ただいまアクセスしづらくなっています。時間をおいてもう一度お試しください。',
}

/** The one error page: code, sentence, way back (spec section 2). The catalogue's message comes last, in small type, where it is in nobody's way. */
export function ErrorPage({ status, detail }: { status: number; detail: string | null }) {
	const isGone = status === 404 || status === 410
	const title = titles[status] ?? (status >= 500 ? titles[500] : titles[400])
	return (
		<div className={styles.page}>
			<title>{`${status} ${title}`}</title>
			<meta name="robots" content="noindex" />
			{isGone && <img className={styles.scene} src="/scenes/dead-end.svg" width="240" height="160" alt="" />}
			<p className={isGone ? styles.small : styles.code}>{isGone ? status : <Milestone value={status} />}</p>
			<h1 className={styles.title}>{title}</h1>
			{status === 404 && <p className={styles.why}>この道は行き止まりです。住所が変わったか、掲載が終わった可能性があります。</p>}
			<p>
				<a className="button" href="/">
					トップに戻る
				</a>
			</p>
			<nav aria-label="よく使われるページ">
				<ul className={styles.ways}>
					<li>
						<a className="tap" href="/category">
							業務から探す
						</a>
					</li>
					<li>
						<a className="tap" href="/search">
							専門家・事務所を検索する
						</a>
					</li>
				</ul>
			</nav>
			{/* For who reports it. Not of a 405: the message would be the router's. */}
			{detail && status !== 405 && (
				<p className={styles.detail} lang="en">
					{detail}
				</p>
			)}
		</div>
	)
}
