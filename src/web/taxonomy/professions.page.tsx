import type { Route } from './+types/professions.page'
import { japan } from '../../domain/geography/areas.ts'
import { FEES_TAG, listFeesOfJapan } from '../../domain/listings/fee-statistics.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { feesPath, professionsPath, searchPath, taskFeesPath, unlistedProfessionPath } from '../../domain/shared/links.ts'
import { compareProfessions, type ReservedWork } from '../../domain/taxonomy/profession-comparison.ts'
import { listUnlistedProfessions } from '../../domain/taxonomy/unlisted-professions.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { feeAmount, feeUnit } from '../format/fee-text.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Table } from '../ui/document.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './professions.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

const TASKS_SHOWN = 6

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [compared, fees] = await Promise.all([compareProfessions(ctx), listFeesOfJapan(ctx)])
	const professions = compared.map(({ tasks, ...profession }) => ({
		...profession,
		tasks: tasks.slice(0, TASKS_SHOWN).map(({ id, name }) => {
			const fee = fees.get(id)
			return { id, name, fee: fee ? { unit: feeUnit(fee.basis), amount: feeAmount(fee.basis, fee.median), count: fee.officeCount } : null }
		}),
	}))
	const unlisted = (await listUnlistedProfessions()).map(({ slug, name, summary }) => ({ slug, name, summary }))
	return cacheable({ professions, unlisted }, ['taxonomy', FEES_TAG])
})

type Profession = Awaited<ReturnType<typeof loader>>['data']['professions'][number]

const crumbs = [{ label: '資格の違い', path: professionsPath() }]

export default function ProfessionsPage({ loaderData: { professions, unlisted } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	return (
		<>
			<Head
				title="士業・専門家の資格の違い"
				description="税理士、社会保険労務士、行政書士、司法書士、弁護士、弁理士などの違いを、法律で決まった独占業務、頼むとき、頼めないこと、料金の中央値で比べます。"
				path={professionsPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column} ${styles.page}`}>
				<header className={stack.close}>
					<h1>士業・専門家の資格の違い</h1>
					<p className={stack.lead}>
						資格によって、法律で任せられる仕事が違います。困りごとが二つの資格にまたがるときは、一人が窓口になり、ほかの資格者と組んで進めるのが普通です。
					</p>
				</header>
				<Table
					label="資格の一覧"
					head={['資格', 'できる独占業務を定めた法律', 'こんなときに']}
					rows={professions.map((one) => [
						<a key="name" href={professionsPath(one.slug)}>
							{one.name}
						</a>,
						one.reserved.length > 0 ? [...new Set(one.reserved.map(({ lawName }) => lawName))].join('、') : '独占業務はありません',
						one.askWhen[0],
					])}
				/>
				{professions.map((one) => (
					<ProfessionSection key={one.slug} profession={one} />
				))}
				<section aria-labelledby="unlisted" className={styles.profession}>
					<h2 id="unlisted">このサイトに登録していない資格</h2>
					<p>次の資格者は、このサイトでは探せません。それぞれの仕事と、公式の名簿の場所をまとめています。</p>
					<ul>
						{unlisted.map(({ slug, name, summary }) => (
							<li key={slug}>
								<Link to={unlistedProfessionPath(slug)}>{name}</Link>
								{`：${summary}`}
							</li>
						))}
					</ul>
				</section>
				<p className={styles.quiet}>
					独占業務の範囲は、このサイトが業務を分けた単位で、法律の厳しいほうの読み方に合わせて書いています。料金の中央値は
					<Link to={feesPath()}>料金相場</Link>
					と同じ集計です。
				</p>
			</div>
		</>
	)
}

function ProfessionSection({ profession }: { profession: Profession }) {
	const { slug, name, summary, askWhen, notFor, register, reserved, tasks } = profession
	return (
		<section aria-labelledby={slug} className={styles.profession}>
			<h2 id={slug}>{name}</h2>
			<p>{summary}</p>
			<div className={styles.columns}>
				<div>
					<h3>頼むとき</h3>
					<ul>
						{askWhen.map((one) => (
							<li key={one}>{one}</li>
						))}
					</ul>
				</div>
				<div>
					<h3>頼めないこと</h3>
					<p>{notFor}</p>
					<h3>名簿</h3>
					<p>{register}</p>
				</div>
			</div>
			<Reserved reserved={reserved} />
			{tasks.length > 0 && (
				<>
					<h3>頼める業務の例と料金の中央値</h3>
					<Table
						label={`${name}に頼める業務の例`}
						head={['業務', '料金の中央値（全国）', '地域ごと']}
						rows={tasks.map((task) => [
							<Link key="list" to={listPath({ scopeId: task.id, area: japan })}>
								{task.name}
							</Link>,
							task.fee ? `${task.fee.unit} ${task.fee.amount}（n=${task.fee.count}）` : '集計できる数に届きません',
							<Link key="fees" to={taskFeesPath(task.id)}>
								相場
							</Link>,
						])}
					/>
				</>
			)}
			<p>
				<Link className="tap" to={searchPath(name)}>{`${name}を探す`}</Link>
			</p>
		</section>
	)
}

function Reserved({ reserved }: { reserved: ReservedWork[] }) {
	if (reserved.length === 0) return null
	return (
		<>
			<h3>法律で限られた仕事のうち、できること</h3>
			<ul className={stack.close}>
				{reserved.map(({ lawName, articles, url, inForceOn, parts }) => (
					<li key={`${lawName}${articles}`}>
						<details>
							<summary>{`${lawName} ${articles}（${parts.length}件）`}</summary>
							<ul className={styles.parts}>
								{parts.map(({ name, task, needs }) => (
									<li key={`${task.id}${name}${needs}`}>
										{`${task.name}：${name}`}
										{needs && <small>{`（${needs}が必要）`}</small>}
									</li>
								))}
							</ul>
							<p className={styles.quiet}>
								{`${dateText(inForceOn)}から適用の条文。`}
								<a href={url} rel="noopener" target="_blank">
									e-Gov法令検索で読む
								</a>
							</p>
						</details>
					</li>
				))}
			</ul>
		</>
	)
}
