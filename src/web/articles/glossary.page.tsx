import type { Route } from './+types/glossary.page'
import { glossaryPath, termPath } from '../../domain/shared/links.ts'
import { kanaRow, listTerms } from '../../domain/taxonomy/glossary.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './glossary.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const terms = await listTerms(ctx)
	return cacheable({ rows: [...Map.groupBy(terms, ({ kana }) => kanaRow(kana))], count: terms.length }, ['taxonomy'])
})

const crumbs = [{ label: '用語集', path: glossaryPath() }]

export default function GlossaryPage({ loaderData: { rows, count } }: Route.ComponentProps) {
	const { publicUrl, name } = useSite()
	const set = {
		'@type': 'DefinedTermSet',
		name: `${name}の用語集`,
		url: `${publicUrl}${glossaryPath()}`,
		hasDefinedTerm: rows.flatMap(([, terms]) =>
			terms.map(({ slug, term }) => ({ '@type': 'DefinedTerm', name: term, url: `${publicUrl}${termPath(slug)}` })),
		),
	}
	return (
		<>
			<Head
				title="事業の手続きの用語集"
				description={`税務、労務、登記、許認可、補助金など、事業の手続きで出てくる${count}の言葉を、読み方を添えてやさしく説明します。`}
				path={glossaryPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs), set]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<h1>事業の手続きの用語集</h1>
				<p className={stack.lead}>
					{`税務、労務、登記、許認可、補助金などで出てくる${count}の言葉を、五十音順に並べています。言葉を押すと、くわしい説明と、頼める業務が見られます。`}
				</p>
				<nav aria-label="五十音">
					<ul className={`${stack.chips} ${styles.index}`}>
						{rows.map(([row, terms]) => (
							<li key={row}>
								<a href={`#row-${row}`}>
									{`${row}行`}
									<small>{`（${terms.length}）`}</small>
								</a>
							</li>
						))}
					</ul>
				</nav>
				{rows.map(([row, terms]) => (
					<section key={row} aria-labelledby={`row-${row}`}>
						<h2 id={`row-${row}`}>{`${row}行`}</h2>
						<dl className={styles.terms}>
							{terms.map(({ slug, term, kana, definition }) => (
								<div key={slug}>
									<dt>
										<Link to={termPath(slug)}>{term}</Link>
										<small>{kana}</small>
									</dt>
									<dd>{definition}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</>
	)
}
