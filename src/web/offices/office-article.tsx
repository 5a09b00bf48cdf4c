import type { ReactNode } from 'react'
import { claimPath, officePath, prefectureOfficesPath } from '../../domain/shared/links.ts'
import { ArticleLinks } from '../articles/article-links.tsx'
import { ExpertAnswers } from '../questions/expert-answers.tsx'
import { Fold, FoldRest } from '../ui/fold.tsx'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { OfficePageData } from './office-view.ts'
import { OfficeAccess } from './office-access.tsx'
import { OfficeCases } from './office-cases.tsx'
import { OfficeExperts } from './office-experts.tsx'
import { OfficeFacts } from './office-facts.tsx'
import { OfficeFees } from './office-fees.tsx'
import { OfficeHeader } from './office-header.tsx'
import { OfficeHours } from './office-hours.tsx'
import { OfficePhotos } from './office-photos.tsx'
import { OfficeReviews } from './office-reviews.tsx'
import { OfficeSimilar } from './office-similar.tsx'
import { OfficeBar, OfficeSummary } from './office-summary.tsx'
import styles from './office.module.css'

/** The breadcrumbs of an office's page. */
export const officeCrumbs = ({ office }: Pick<OfficePageData, 'office'>): Crumb[] => [
	{ label: `${office.prefecture.name}の事務所`, path: prefectureOfficesPath(office.prefecture.slug) },
	...(office.neighbourhood ? [office.neighbourhood] : []),
	{ label: office.name, path: officePath(office.id) },
]

/** All that is shown of an office: on its page, and in the preview of what its members have typed. */
export function OfficeArticle({
	data,
	marks,
	report,
	isOwn = false,
	ownReviewIds = [],
}: {
	data: OfficePageData
	marks?: ReactNode
	report?: ReactNode
	/** Shown to one of its members. */
	isOwn?: boolean
	/** The viewer wrote these reviews. */
	ownReviewIds?: readonly number[]
}) {
	const { office, reviews, map, similar, answers, articles, photos, open, asOf } = data
	const sections = [
		{ id: 'about', title: '事務所の特徴', short: '特徴', shown: office.description.length > 0 },
		{ id: 'photos', title: '写真', short: '写真', shown: photos.length > 0 },
		{ id: 'fees', title: '業務と料金', short: '料金', shown: office.tasks.length > 0 },
		{ id: 'experts', title: '在籍する専門家', short: '専門家', shown: office.experts.length > 0 },
		{ id: 'hours', title: '営業時間', short: '営業時間', shown: office.hours.length > 0 },
		{ id: 'access', title: 'アクセス', short: 'アクセス', shown: true },
		{ id: 'cases', title: '対応した事例', short: '事例', shown: office.cases.length > 0 },
		{ id: 'reviews', title: '口コミ', short: '口コミ', shown: true },
		{ id: 'facts', title: '基本情報', short: '基本情報', shown: true },
	].filter(({ shown }) => shown)
	const content: Record<string, React.ReactNode> = {
		about: <Paragraphs texts={office.description} />,
		photos: <OfficePhotos photos={photos} />,
		fees: <OfficeFees tasks={office.tasks} prefecture={office.prefecture} />,
		experts: <OfficeExperts experts={office.experts} />,
		hours: <OfficeHours hours={office.hours} open={open} specialDays={data.specialDays} asOf={asOf} />,
		access: <OfficeAccess office={office} map={map} />,
		cases: <OfficeCases cases={office.cases} />,
		reviews: <OfficeReviews officeId={office.id} rating={office.rating} reviews={reviews} ownIds={ownReviewIds} />,
		facts: (
			<Fold label="基本情報を見る">
				<OfficeFacts office={office} />
			</Fold>
		),
	}
	return (
		<>
			<Breadcrumbs crumbs={officeCrumbs(data)} />
			<article className={`content ${styles.page}`}>
				<OfficeHeader office={office} marks={marks} />
				<div className={styles.columns}>
					<aside className={styles.side} aria-label="相談の案内">
						<OfficeSummary office={office} open={open} asOf={asOf} isOwn={isOwn} />
					</aside>
					<div className={styles.main}>
						<SectionNav sections={sections} />
						{sections.map(({ id, title }) => (
							<section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
								<h2 id={`${id}-title`}>{title}</h2>
								{content[id]}
							</section>
						))}
					</div>
				</div>
				{answers.length > 0 && (
					<section className={`${styles.section} no-print`} aria-labelledby="answers-title">
						<h2 id="answers-title">在籍する専門家の回答</h2>
						<FoldRest items={answers} first={1} label={(count) => `ほか${count}件の回答`}>
							{(shown) => <ExpertAnswers answers={shown} areNamed />}
						</FoldRest>
					</section>
				)}
				<ArticleLinks articles={articles} id="articles-title" title="在籍する専門家の記事" className={`${styles.section} no-print`} />
				{similar.length > 0 && (
					<section className={`${styles.section} no-print`} aria-labelledby="similar-title">
						<h2 id="similar-title">近くで同じ業務を扱う事務所</h2>
						<OfficeSimilar similar={similar} />
					</section>
				)}
				{report && <p className="no-print">{report}</p>}
				{report && !office.hasOwner && (
					<p className="no-print">
						<Link className="tap" to={claimPath()}>
							この事務所の方ですか
						</Link>
					</p>
				)}
				{marks && !isOwn && <OfficeBar office={office} />}
			</article>
		</>
	)
}

/** The first paragraph, and the rest where there is room. */
function Paragraphs({ texts }: { texts: string[] }) {
	return (
		<FoldRest items={texts} first={1} label={() => '続きを読む'}>
			{(shown) => (
				<div className="prose">
					{shown.map((text) => (
						<p key={text}>{text}</p>
					))}
				</div>
			)}
		</FoldRest>
	)
}

function SectionNav({ sections }: { sections: readonly { id: string; short: string }[] }) {
	return (
		<nav className={styles.sections} aria-label="このページの内容">
			<ul>
				{sections.map(({ id, short }) => (
					<li key={id}>
						<a href={`#${id}`}>{short}</a>
					</li>
				))}
			</ul>
		</nav>
	)
}
