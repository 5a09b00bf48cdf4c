import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { listAnswersOfExperts } from '../../domain/questions/answer-page.ts'
import { findExpertByUid, getExpert } from '../../domain/experts/experts.ts'
import { japan } from '../../domain/geography/areas.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { askOfficePath, expertPath, officePath, prefectureOfficesPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { ArticleLinks } from '../articles/article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from '../articles/newest-articles.server.ts'
import { ExpertAnswers, viewExpertAnswer } from '../questions/expert-answers.tsx'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { breadcrumbJsonLd, Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import { accessText } from '../format/place-text.ts'
import { feeText } from '../format/fee-text.ts'
import { Plaque } from '../ui/motif.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/expert.page'
import { expertJsonLd } from './expert-json-ld.ts'
import { ExpertMarks } from './expert-marks.tsx'
import { OfficeCard } from '../listings/office-card.tsx'
import { Link } from '../ui/link.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import stack from '../ui/stack.module.css'
import styles from './expert.module.css'
import { officeTag } from '../../domain/listings/listing-tags.ts'
import { Credentials } from './expert-credentials.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const expert = await getExpert(ctx, /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0)
	const [answers, articles, marks, own] = await Promise.all([
		listAnswersOfExperts(ctx, [expert.id], 5),
		newestArticleLinks(ctx, { expertIds: [expert.id] }),
		readOwnMarks(ctx, { kind: 'expert', targetId: expert.id }, { context, request }),
		ctx.viewer.kind === 'member' && ctx.viewer.isExpert ? findExpertByUid(ctx, ctx.viewer.uid) : null,
	])
	const view = {
		expert,
		marks,
		isSelf: own?.id === expert.id,
		articles,
		answers: answers.map(viewExpertAnswer),
	}
	return cacheable(view, [`expert:${expert.id}`, ...expert.offices.map(({ id }) => officeTag(id)), 'taxonomy', ARTICLES_TAG])
})

export const headers = cacheHeaders

type Expert = Route.ComponentProps['loaderData']['expert']

export default function ExpertPage({ loaderData: { expert, answers, articles, marks, isSelf } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const office = expert.offices[0]
	const professions = expert.credentials.map(({ profession }) => profession.name).join('・')
	const crumbs: Crumb[] = [
		...(office
			? [
					{ label: `${office.prefectureName}の事務所`, path: prefectureOfficesPath(getPrefecture(office.prefectureId).slug) },
					{ label: office.name, path: officePath(office.id) },
				]
			: []),
		{ label: expert.name, path: expertPath(expert.id) },
	]
	return (
		<>
			<Head
				title={`${expert.name}（${[professions, office && `${office.prefectureName}${office.municipalityName}`].filter(Boolean).join('、')}）`}
				description={`${professions} ${expert.name}さんの登録番号、経歴、得意な業務、所属する事務所を掲載しています。${expert.headline}`}
				path={expertPath(expert.id)}
				image={`/ogp/expert/${expert.id}.png`}
				type="profile"
				jsonLd={[expertJsonLd(publicUrl, expert), breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${styles.page}`}>
				<ExpertHead expert={expert} professions={professions} isSelf={isSelf} marks={marks} />
				<div className={styles.columns}>
					<div className={styles.side}>
						<Credentials expert={expert} />
					</div>
					<div className={styles.main}>
						{expert.biography.length > 0 && (
							<section className={styles.section} aria-labelledby="biography">
								<h2 id="biography">経歴と仕事への考え</h2>
								<div className="prose">
									{expert.biography.map((paragraph) => (
										<p key={paragraph}>{paragraph}</p>
									))}
								</div>
							</section>
						)}
						<Tasks expert={expert} />
						{answers.length > 0 && (
							<section className={styles.section} aria-labelledby="answers">
								<h2 id="answers">質問への回答</h2>
								<ExpertAnswers answers={answers} />
							</section>
						)}
						<ArticleLinks articles={articles} id="articles" title="執筆・監修した記事" className={styles.section} />
						{expert.offices.length > 0 && <Offices expert={expert} />}
						{!isSelf && <ReportLink kind="expert" id={expert.id} label="掲載内容" />}
					</div>
				</div>
			</article>
		</>
	)
}

function Tasks({ expert }: { expert: Expert }) {
	if (expert.tasks.length === 0) return null
	const home = expert.offices[0]
	const area = home ? getPrefecture(home.prefectureId) : japan
	return (
		<section className={styles.section} aria-labelledby="tasks">
			<h2 id="tasks">相談できる業務</h2>
			{[...Map.groupBy(expert.tasks, (task) => task.taskCategoryName)].map(([category, tasks]) => (
				<div key={category} className={styles.group}>
					<h3>{category}</h3>
					<ul>
						{tasks.map((task) => (
							<li key={task.id}>
								<Link to={listPath({ scopeId: task.id, area })}>{task.name}</Link>
							</li>
						))}
					</ul>
				</div>
			))}
			<p className={styles.quiet}>
				{home ? `業務名を押すと、${home.prefectureName}の事務所を比べられます。` : '業務名を押すと、全国の事務所を比べられます。'}
			</p>
		</section>
	)
}

function ExpertHead({
	expert,
	professions,
	isSelf,
	marks,
}: Pick<Route.ComponentProps['loaderData'], 'expert' | 'isSelf' | 'marks'> & { professions: string }) {
	const office = expert.offices[0]
	return (
		<div className={styles.head}>
			<img className={styles.portrait} src={portraitPath(expert)} width="200" height="200" alt="" fetchPriority="high" />
			<div className={styles.text}>
				<p>
					<Plaque>{professions}</Plaque>
				</p>
				<h1>{expert.name}</h1>
				<p className={styles.kana}>{expert.kana}</p>
				{expert.headline && <p className={styles.headline}>{expert.headline}</p>}
				<p className={styles.line}>
					{expert.practisingYears !== null && expert.practisingYears > 0 && <span>{`実務${expert.practisingYears}年`}</span>}
					{office && (
						<span>
							{office.prefectureName}
							{office.municipalityName}
						</span>
					)}
					{expert.languages.length > 0 && <span>{expert.languages.join('、')}</span>}
				</p>
				{!isSelf && office && office.accepting !== 'paused' && <Consult expert={expert} office={office} />}
			</div>
			<div className={styles.below}>
				<ExpertMarks expertId={expert.id} isSelf={isSelf} marks={marks} />
				{office?.isDemo && (
					<p className={styles.demo}>
						<Tag tone="warn">デモ</Tag>
						この専門家はデモ用の架空の人物です。
					</p>
				)}
			</div>
		</div>
	)
}

/** The main action at the head of the page; it stays visible on a phone. */
function Consult({ expert, office }: { expert: Expert; office: Expert['offices'][number] }) {
	return (
		<div className={styles.consult}>
			<p className={styles.consultFacts}>
				{office.firstConsultationFree && <Tag tone="good">初回相談無料</Tag>}
				{office.fee && <span>{`${office.fee.taskName} ${feeText(office.fee)}`}</span>}
				{office.nearestStation && <span>{accessText(office.nearestStation)}</span>}
			</p>
			<p className={styles.bar}>
				<Link className="button" to={askOfficePath(office.id, { expertId: expert.id })}>
					この専門家に相談する
				</Link>
			</p>
		</div>
	)
}

function Offices({ expert }: { expert: Expert }) {
	return (
		<section className={styles.section} aria-labelledby="offices">
			<h2 id="offices">所属する事務所</h2>
			<ul className={stack.list}>
				{expert.offices.map((one) => (
					<li key={one.id}>
						<OfficeCard office={{ ...one, reasons: [] }} heading="h3" />
					</li>
				))}
			</ul>
		</section>
	)
}
