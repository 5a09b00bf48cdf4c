import { AUTHOR_ANSWER_DAYS, type SupportCategory } from '../../domain/support/support-input.ts'
import { Link } from '../ui/link.tsx'

/** What to know before one writes, and where a shorter way leads. */
export function CategoryNote({ category }: { category: SupportCategory }) {
	switch (category) {
		case 'account':
			return (
				<p>
					パスワードを忘れたときは、
					<Link to="/password_reset">パスワードの再設定</Link>
					が早道です。確認のメールが届かないときは、迷惑メールのフォルダーも確かめてください。
				</p>
			)
		case 'listing':
			return (
				<p>
					掲載しているご本人・事務所の方は、マイページの「事務所」から直せます。規約に反する投稿は、そのページの「報告」からも知らせられます。
				</p>
			)
		case 'rights':
			return (
				<>
					<p>
						{`情報流通プラットフォーム対処法にならい、申出を受けてから7日以内に、措置をとったかどうかとその理由をメールでお知らせします。確かめるため、追加の資料をお願いすることがあります。`}
					</p>
					<p>
						{`投稿した方の考えを聞く必要があるときは、申出の内容を投稿した方に伝えて照会します。お名前と連絡先は、ご本人の同意なく投稿した方に伝えません。照会から${AUTHOR_ANSWER_DAYS}日を過ぎても同意しない旨の返事がないときは、同法にもとづき公開を止められます。`}
					</p>
					<p>
						発信者情報の開示の請求は、内容を確かめたうえで、投稿した方の意見を聴いて対応します。この申出と合わせて、そのことを書いてください。
					</p>
				</>
			)
		case 'privacy':
			return (
				<>
					<p>
						個人情報保護法にもとづく請求と苦情の窓口です。手数料はかかりません。登録している方は、マイページの「アカウント」から、登録の内容の書き出し（開示）と退会（消去）がすぐにできます。
					</p>
					<p>ご本人（代理人のときは、代理権があること）を確かめるため、登録のメールアドレスへの確認や、書類をお願いすることがあります。</p>
				</>
			)
		case 'business':
			return <p>掲載をご希望の専門家の方は、「専門家の方へ」から登録できます。営業のご案内には、お返事しないことがあります。</p>
		default:
			return null
	}
}
