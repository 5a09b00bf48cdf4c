import { answerText, supportCategories, supportCategoryNames } from '../../domain/support/support-input.ts'
import { contactPath } from '../../domain/shared/links.ts'
import { cacheHeaders } from '../context.ts'
import formStyles from '../forms/form.module.css'
import { Head } from '../layout/head.tsx'
import { loadOperatorIfAny } from '../layout/operator.server.ts'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/contact.page'
import { PhoneNote } from './phone-note.tsx'
import stack from '../ui/stack.module.css'
import styles from './contact.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = loadOperatorIfAny

const crumbs = [{ label: 'お問い合わせ', path: contactPath() }]

/** What one can write about to the operator, and the shorter ways. */
export default function ContactPage({ loaderData: { operator } }: Route.ComponentProps) {
	const { publicUrl, name, links } = useSite()
	return (
		<>
			<Head
				title="お問い合わせ"
				description={`${name}の運営者へのお問い合わせの窓口です。使い方、掲載内容の誤り、権利の侵害の申出、個人情報についての請求を受け付けます。`}
				path={contactPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={formStyles.page}>
				<h1>お問い合わせ</h1>
				<p>{`${name}の運営者への窓口です。ログインしていなくても送れます。当てはまるものを選んでください。`}</p>
				<ul className={`${stack.rows} ${styles.categories}`}>
					{supportCategoryNames.map((category) => (
						<li key={category}>
							<Link to={contactPath(category)}>{supportCategories[category].label}</Link>
							<p>{supportCategories[category].about}</p>
							<small>{`${answerText(category)}にお返事`}</small>
						</li>
					))}
				</ul>
				<section aria-labelledby="elsewhere">
					<h2 id="elsewhere">専門家への相談は、こちらから</h2>
					<p>運営者は、税務や法律などの相談にお答えできません。</p>
					<ul className={styles.elsewhere}>
						<li>
							<Link to="/qa/write">専門家に質問する</Link>
						</li>
						<li>
							<Link to="/bulk_estimate">まとめて見積もりを頼む</Link>
						</li>
						<li>
							<Link to="/search">専門家・事務所を探す</Link>
						</li>
						{links.faq !== null && (
							<li>
								<a href={links.faq} rel="noopener">
									よくある質問
								</a>
							</li>
						)}
					</ul>
				</section>
				{operator && <PhoneNote operator={operator} />}
			</div>
		</>
	)
}
