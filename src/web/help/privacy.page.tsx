import { Link } from 'react-router'
import { contactPath } from '../../domain/shared/links.ts'
import type { Route } from './+types/privacy.page'
import { outsideTransmissions } from '../../http/outside.ts'
import { cacheable, cacheHeaders, configContext } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { keptRecords } from './kept-records.ts'
import { RuleSummary } from './rule-summary.tsx'
import { summaryPoints } from './rule-texts.server.ts'
import { AnalyticsStorage, OutsideTransmissions } from './privacy-analytics.tsx'
import { ContactWays, DocumentPage, OperatorNote, Section, Table } from '../ui/document.tsx'
import styles from '../ui/document.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

/** The outside transmissions come from the table that also builds the content security policy. */
export const loader = ({ context }: Route.LoaderArgs) =>
	cacheable(
		{
			summary: summaryPoints('privacy'),
			transmissions: outsideTransmissions(context.get(configContext)).map(({ name, provider, purpose, sent, when, optOut }) => ({
				name,
				provider,
				purpose,
				sent,
				when,
				optOut,
			})),
		},
		['settings'],
	)

const cookies = [
	[
		'csrfToken',
		'送信された内容が、このサイトの画面から送られたものかを確かめるため',
		'ページを開くたびに変わる8文字の乱数',
		'ブラウザを閉じるまで',
	],
	['afterLogin', '登録の確認が終わったあとに、元の画面へ戻るため', '戻る先のページ', '3日間'],
	['csrfRecent', '別のタブで先に開いた画面からも送信できるようにするため', '直前までの csrfToken（最大16個）', 'ブラウザを閉じるまで'],
	['session', 'ログインした状態を保つため（ログインしたときだけ）', 'ログインごとに作る乱数', 'ログアウトするか、有効期限が切れるまで'],
	[
		'device',
		'以前ログインしたブラウザかどうかを見分け、パスワードを当てようとする試みから守るため（登録やログインをしたときだけ）',
		'ブラウザごとに作る乱数',
		'400日間',
	],
	['popup', '外部アカウントでのログインを、始めたブラウザだけで終えられるようにするため', '手続きごとに作る乱数', '10分間'],
]

const contents = [
	{ id: 'privacy-collect', label: '1. 取り扱う情報' },
	{ id: 'privacy-purpose', label: '2. 利用目的' },
	{ id: 'privacy-cookies', label: '3. Cookie とブラウザの保存領域' },
	{ id: 'privacy-outside', label: '4. 外部送信（電気通信事業法にもとづく公表）' },
	{ id: 'privacy-logs', label: '5. 記録と保存期間' },
	{ id: 'privacy-third', label: '6. 第三者への提供と委託' },
	{ id: 'privacy-safety', label: '7. 安全管理のための措置' },
	{ id: 'privacy-rights', label: '8. 開示などの請求' },
	{ id: 'privacy-children', label: '9. 16歳未満の方の情報' },
	{ id: 'privacy-contact', label: '10. 窓口と苦情の申し出先' },
	{ id: 'privacy-change', label: '11. 改定' },
]

export default function PrivacyPage({ loaderData: { transmissions, summary } }: Route.ComponentProps) {
	const { name, analytics, takesCards } = useSite()
	return (
		<DocumentPage
			title="プライバシーポリシー"
			description={`${name}が取り扱う情報、Cookie、外部への送信、記録の保存期間、開示などの請求の方法を説明します。`}
			path="/privacy"
			contents={contents}
			above={<RuleSummary points={summary} />}
		>
			<OperatorNote file="src/web/help/privacy.page.tsx" />
			<p>
				{`${name}の運営者（以下「当社」）は、個人情報の保護に関する法律（個人情報保護法）、電気通信事業法その他の法令を守り、このサイトを利用する方の情報を次のとおり取り扱います。`}
			</p>
			<Section id="privacy-collect" title="1. 取り扱う情報">
				<h3>見るだけのとき</h3>
				<p>
					事務所や専門家を探すために、氏名や連絡先を入力する必要はありません。検索の言葉、絞り込みの条件、資金診断の入力内容は、画面を作るためにだけ使い、当社の記録には残しません。ただし、何も見つからなかった検索の言葉は、探し方を良くするために、だれの検索かを残さずに日ごとの回数として数えます（アドレスや番号を含むものは数えません）。これらはページのアドレス（URL）に含まれるため、URLを人に送ると、その内容も伝わります。
				</p>
				<h3>会員として利用するとき</h3>
				<p>
					メールアドレス、パスワード（元に戻せない形に変えて保存します）、任意のお名前・立場・関心のある分野・画像、質問・回答・口コミなどの投稿、お気に入りとフォロー、ログインの記録（時刻、接続元のIPアドレス、ブラウザの種類）を保存します。これらは、マイページの「アカウント」から書き出せます。規約に反する行為があったときは、投稿の制限や利用の停止の理由と期間、担当者が付けたメモも保存します。
				</p>
				<h3 id="privacy-forms">見積もり、問い合わせ、相談を送るとき</h3>
				<p>次の内容は、その画面で送信したときにだけ保存します。同意を求めた画面では、同意した文面の版と日時も保存します。</p>
				<ul>
					<li>まとめて見積もり：お名前、メールアドレス、電話番号（任意）、業務、地域、事業の内容、希望、選んだ事務所、届いた見積もり</li>
					<li>
						{`有料プランの申し込み：請求書の宛名、振込人の名義、解約の理由（任意）${takesCards ? '。カードを登録したときは、カードのブランド、下4桁、有効期限（番号は決済会社だけが扱い、当社には届きません）' : ''}`}
					</li>
					<li>
						面談の予約：事務所、日時、面談の方法、電話番号（電話での面談を選んだとき）、取り消しの理由（任意）、カレンダーを購読するためのアドレス
					</li>
					<li>見積もりの依頼についての、事務所ごとのやり取り：文章、添付のファイル</li>
					<li>口コミ、報告、異議の申し立て：内容と理由</li>
					<li>外部のプログラムからの利用：トークンの名前と範囲、最後に使った時刻、Webhookの送り先と送信の記録</li>
					<li>事務所への問い合わせ：お名前、件名、やり取りの文章、添付のファイル</li>
					<li>
						案件の書類：ファイル（暗号化して保管します）、送った方、開いた方のお名前と時刻。案件が終わってから90日、または双方が決めた期間で削除します
					</li>
					<li>契約書：本文、同意した方のお名前、日時、本文のハッシュ値、接続元のIPアドレス。相手方にも示します</li>
					<li>
						資金診断の結果をもとにした相談：お名前、メールアドレス、電話番号（任意）、会社名・屋号（任意）、連絡の希望、相談の内容。診断の入力内容は、一緒に送ることを選んだときにだけ保存します
					</li>
				</ul>
				<h3>通信にともなう情報</h3>
				<p>
					IPアドレス、ブラウザの種類、参照元は、通信のために当社のサーバーに届きます。IPアドレスは、短い時間に繰り返される通信を抑えるために一時的に使います。見るだけのときは、記録に残しません。登録やログインをしたときと、契約書に同意したときだけ、その記録に残します。
				</p>
				<h3>掲載している専門家と事務所の情報</h3>
				<p>
					掲載している氏名、資格、登録番号、所属する会、経歴、事務所の所在地などは、本人や事務所から提供を受けたもの、または各会の公開名簿で確かめたものです。
				</p>
			</Section>
			<Section id="privacy-purpose" title="2. 利用目的">
				<ul>
					<li>専門家と事務所の情報を掲載し、探せるようにするため</li>
					<li>掲載する専門家の資格を確かめるため</li>
					<li>不正な通信や誤った送信を防ぎ、サイトを安全に保つため</li>
					<li>不具合を調べ、使いやすさを良くするため（氏名などと結び付けない集計によります）</li>
					<li>会員の登録とログインを受け付け、投稿やお知らせの機能を提供するため</li>
					<li>見積もりの依頼と問い合わせを、選ばれた事務所に届け、やり取りを続けられるようにするため</li>
					<li>資金診断の結果をもとにした相談に連絡し、対応するため</li>
					<li>規約に反する投稿ややり取りの報告を受けたとき、その内容を確かめるため</li>
					<li>お問い合わせに答えるため</li>
					<li>面談の日時を決め、変更を知らせ、カレンダーに載せられるようにするため</li>
					<li>会員が作ったトークンで外部のプログラムからの読み書きに応じ、選んだ出来事をWebhookで知らせるため</li>
					<li>規約に反する利用を止めるため</li>
					<li>有料プランの料金を請求し、入金を確かめ、帳簿をつけるため</li>
				</ul>
				<p>これ以外の目的で使う必要が生じたときは、あらかじめ本人の同意を得ます。</p>
			</Section>
			<Section id="privacy-cookies" title="3. Cookie とブラウザの保存領域">
				<p>
					{`このサイトを動かすために必要な次の Cookie ${analytics.kind === 'ga4' ? 'を' : 'だけを'}使います。広告や、サイトをまたいだ追跡のためには使いません。`}
				</p>
				<p>https で開いているときは、どの Cookie の名前も先頭に「__Host-」が付きます。ほかのホストからは読み書きできません。</p>
				<Table label="使っている Cookie" head={['名前', '目的', '内容', '期間']} rows={cookies} />
				<AnalyticsStorage />
				<p>
					このほか、画面の再読み込みが繰り返されるのを防ぐため、再読み込みした時刻をブラウザの保存領域（sessionStorage）に置くことがあります。タブを閉じると消え、外部へは送りません。質問や回答を書いている間は、途中で失われないように、その文章を同じくブラウザの保存領域（localStorage）に置きます。投稿するか、ログアウトするか、7日たつと使われなくなり、投稿するまで外部へは送りません。ページの上の案内を閉じたときは、その案内の番号を同じ場所に置き、外部へは送りません。会員としてログインしている間は、通信できないときに案件を読めるように、開いたマイページの控えをこのブラウザに置きます（40ページまで、5日間）。ログアウトすると消え、外部へは送りません。ログアウトや退会のときは、このサイトのページの控え（キャッシュ）と保存領域の内容を消すよう、ブラウザに求めます。
				</p>
			</Section>
			<Section id="privacy-outside" title="4. 外部送信（電気通信事業法にもとづく公表）">
				<OutsideTransmissions rows={transmissions} />
				<p>事務所のサイトや外部の地図などへのリンクを開いた場合は、リンク先の方針が適用されます。</p>
			</Section>
			<Section id="privacy-logs" title="5. 記録と保存期間">
				<Table label="記録と保存期間" head={['記録', '内容', '保存期間']} rows={keptRecords} />
			</Section>
			<Section id="privacy-third" title="6. 第三者への提供と委託">
				<p>
					本人の同意がある場合と、法令にもとづく場合を除き、個人データを第三者に提供しません。見積もりの依頼は、同意のうえで選ばれた事務所に届けます。メールアドレスは依頼先に決めた事務所にだけ、電話番号は本人が公開した事務所にだけ知らせます。争いの相手方のお名前は、利益相反の確認のために、本人が選んだ事務所に一つずつ知らせます。問い合わせは、送り先の事務所の専門家が読みます。やり取りのどちらかが報告したときは、報告した方が選んだ発言だけを当社の担当者が読んで確かめ、読んだことを記録します。そのほかの内容は、令状などの法律の根拠があり、担当者二人が確認したときに限って開き、記録して双方に知らせます。資金診断の結果をもとにした相談は当社の担当者だけが扱い、買取会社や事務所には渡しません。サーバーの運用などを委託する場合は、委託先を適切に監督します。外国にある第三者に取り扱わせる場合は、その国の名前と制度、講じる措置をこのページで知らせます。
				</p>
				<p>
					プッシュ通知を登録した端末には、その端末のブラウザを提供する会社（Apple Inc.、Google LLC、Microsoft Corporation、Mozilla
					Corporationなど。いずれもアメリカ合衆国）の通知サービスを通してお知らせを送ります。お知らせは端末だけが読めるように暗号化します。LINEでのお知らせを選んだときは、お知らせの種類とリンク（選んだときは文も）を、LINEヤフー株式会社に送ります。
				</p>
				<p>会員が自分で設定したWebhookの送り先には、その会員が読める内容を、設定した出来事のたびに送ります。</p>
				{takesCards && (
					<p>
						有料プランをカードで支払うときは、決済会社Stripe（アメリカ合衆国）の画面でカードを登録します。カードの番号はStripeだけが取り扱います。当社は、会員を区別する番号、請求の額と請求書の番号をStripeに渡し、支払いの結果とカードのブランド、下4桁、有効期限を受け取ります。アメリカ合衆国の制度は、
						<a href="https://www.ppc.go.jp/" rel="noopener" target="_blank">
							個人情報保護委員会
						</a>
						の調査で確かめられます。退会したときは、手続き中の支払いや返金がなくなりしだい、Stripeにある顧客の登録とカードを消します。支払いの記録（額、日時、カードの下4桁）は、Stripeが自らの決まりで保存します。
					</p>
				)}
			</Section>
			<Section id="privacy-safety" title="7. 安全管理のための措置">
				<ul>
					<li>
						{analytics.kind === 'none'
							? '通信を暗号化し、画面で動くプログラムを当社のものに限っています。'
							: '通信を暗号化し、画面で動くプログラムを、当社のものと4に書いたアクセス解析のものに限っています。'}
					</li>
					<li>
						情報に触れられる担当者を限り、操作の記録を残します。見積もりの依頼と相談の連絡先は、担当者が開くたびに、その閲覧を記録します。
					</li>
					<li>記録に個人情報が入らないように、仕組みとして取り除いています。</li>
					<li>漏えいなどが起きたときは、法令に従って個人情報保護委員会への報告と本人への通知を行います。</li>
				</ul>
			</Section>
			<Section id="privacy-rights" title="8. 開示などの請求">
				<p>
					本人は、個人情報保護法にもとづき、当社が持つ自分の個人データについて、利用目的の通知、開示（第三者提供の記録を含みます）、訂正・追加・削除、利用の停止・消去、第三者への提供の停止を請求できます。
					<Link to={contactPath('privacy')}>個人情報についての請求・苦情のフォーム</Link>
					から申し出てください。本人（代理人のときは代理権）を確かめたうえで、14日以内に結果か見通しをお知らせします。手数料はかかりません。登録している方は、マイページの「アカウント」から、自分の情報の書き出しと退会がすぐにできます。
				</p>
				<p>掲載されている専門家・事務所の方は、同じ窓口から掲載内容の訂正や掲載の終了を申し出ることができます。</p>
			</Section>
			<Section id="privacy-children" title="9. 16歳未満の方の情報">
				<p>
					このサイトは事業のためのもので、16歳未満の方は登録しないでください。16歳未満の方の情報が登録されていると分かったときは、本人か法定代理人に確かめて消去します。未成年の方の開示などの請求は、法定代理人もできます。
				</p>
			</Section>
			<Section id="privacy-contact" title="10. 窓口と苦情の申し出先">
				<ContactWays />
				<p>
					個人情報の扱いについての苦情は、
					<Link to={contactPath('privacy')}>個人情報についての請求・苦情のフォーム</Link>
					で受け付けます。当社の対応に納得できないときは、個人情報保護委員会の相談窓口（個人情報保護法相談ダイヤル）に相談できます。
				</p>
			</Section>
			<Section id="privacy-change" title="11. 改定">
				<p>
					取り扱いを変えるときは、このページを改め、重要な変更は分かりやすく知らせます。サービスの利用条件は
					<Link to="/rules">利用規約</Link>
					をご覧ください。
				</p>
				<p className={styles.dates}>2026年11月21日 制定</p>
				<p className={styles.dates}>
					2026年11月23日 改定（面談の予約、外部のプログラム、カードでの支払い、利用の制限、退会したときのカードの登録を書き加えました）
				</p>
			</Section>
		</DocumentPage>
	)
}
