import { cacheable, cacheHeaders } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { ContactWays, DocumentPage, Section } from '../ui/document.tsx'
import type { Route } from './+types/accessibility.page'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = () => cacheable({ checkedOn: '2026年11月23日' }, ['taxonomy'])

export default function AccessibilityPage({ loaderData: { checkedOn } }: Route.ComponentProps) {
	const { name } = useSite()
	return (
		<DocumentPage
			title="アクセシビリティについて"
			description="目標にしている規格、試験の方法と結果、分かっている問題、困ったときの連絡先をまとめています。"
			path="/accessibility"
		>
			<p>{`${name}は、年齢や障害の有無、使っている機器にかかわらず、誰もが専門家を探し、質問し、見積もりを頼めることを目指しています。`}</p>
			<Section id="accessibility-goal" title="目標">
				<p>
					JIS X 8341-3:2016 の適合レベルAAと、WCAG 2.2
					の適合レベルAAを目標にしています。対象は、このサイトのすべての画面です。外部のサイト、専門家や利用者が添付したファイルは含みません。
				</p>
			</Section>
			<Section id="accessibility-done" title="していること">
				<ul>
					<li>すべての操作をキーボードだけでできます。いまどこにいるかは、青い枠で示します。</li>
					<li>JavaScriptを切っていても、閲覧、検索、計算ツール、申し込みの主な画面が使えます。</li>
					<li>幅360ピクセルの画面では、横にずらさずに読めます。横に長い表だけは、表の中で横に動かします。</li>
					<li>文字と背景の明るさの差は4.5対1以上です。色だけで意味を伝えません。</li>
					<li>入力の誤りは、文章で、誤った欄の場所とともに伝えます。入力した内容は消えません。</li>
					<li>動きを減らす設定にしている人には、動く表示をしません。</li>
				</ul>
			</Section>
			<Section id="accessibility-test" title="試験の方法">
				<p>
					主な画面を自動の検査（axe）で、変更のたびに調べています。あわせて、キーボードだけの操作、JavaScriptを切った操作を、自動の手順で確かめています。自動の検査で分かる問題は、確かめた画面では見つかっていません。
				</p>
				<p>{`${checkedOn}の時点で、規格に沿った第三者の試験と、画面読み上げソフトの利用者による試験は行っていません。そのため「準拠」ではなく「配慮」の段階です。`}</p>
			</Section>
			<Section id="accessibility-known" title="分かっている問題">
				<ul>
					<li>文字だけを200%に拡大すると、一部のページで横にずれることがあります。</li>
					<li>利用者が投稿した写真には、内容の説明がないことがあります。</li>
					<li>見積書などのPDFは、読み上げのための構造（タグ）を付けていません。内容は画面でも読めます。</li>
					<li>専門家の登録で出す書類は、画像として扱うため、読み上げられません。</li>
				</ul>
			</Section>
			<Section id="accessibility-contact" title="使いにくいところがあったら">
				<p>使えない画面や読めない内容があれば、お知らせください。別の方法での案内を含めて対応します。</p>
				<ContactWays />
			</Section>
		</DocumentPage>
	)
}
