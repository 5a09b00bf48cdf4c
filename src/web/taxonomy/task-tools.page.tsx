import type { Route } from './+types/task-tools.page'
import { findTask } from '../../domain/taxonomy/tasks.ts'
import type { ToolKind } from '../../domain/taxonomy/types.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, categoryPath, taskFeesPath, taskToolsPath, toolPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { redirectMoved } from '../seo/moved.server.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Tag } from '../ui/tag.tsx'
import { countText } from '../format/fee-text.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { categoryPicturePath, taskCardPath, templatePicturePath } from './card-paths.ts'
import { listTag } from '../../domain/listings/listing-tags.ts'
import styles from './task-tools.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => {
	const id = /^[1-9]\d{2,3}$/.test(params.task_id) ? Number(params.task_id) : 0
	const task = await findTask(ctx, id)
	if (!task) await redirectMoved(ctx, 'task', id, request)
	if (!task) throw notFound('task')
	const { name, taskCategoryId, taskCategoryName, officeCount, tools } = task
	return cacheable({ id, name, taskCategoryId, taskCategoryName, officeCount, tools }, ['taxonomy', listTag(id, 0)])
})

const kinds: Record<ToolKind, string> = { public: '公的サービス', saas: 'クラウドサービス', calculator: '計算', template: 'ひな形' }

export default function TaskToolsPage({
	loaderData: { id, name, taskCategoryId, taskCategoryName, officeCount, tools },
}: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const officesLabel = officeCount > 0 ? `${name}の事務所${countText(officeCount)}を見る` : `${name}の内容と料金の目安を見る`
	const crumbs = [
		{ label: '業務カテゴリー', path: categoryIndexPath() },
		{ label: taskCategoryName, path: categoryPath(taskCategoryId) },
		{ label: name, path: listPath({ scopeId: id, area: japan }) },
		{ label: '役に立つ道具', path: taskToolsPath(id) },
	]
	return (
		<>
			<Head
				title={`${name}に役立つ道具`}
				description={`${name}を自分で進めるとき、専門家に頼む前に使える公的サービス、計算、ひな形など${tools.length}件を紹介します。`}
				path={taskToolsPath(id)}
				image={taskCardPath(id)}
				noindex={tools.length === 0}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<h1>{`${name}に役立つ道具`}</h1>
				{tools.length > 0 ? (
					<PictureBand
						picture={categoryPicturePath(taskCategoryId)}
						acts={
							<>
								<Link className="button" to={listPath({ scopeId: id, area: japan })}>
									{officesLabel}
								</Link>
								<Link to={taskFeesPath(id)}>{`${name}の料金相場を見る`}</Link>
							</>
						}
					>
						<p>自分で進めるときや、専門家に頼む前の準備に使えるものです。</p>
					</PictureBand>
				) : (
					<Empty scene="desk" title="この業務の道具は、まだ掲載していません。">
						<p>専門家が使う書類や手順は、下の一覧から事務所に直接尋ねられます。</p>
					</Empty>
				)}
				<Tools tools={tools} />
				{tools.length === 0 && (
					<p>
						<Link className="button" to={listPath({ scopeId: id, area: japan })}>
							{officesLabel}
						</Link>{' '}
						<Link className="tap" to={taskFeesPath(id)}>
							{`${name}の料金相場を見る`}
						</Link>
					</p>
				)}
			</div>
		</>
	)
}

function Tools({ tools }: Pick<Route.ComponentProps['loaderData'], 'tools'>) {
	return (
		<ul className={styles.tools}>
			{tools.map((tool) => (
				<li key={tool.id}>
					{tool.fileName && (
						<img src={templatePicturePath(tool.fileName)} width="360" height="240" alt="" loading="lazy" decoding="async" />
					)}
					<p className={styles.tags}>
						<Tag>{kinds[tool.kind]}</Tag>
						{tool.advertised && <Tag tone="warn">広告</Tag>}
					</p>
					<h2>
						<Link className="cover" to={toolPath(tool.id)}>
							{tool.name}
						</Link>
					</h2>
					<p>{tool.summary}</p>
					<p className={styles.facts}>
						<span>{tool.priceNote}</span>
						<span>{`${dateText(tool.checkedOn)}に確認`}</span>
					</p>
				</li>
			))}
		</ul>
	)
}

function dateText(isoDate: string): string {
	const [year, month, day] = isoDate.split('-').map(Number)
	return `${year}年${month}月${day}日`
}
