import type { Route } from './+types/compare.page'
import { COMPARED_OFFICES, listOfficesForComparison } from '../../domain/offices/offices.ts'
import { askOfficePath, categoryIndexPath, comparisonPath, estimateFormPath, expertPath, officePath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Stars } from '../ui/stars.tsx'
import { type Comparison, compareOffices } from './comparison.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { officeTag } from '../../domain/listings/listing-tags.ts'
import styles from './compare.module.css'

// A phone gives the parts of the table other kinds of boxes, and some browsers then forget their roles.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const asked = new URL(request.url).searchParams.getAll('office').filter((text) => /^[1-9]\d{0,9}$/.test(text))
	const ids = [...new Set(asked.map(Number))]
	const offices = await listOfficesForComparison(ctx, ids.slice(0, COMPARED_OFFICES))
	return cacheable(
		{
			comparison: compareOffices(offices),
			tooMany: ids.length > COMPARED_OFFICES,
			missing: Math.min(ids.length, COMPARED_OFFICES) - offices.length,
		},
		['taxonomy', ...offices.map(({ id }) => officeTag(id))],
	)
})

export default function ComparePage({ loaderData: { comparison, tooMany, missing } }: Route.ComponentProps) {
	const { offices } = comparison
	const ids = offices.map(({ id }) => id)
	return (
		<>
			<Head title="事務所の比較" description="選んだ事務所の料金、初回相談、アクセス、体制を並べて比較します。" path="/compare" noindex />
			<Breadcrumbs crumbs={[{ label: '事務所の比較', path: comparisonPath(ids) }]} />
			<div className={`content ${styles.page}`}>
				<h1>事務所の比較</h1>
				{tooMany && <p>一度に比べられるのは4件までです。選んだ順の先頭4件を表示しています。</p>}
				{missing > 0 && <p>{`公開を終えた事務所${missing}件を除いて表示しています。`}</p>}
				{offices.length === 0 && (
					<Empty scene="signpost" title="比較する事務所が選ばれていません。">
						<p>
							<Link to={categoryIndexPath()}>業務から事務所を探し</Link>
							、一覧の「比較」にチェックを入れてください。
						</p>
					</Empty>
				)}
				{offices.length === 1 && (
					<p>
						もう1件選ぶと、並べて比較できます。<Link to={categoryIndexPath()}>業務から事務所を探し</Link>
						、一覧の「比較」にチェックを入れてください。
					</p>
				)}
				{offices.length > 0 && (
					// A region that scrolls sideways must be reachable by the keyboard.
					// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
					<section className={styles.scroll} aria-label="比較表" tabIndex={0}>
						<table role="table" className={styles.table} data-columns={offices.length}>
							<thead role="rowgroup">
								<tr role="row">
									<td role="cell">
										<span className="visually-hidden">項目</span>
									</td>
									{offices.map((office) => (
										<th key={office.id} scope="col" role="columnheader">
											<Link className={styles.name} to={officePath(office.id)}>
												<Name text={office.name} />
											</Link>
											{office.takesInquiries && (
												<Link className={`button no-print ${styles.ask}`} data-kind="quiet" to={askOfficePath(office.id)} rel="nofollow">
													問い合わせる<span className="visually-hidden">{`：${office.name}`}</span>
												</Link>
											)}
										</th>
									))}
								</tr>
							</thead>
							<Who offices={offices} />
							<Sections comparison={comparison} />
						</table>
					</section>
				)}
				{offices.length > 0 && (
					<p>
						<Link className="button" to={estimateFormPath({ officeIds: ids })} rel="nofollow">
							見積もりをまとめて頼む
						</Link>
					</p>
				)}
				{offices.length > 0 && (
					<p className={styles.note}>
						「—」は、対応していないか、事務所が掲載していない項目です。ちがいのある行を先に並べています。「いちばん低い」は、料金の下限を比べたものです。料金は目安で、正式な金額は見積もりでご確認ください。
					</p>
				)}
			</div>
		</>
	)
}

/** Whom one would talk to at each office, what clients say, and the way to take the office out. */
function Who({ offices }: Pick<Comparison, 'offices'>) {
	const ids = offices.map(({ id }) => id)
	return (
		<tbody role="rowgroup">
			<tr role="row" className={styles.who}>
				<td role="cell">
					<span className="visually-hidden">専門家と口コミ</span>
				</td>
				{offices.map((office) => (
					<td role="cell" key={office.id}>
						<Person office={office} />
						<span className={styles.rating}>
							<Stars {...office.rating} />
						</span>
						{offices.length > 1 && (
							<Link className={`no-print ${styles.remove}`} to={comparisonPath(ids.filter((id) => id !== office.id))} rel="nofollow">
								外す<span className="visually-hidden">{`：${office.name}`}</span>
							</Link>
						)}
					</td>
				))}
			</tr>
		</tbody>
	)
}

function Person({ office: { person, picture } }: { office: Comparison['offices'][number] }) {
	if (person === null) return <img className={styles.face} src={picture} width="88" height="88" alt="" />
	return (
		<>
			<Link className={styles.person} to={expertPath(person.id)}>
				<img className={styles.face} src={person.portrait} width="88" height="88" alt="" />
				<span>
					<Name text={person.name} />
				</span>
			</Link>
			<span className={styles.professions}>{person.professions}</span>
		</>
	)
}

function Sections({ comparison: { offices, sections } }: { comparison: Comparison }) {
	return sections.map((section) => (
		<tbody role="rowgroup" key={section.title}>
			<tr role="row" className={styles.section}>
				<th role="rowheader" colSpan={offices.length + 1} scope="rowgroup">
					<span>{section.title}</span>
				</th>
			</tr>
			{section.rows.map((row) => (
				<tr role="row" key={row.label} className={row.isFee ? styles.fee : undefined}>
					<th role="rowheader" scope="row">
						{row.label}
					</th>
					{row.cells.map((cell, index) => (
						<td role="cell" key={offices[index]?.id} data-best={row.best[index] || undefined}>
							{cell.map((line) => (
								<span key={line} className={styles.line}>
									{line}
								</span>
							))}
							{row.best[index] && <small className={styles.best}>いちばん低い</small>}
						</td>
					))}
				</tr>
			))}
		</tbody>
	))
}
