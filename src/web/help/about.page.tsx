import { Link } from 'react-router'
import type { Route } from './+types/about.page'
import { listOrders } from '../../domain/listings/list-query.ts'
import { orderTexts } from '../../domain/listings/ranking.ts'
import { isBillingOpen } from '../../domain/billing/billing-context.ts'
import { type Prices, readCurrentPrices } from '../../domain/billing/plan-overview.ts'
import { countVerifiedExperts } from '../../domain/experts/experts.ts'
import { TOP_PAGE } from '../../domain/pickups/pickup-input.ts'
import { listPickups, pickupTag } from '../../domain/pickups/pickups.ts'
import { japan } from '../../domain/geography/areas.ts'
import { countListing } from '../../domain/listings/sitemap.ts'
import { estimateFormPath, expertPath, writePath } from '../../domain/shared/links.ts'
import { yen } from '../../domain/shared/yen.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { useSite } from '../layout/site.ts'
import { ContactWays, DocumentPage, Section, Table } from '../ui/document.tsx'
import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { Name } from '../ui/name.tsx'
import stack from '../ui/stack.module.css'
import styles from './about.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

/** So many faces stand at the head. */
const FACES = 6

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [experts, offices, faces, prices] = await Promise.all([
		countVerifiedExperts(ctx),
		countListing(ctx, ALL_OFFICES, japan),
		listPickups(ctx, TOP_PAGE),
		isBillingOpen(ctx.site) ? readCurrentPrices(ctx) : null,
	])
	return cacheable(
		{
			orders: listOrders.map((order) => orderTexts[order]),
			experts,
			offices,
			faces: faces
				.slice(0, FACES)
				.map(({ id, name, portrait, professions }) => ({ id, name, portrait, profession: professions[0]?.name ?? '' })),
			prices,
		},
		['taxonomy', 'settings', pickupTag(TOP_PAGE)],
	)
})

const contents = [
	{ id: 'about-who', label: 'だれのためのサイトか' },
	{ id: 'about-experts', label: '専門家の確認方法' },
	{ id: 'about-money', label: '運営の費用' },
	{ id: 'about-order', label: '一覧の並び順の決め方' },
	{ id: 'about-service', label: 'できること' },
	{ id: 'about-contact', label: 'お問い合わせ' },
]

type Loaded = Route.ComponentProps['loaderData']

export default function AboutPage({ loaderData }: Route.ComponentProps) {
	const { orders, prices } = loaderData
	const site = useSite()
	return (
		<DocumentPage
			title={`${site.name}について`}
			description="だれのためのサイトか、専門家をどう確かめているか、どのように運営の費用を得ているか、一覧の並び順の決め方を説明します。"
			path="/about"
			contents={contents}
			above={<Promises data={loaderData} siteName={site.name} />}
		>
			<Section id="about-who" title="だれのためのサイトか">
				<p>
					{`${site.name}は、事業をしている方が、困っていることに合う専門家と事務所を、業務と地域から探すためのサービスです。税理士、社会保険労務士、行政書士、司法書士、弁護士、弁理士、中小企業診断士、公認会計士、ITコーディネータとその事務所を掲載しています。`}
				</p>
				<p>
					「何を頼めばよいか分からない」「いくらかかるか先に知りたい」「近くの人に頼みたい」。その3つに、料金と距離と登録番号を書いた道標で答えます。
				</p>
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
			<Money prices={prices} />
			<Section id="about-order" title="一覧の並び順の決め方">
				<p>
					並び順は次の決まりだけで計算します。どの並び順でも、広告料などの支払いは順位に影響しません。業務と都道府県の一覧では、有料プランの事務所の広告を、「PR」と表示して一覧の後に分けて載せることがあります。
				</p>
				<Table label="並び順の決め方" head={['並び順', '決め方']} rows={orders.map(({ label, explanation }) => [label, explanation])} />
				<p>当てはまる事務所が5件に満たない一覧では、近くの地域の事務所を、その地域名を添えて別の欄に表示します。</p>
			</Section>
			<Offer siteName={site.name} />
			<Section id="about-contact" title="お問い合わせ">
				<p>掲載内容の誤りや、駅・住所の変更に気づかれたときは、お知らせください。</p>
				<ContactWays />
				<p>
					<Link className="tap" to="/about/licences">
						データの出典と、使っているソフトウェア
					</Link>
				</p>
			</Section>
		</DocumentPage>
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

/** The site's promise in figures of today, the three ways to begin, and the faces of those who stand behind it. */
function Promises({ data: { experts, offices, faces }, siteName }: { data: Loaded; siteName: string }) {
	return (
		<div className={styles.promises}>
			<p className={`name ${styles.promise}`}>
				困りごとから、
				<wbr />
				頼れる人まで、
				<wbr />
				まっすぐ。
			</p>
			{experts > 0 && offices > 0 && (
				<dl className={styles.figures}>
					<div>
						<dt>登録番号を確かめた専門家</dt>
						<dd>
							<strong>{experts.toLocaleString('ja-JP')}</strong>人
						</dd>
					</div>
					<div>
						<dt>掲載している事務所</dt>
						<dd>
							<strong>{offices.toLocaleString('ja-JP')}</strong>件
						</dd>
					</div>
					<div>
						<dt>相談する方の利用料・紹介手数料</dt>
						<dd>
							<strong>0</strong>円
						</dd>
					</div>
				</dl>
			)}
			<p className={stack.line}>
				<Link className="button" to="/search">
					専門家・事務所を探す
				</Link>
				<Link className="button" data-kind="quiet" to={writePath()}>
					専門家に質問する
				</Link>
				<Link className="button" data-kind="quiet" to={estimateFormPath()}>
					見積もりをまとめて頼む
				</Link>
			</p>
			{faces.length > 0 && (
				<ul className={styles.faces} aria-label={`${siteName}に登録している専門家`}>
					{faces.map((face) => (
						<li key={face.id}>
							<Link to={expertPath(face.id)}>
								<img src={portraitPath(face)} width="72" height="72" alt="" loading="lazy" decoding="async" />
								<span>
									<Name text={face.name} />
									<small>{face.profession}</small>
								</span>
							</Link>
						</li>
					))}
				</ul>
			)}
		</div>
	)
}

/** Who pays for the site, and what no payment changes. */
function Money({ prices }: { prices: Prices | null }) {
	return (
		<Section id="about-money" title="運営の費用">
			<ul>
				<li>相談する方は無料です。登録、質問、見積もりの依頼、問い合わせのどれにも、料金はかかりません。</li>
				<li>専門家と事務所の掲載も無料です。依頼が決まったときの紹介の手数料も、どちらからもいただきません。</li>
				<li>
					{prices === null
						? 'いまは、どなたからも料金をいただいていません。'
						: `運営の費用は、専門家の方が任意で申し込む有料プラン（スタンダード月${yen(prices.standard.month)}、プロ月${yen(prices.pro.month)}、税込）でまかないます。`}
				</li>
				<li>どの支払いも、一覧の順位、口コミの点数、資格の確認の結果を変えません。</li>
			</ul>
			<p>業務の料金は、依頼する方と事務所との契約で決まり、事務所に直接お支払いいただきます。</p>
		</Section>
	)
}
