import { findTool } from '../../domain/taxonomy/tools.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { japan } from '../../domain/geography/areas.ts'
import { taskIndexPath, taskToolsPath, toolPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { redirectMoved } from '../seo/moved.server.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import type { Route } from './+types/tool.page'
import { toolCardPath } from './card-paths.ts'
import { ToolArticle } from './tool-article.tsx'
import { toolKindLabels } from './tool-kind.ts'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const tool = await findTool(ctx, id)
	if (!tool) await redirectMoved(ctx, 'tool', id, request)
	if (!tool) throw notFound('tool')
	return cacheable({ tool }, ['taxonomy'])
})

export const headers = cacheHeaders

export default function ToolPage({ loaderData: { tool } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const task = tool.tasks[0]
	const crumbs: Crumb[] = [
		{ label: '業務一覧', path: taskIndexPath() },
		...(task
			? [
					{ label: task.name, path: listPath({ scopeId: task.id, area: japan }) },
					{ label: '役に立つ道具', path: taskToolsPath(task.id) },
				]
			: []),
		{ label: tool.name, path: toolPath(tool.id) },
	]
	return (
		<>
			<Head
				title={`${tool.name}（${toolKindLabels[tool.kind]}）`}
				description={`${tool.summary}料金：${tool.priceNote}。`}
				path={toolPath(tool.id)}
				image={toolCardPath(tool.id)}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<ToolArticle tool={tool} />
		</>
	)
}
