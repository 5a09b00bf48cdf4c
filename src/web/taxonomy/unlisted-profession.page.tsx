import type { Route } from './+types/unlisted-profession.page'
import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { professionsPath, unlistedProfessionPath } from '../../domain/shared/links.ts'
import { findUnlistedProfession } from '../../domain/taxonomy/unlisted-professions.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './professions.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

/** A profession without registration here: what it does, what a law reserves to it, and its official register. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const profession = await findUnlistedProfession(ctx, params.slug)
	if (!profession) throw notFound('profession')
	return cacheable({ profession }, ['taxonomy'])
})

/** Whether the link leads to the first page of a site, not to a register itself. */
const isHomePage = (url: string): boolean => new URL(url).pathname === '/'

export default function UnlistedProfessionPage({ loaderData: { profession } }: Route.ComponentProps) {
	const { publicUrl, name: siteName } = useSite()
	const { name, kana, summary, does, law, articles, reserved, register, registerNote, url, here, tasks, checkedOn } = profession
	const path = unlistedProfessionPath(profession.slug)
	const crumbs = [
		{ label: '資格の違い', path: professionsPath() },
		{ label: name, path },
	]
	return (
		<>
			<Head
				title={`${name}とは・公式の名簿`}
				description={`${summary}${name}の名簿は${register}にあります。`}
				path={path}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${stack.column} ${styles.page}`}>
				<header className={stack.close}>
					<h1>{name}</h1>
					<p className={styles.quiet}>{`読み：${kana}`}</p>
					<p className={stack.lead}>{`${siteName}に、${name}は登録していません。探すときは、公式の名簿をお使いください。`}</p>
				</header>
				<p>
					<a className="button" href={url} rel="noopener" target="_blank">
						{`${register}のサイトを開く`}
					</a>
				</p>
				<section className={styles.profession} aria-labelledby="does">
					<h2 id="does">頼めること</h2>
					<p>{summary}</p>
					<ul>
						{does.map((one) => (
							<li key={one}>{one}</li>
						))}
					</ul>
				</section>
				<section className={styles.profession} aria-labelledby="reserved">
					<h2 id="reserved">法律で限られた仕事</h2>
					<p>{reserved}</p>
					<p className={styles.quiet}>{`根拠：${law} ${articles}。${dateText(checkedOn)}時点`}</p>
				</section>
				<section className={styles.profession} aria-labelledby="register">
					<h2 id="register">公式の名簿</h2>
					<p>{registerNote}</p>
					{isHomePage(url) && (
						<p className={styles.quiet}>
							リンク先は、団体や役所のサイトの最初のページです。名簿を検索するページは移ることがあるため、そのサイトの案内から進んでください。
						</p>
					)}
				</section>
				<DoneHere here={here} tasks={tasks} />
			</article>
		</>
	)
}

function DoneHere({ here, tasks }: Pick<Route.ComponentProps['loaderData']['profession'], 'here' | 'tasks'>) {
	return (
		<section className={styles.profession} aria-labelledby="here">
			<h2 id="here">このサイトで頼めること</h2>
			<p>{here}</p>
			<ul className={stack.chips}>
				{tasks.map((task) => (
					<li key={task.id}>
						<Link to={listPath({ scopeId: task.id, area: japan })}>{`${task.name}を頼める事務所`}</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
