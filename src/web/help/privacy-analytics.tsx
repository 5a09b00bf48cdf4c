import { AnalyticsButtons } from '../layout/analytics.tsx'
import { useSite } from '../layout/site.ts'
import { Table } from '../ui/document.tsx'
import styles from '../ui/document.module.css'

export type TransmissionRow = { name: string; provider: string; purpose: string; sent: string; when: string; optOut: string | null }

/** What analytics keep in the browser: nothing unless Google's are switched on. */
export function AnalyticsStorage() {
	const { analytics } = useSite()
	if (analytics.kind !== 'ga4') return null
	const id = analytics.measurementId.slice(2)
	return (
		<>
			<p>
				アクセス解析に同意された場合にだけ、次の Cookie
				も置きます。同意の取り消しとともに消します。同意されたかどうかは、ブラウザの保存領域（localStorage の
				analytics）に1年間置き、外部へは送りません。
			</p>
			<Table
				label="アクセス解析の Cookie"
				head={['名前', '目的', '内容', '期間']}
				rows={[
					['_ga', '同じブラウザからの閲覧をまとめて数えるため', 'ブラウザごとに作られる識別子', '最後の閲覧から1年間'],
					[`_ga_${id}`, '一続きの閲覧をまとめて数えるため', '閲覧の回数と時刻', '最後の閲覧から1年間'],
				]}
			/>
		</>
	)
}

/** Every transmission to somebody else, from the table that also builds the content security policy. */
export function OutsideTransmissions({ rows }: { rows: TransmissionRow[] }) {
	const { analytics } = useSite()
	if (rows.length === 0)
		return (
			<p>
				現在、このサイトを開いた方のブラウザから、当社以外へ情報を送信させる仕組み（アクセス解析、広告、外部の地図や動画など）は使っていません。地図やフォントも当社のサーバーから配信しています。
			</p>
		)
	return (
		<>
			<p>
				{analytics.kind === 'ga4'
					? '同意された方のブラウザからだけ、次の宛先へ情報が送信されます。'
					: 'このサイトの公開ページを開くと、ブラウザから次の宛先へ情報が送信されます。'}
				マイページ、見積もりや相談の手続き、検索の結果など、検索エンジンに公開していないページのURLは送信しません。これらのほかに、当社以外へ情報を送信させる仕組み（広告、外部の地図や動画など）は使っていません。
			</p>
			<Table
				label="外部送信の一覧"
				head={['サービス', '送信先', '目的', '送信される情報', '送信の時期', '停止する方法']}
				rows={rows.map((row) => [row.name, row.provider, row.purpose, row.sent, row.when, <Refusal key="refusal" optOut={row.optOut} />])}
			/>
			<AnalyticsChoice />
		</>
	)
}

function Refusal({ optOut }: { optOut: string | null }) {
	if (!optOut) return 'ブラウザの設定でスクリプトを止めると送信されません'
	return (
		<>
			下の「アクセス解析の設定」（
			<a href={optOut} rel="noopener">
				提供元の案内
			</a>
			）
		</>
	)
}

/** What has been said is known to the browser alone: the inline script shows the sentence that is true. */
function AnalyticsChoice() {
	const { analytics } = useSite()
	if (analytics.kind !== 'ga4') return null
	return (
		<>
			<h3 id="privacy-analytics">アクセス解析の設定</h3>
			<p>
				Google アナリティクスの情報は、アメリカ合衆国などにある Google のサーバーで取り扱われます。Google での取り扱いは
				<a href="https://policies.google.com/technologies/partner-sites?hl=ja" rel="noopener">
					Google の説明
				</a>
				をご覧ください。広告のための機能は止めています。お使いのブラウザが追跡の拒否（Do Not Track、Global Privacy
				Control）を知らせている場合は、お聞きせずに「同意しない」として扱います。
			</p>
			<div className={styles.choice} data-analytics-choice>
				<noscript>
					<p>スクリプトが動かない設定のため、送信していません。</p>
				</noscript>
				<p role="status">
					<Said when="nothing">まだ選ばれていません。送信していません。</Said>
					<Said when="yes">同意されています。公開ページの閲覧の情報を送信しています。</Said>
					<Said when="no">同意されていません。送信していません。</Said>
					<Said when="browser">お使いのブラウザの設定（追跡の拒否、または保存の禁止）により、送信していません。</Said>
				</p>
				<div data-said="nothing yes no" hidden suppressHydrationWarning>
					<AnalyticsButtons />
				</div>
			</div>
		</>
	)
}

function Said({ when, children }: { when: string; children: string }) {
	return (
		<span data-said={when} hidden suppressHydrationWarning>
			{children}
		</span>
	)
}
