import { yen } from '../../domain/shared/yen.ts'
import { isBillingOpen } from '../../domain/billing/billing-context.ts'
import { type Prices, readCurrentPrices } from '../../domain/billing/plan-overview.ts'
import { contactPath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { operatorOf } from '../layout/operator.server.ts'
import { DocumentPage } from '../ui/document.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/tokushoho.page'

export const handle = { plain: true }

export const headers = cacheHeaders

/** What 特定商取引法11条 asks to be shown. Absent until the settings say who the operator is. */
export const loader = withCtx(async ({ db, now, site, cards }, _args: Route.LoaderArgs) =>
	cacheable(
		{ ...operatorOf(site), takesCards: cards !== null, prices: isBillingOpen(site) ? await readCurrentPrices({ db, now }) : null },
		[],
	),
)

const FREE = '相談と掲載は無料です。相談する方からも、掲載する専門家・事務所からも、紹介の手数料をいただいていません。'

const paidText = ({ standard, pro }: Prices): string =>
	`専門家の方が申し込む有料プランは、スタンダードが月${yen(standard.month)}または年${yen(standard.year)}、プロが月${yen(pro.month)}または年${yen(pro.year)}です（税込）。はじめの30日間は無料で試せます。`

export default function TokushohoPage({ loaderData: { operator, siteName, publicUrl, prices, takesCards } }: Route.ComponentProps) {
	return (
		<DocumentPage title="特定商取引法に基づく表記" description={`${siteName}の特定商取引法に基づく表記です。`} path="/tokushoho">
			<FactList
				rows={[
					{ label: '事業者の名称', value: operator.name },
					{ label: '代表者', value: operator.representative },
					{ label: '運営統括責任者', value: operator.salesManager },
					{ label: '所在地', value: operator.address },
					{ label: '電話番号', value: `${operator.phone}（${operator.hours}）` },
					{ label: 'メールアドレス', value: operator.mail },
					{ label: 'サイトのURL', value: publicUrl },
					{ label: '役務の内容', value: '専門家と事務所の検索、質問と回答、見積もりの依頼、問い合わせ、事務所の掲載' },
					{ label: '利用の料金', value: prices === null ? FREE : `${FREE}${paidText(prices)}` },
					{ label: 'ほかに必要な費用', value: 'インターネットの接続にかかる通信料' },
					{
						label: '支払いの時期と方法',
						value:
							prices === null
								? '料金がないため、支払いはありません。'
								: `有料プランは${takesCards ? 'カード、または' : ''}請求書による銀行振込で、請求書の発行から10日以内にお支払いください。${takesCards ? '登録されたカードでは、請求書の発行から数分のうちにお支払いとなります。' : ''}振込手数料はご負担ください。`,
					},
					{ label: '役務の提供の時期', value: '登録などの手続きが終わったときから、すぐに利用できます。' },
					{
						label: '取りやめ（解約）',
						value: `いつでも退会でき、費用はかかりません。マイページの「アカウント」から手続きできます。${prices === null ? '' : '有料プランは「契約の管理」からいつでも解約でき、期間の終わりまで使えます。違約金はなく、期間の途中の解約では残りの日数の料金を返金しません。'}`,
					},
					{
						label: '動作の環境',
						value:
							'最新の Google Chrome、Safari、Microsoft Edge、Firefox。ページを読むことと主な手続きは、JavaScript を使わなくてもできます。',
					},
				]}
			/>
			<p>専門家・事務所に依頼する業務の料金と支払いは、依頼する方と事務所との契約で決まります。契約の相手方は、それぞれの事務所です。</p>
			<p>
				ご不明な点は
				<Link to={contactPath()}>お問い合わせのページ</Link>
				からお尋ねください。
			</p>
		</DocumentPage>
	)
}
