import { useMatches } from 'react-router'
import { ANALYTICS_POLICY } from '../../http/trusted-types.ts'
import { runGa4 } from './analytics-script.ts'
import { useScriptMark } from './page-scripts.tsx'
import { useSite, useViewer } from './site.ts'
import styles from './analytics.module.css'

const label = 'アクセス解析の確認'

/**
 * Asks whether Google Analytics may count, and counts where it may. The server alone writes the text and the script, and
 * React leaves both as it finds them: the browser's bundles hold no more than the two empty elements.
 */
export function Analytics() {
	const { analytics } = useSite()
	const mark = useScriptMark()
	if (analytics.kind !== 'ga4') return null
	if (!import.meta.env.SSR)
		return (
			<>
				<section
					className={`${styles.bar} no-print`}
					aria-label={label}
					data-analytics-bar
					hidden
					suppressHydrationWarning
					dangerouslySetInnerHTML={{ __html: '' }}
				/>
				<script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
			</>
		)
	return (
		<>
			<section className={`${styles.bar} no-print`} aria-label={label} data-analytics-bar hidden>
				<div className={`content ${styles.inner}`}>
					<p>
						サイトの改善のため、Google アナリティクスで閲覧を集計してよいか、お選びください。同意されるまで送信しません。
						<a href="/privacy#privacy-analytics">送信する情報と変更の方法</a>
					</p>
					<AnalyticsButtons />
				</div>
			</section>
			<script
				nonce={mark}
				dangerouslySetInnerHTML={{
					__html: `(${runGa4.toString()})(${JSON.stringify(analytics.measurementId)},${JSON.stringify(ANALYTICS_POLICY)})`,
				}}
			/>
		</>
	)
}

/** Both answers look alike: neither is the one that the site hopes for. The inline script listens to the whole document. */
export function AnalyticsButtons() {
	return (
		<div className={styles.buttons}>
			<button type="button" className="button" data-kind="quiet" data-analytics="yes">
				同意する
			</button>
			<button type="button" className="button" data-kind="quiet" data-analytics="no">
				同意しない
			</button>
		</div>
	)
}

/**
 * The Plausible-compatible script: without cookies, so without asking. It sends the whole address and follows the
 * history by itself, and there is no way to hold it back from a private room. So it stands only on pages that are made for
 * search engines (layout/head.tsx) and that nothing ever turns into another page: plain ones, of visitors without a
 * session. React moves it into the document's head.
 */
export function PlausibleScript() {
	const { analytics } = useSite()
	const viewer = useViewer()
	const plain = useMatches().some((match) => (match.handle as { plain?: boolean } | undefined)?.plain)
	if (!import.meta.env.SSR || analytics.kind !== 'plausible' || viewer || !plain) return null
	return <script async defer data-domain={analytics.domain} src={analytics.src} />
}
