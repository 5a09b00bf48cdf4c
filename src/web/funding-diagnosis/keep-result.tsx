import { useState } from 'react'
import { useEnhanced } from '../ui/use-enhanced.ts'
import styles from './factoring-result.module.css'

type Said = 'copied' | 'refused' | null

/**
 * Ways to keep a result or to hand it on. Its address holds the conditions and no contact details, so opening it is all
 * it takes; without a script the link itself and the browser's own menu do.
 */
export function KeepResult({ url, path, title }: { url: string; path: string; title: string }) {
	return (
		<section className={`${styles.part} no-print`} aria-labelledby="result-keep" data-wakes>
			<h2 id="result-keep">結果を残す・相談相手に渡す</h2>
			<p>
				この結果は次のアドレス（URL）で開き直せます（診断日から3か月）。氏名や連絡先は含まれませんが、入力した金額や日付は含まれるため、渡す相手にご注意ください。
			</p>
			<p className={styles.url}>
				<a href={path}>{url}</a>
			</p>
			<p>
				<a className="tap" href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>
					メールで送る
				</a>
			</p>
			<KeepButtons url={url} title={title} />
			<noscript>
				<p>印刷は、ブラウザの印刷機能をお使いください。</p>
			</noscript>
		</section>
	)
}

/** Shown only with JavaScript, and once it runs only what the browser supports. */
function KeepButtons({ url, title }: { url: string; title: string }) {
	const [said, setSaid] = useState<Said>(null)
	const isEnhanced = useEnhanced()
	const canShare = !isEnhanced || typeof navigator.share === 'function'
	// Closing the share sheet rejects the promise, but is not an error.
	const share = () => void navigator.share({ title, url }).catch(() => {})
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(url)
			setSaid('copied')
		} catch {
			setSaid('refused')
		}
	}
	return (
		<>
			<p className={`needs-script ${styles.keep}`}>
				<button type="button" className="button" data-kind="quiet" onClick={() => window.print()}>
					この結果を印刷する
				</button>
				<button type="button" className="button" data-kind="quiet" onClick={() => void copy()}>
					アドレスをコピーする
				</button>
				{canShare && (
					<button type="button" className="button" data-kind="quiet" onClick={share}>
						共有する
					</button>
				)}
			</p>
			<p role="status" className={styles.notice}>
				{said === 'copied' && 'アドレスをコピーしました。'}
				{said === 'refused' && 'コピーできませんでした。上のアドレスを選んでコピーしてください。'}
			</p>
		</>
	)
}
