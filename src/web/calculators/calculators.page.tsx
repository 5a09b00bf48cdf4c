import { calculators } from '../../domain/calculators/calculators.ts'
import { calculatorPath } from '../../domain/shared/links.ts'
import { cacheable, cacheHeaders } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/calculators.page'
import styles from './calculator.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = () =>
	cacheable({ calculators: calculators.map(({ slug, title, summary }) => ({ slug, title, summary })) }, ['taxonomy'])

const crumbs = [{ label: '計算ツール', path: calculatorPath() }]

export default function CalculatorsPage({ loaderData }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	return (
		<>
			<Head
				title="事業の計算ツール"
				description="法人成り、消費税、社会保険料、残業代、会社の設立費用、相続税、贈与税などを、根拠の法令と基準日を示して計算します。登録はいりません。"
				path={calculatorPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<h1>事業の計算ツール</h1>
				<p className={stack.lead}>
					数字を入れると、その場で概算します。登録はいりません。入力した数字は保存しません。使った率には、法令と確認した日を添えています。
				</p>
				<ul className={stack.tiles}>
					{loaderData.calculators.map(({ slug, title, summary }) => (
						<li key={slug} className={stack.card}>
							<h2>
								<Link className="cover" to={calculatorPath(slug)}>
									{title}
								</Link>
							</h2>
							<p>{summary}</p>
						</li>
					))}
				</ul>
			</div>
		</>
	)
}
