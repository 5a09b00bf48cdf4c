import { Link } from 'react-router'
import type { Route } from './+types/introduction.page'
import { firstOfficesTags, listFirstOffices } from '../../domain/listings/office-list.ts'
import { countListing } from '../../domain/listings/sitemap.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { type Area, areaName, japan } from '../../domain/geography/areas.ts'
import { prefectures } from '../../domain/geography/prefectures.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd } from '../ui/breadcrumbs.tsx'
import { parseWizard, wizardStep } from './introduction-steps.ts'
import { Wizard } from './introduction-wizard.tsx'
import { LandingFrame, LandingHead } from '../layout/landing-frame.tsx'
import styles from './introduction.module.css'

const PATH = '/lp/introduction'

/** So many cards end the way; the rest is in the list. */
const FIRST_OFFICES = 3

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const choice = parseWizard(new URL(request.url).searchParams)
	const { audience, symptom, taskId, areaId } = choice
	const area = areaId === null ? null : areaId === 0 ? japan : (prefectures[areaId - 1] ?? japan)
	const [tasks, list] = await Promise.all([
		symptom ? listTasks(ctx) : [],
		taskId === null || area === null ? null : readList(ctx, { scopeId: taskId, area }),
	])
	return cacheable(
		{
			step: wizardStep(choice),
			who: audience?.slug ?? null,
			symptom: symptom && { slug: symptom.slug, text: symptom.text },
			tasks: tasks
				.filter(({ id }) => symptom?.taskIds.includes(id))
				.sort((a, b) => (symptom ? symptom.taskIds.indexOf(a.id) - symptom.taskIds.indexOf(b.id) : 0))
				.map(({ id, name, summary, professions }) => ({
					id,
					name,
					summary,
					professions: professions.map((profession) => profession.name),
				})),
			taskId,
			area: area && { id: areaId ?? 0, name: areaName(area) },
			list,
			allJapan: taskId === null ? null : listPath({ scopeId: taskId, area: japan }),
		},
		['taxonomy', ...(taskId === null || area === null || list === null ? [] : firstOfficesTags(taskId, area, list.offices))],
	)
})

async function readList(ctx: Ctx, asked: { scopeId: number; area: Area }) {
	const [count, offices] = await Promise.all([
		countListing(ctx, asked.scopeId, asked.area),
		listFirstOffices(ctx, { ...asked, limit: FIRST_OFFICES }),
	])
	return { path: listPath(asked), count, offices }
}

const crumbs = [{ label: 'ご利用の流れ', path: PATH }]

const points = [
	{
		title: '業務と地域で探す',
		text: '税務・会計、労務、許認可などの業務と、都道府県・市区町村・駅の組み合わせで、対応できる事務所の一覧が見られます。',
	},
	{
		title: '条件で見比べる',
		text: '初回相談が無料、オンライン、土日や夜間の対応、資格の種類で絞り込み、料金の目安や口コミと合わせて4件まで並べられます。',
	},
	{
		title: '資格を確かめる',
		text: '専門家の資格、登録番号、所属する会を表示します。法律で資格が必要な業務には、その資格のある事務所だけを掲載します。',
	},
	{
		title: '相談する',
		text: '事務所のページから電話や問い合わせで直接相談するほか、複数の事務所にまとめて見積もりを頼むこともできます。相談の内容と費用は、依頼の前に専門家に確かめてください。',
	},
]

export default function IntroductionPage({ loaderData }: Route.ComponentProps) {
	const site = useSite()
	return (
		<LandingFrame crumbs={crumbs}>
			<Head
				title="ご利用の流れと、困りごとから探す5つのステップ"
				description={`${site.name}の使い方と、困りごとから頼む業務と事務所を見つける5つのステップです。何を頼めばよいか分からないときにお使いください。`}
				path={PATH}
				image="/ogp/page/introduction.png"
				noindex={loaderData.step !== 1}
				jsonLd={[breadcrumbJsonLd(site.publicUrl, crumbs)]}
			/>
			{loaderData.step === 1 ? (
				<LandingHead
					title="困りごとから、頼む相手を見つける"
					points={['登録は不要です', '答えは保存しません', '4つの質問だけ']}
					aside={<img className={styles.scene} src="/scenes/signpost.svg" width="384" height="256" alt="" />}
				>
					<p>
						<img className={styles.beside} src="/scenes/signpost.svg" width="96" height="64" alt="" />
						誰に何を頼めばよいか分からなくても大丈夫です。質問に4つ答えると、あてはまる業務と、お近くの事務所にたどり着きます。
					</p>
				</LandingHead>
			) : (
				<h1 className={styles.brief}>困りごとから、頼む相手を見つける</h1>
			)}
			<Wizard data={loaderData} />
			<section className={styles.part} aria-labelledby="introduction-how">
				<h2 id="introduction-how">{`${site.name}の使い方`}</h2>
				<ol className={styles.how}>
					{points.map(({ title, text }) => (
						<li key={title}>
							<h3>{title}</h3>
							<p>{text}</p>
						</li>
					))}
				</ol>
				<p>
					閲覧は無料です。一覧の並び順の決め方は
					<Link to="/about#about-order">サービスについて</Link>
					で公開しています。売掛金の入金を待てないときは、
					<Link to="/lp/factoring">無料資金診断</Link>
					もご利用ください。
				</p>
			</section>
		</LandingFrame>
	)
}
