import { redirect } from 'react-router'
import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { findMoved } from '../../domain/taxonomy/redirects.ts'

/**
 * Redirects with 301 from a page of a retired task or tool. A task that was merged leads to the same page of the other task, in the
 * same area; anything else to the page that staff chose. Does nothing for what was not retired.
 */
export async function redirectMoved(ctx: Ctx, kind: 'task' | 'tool', id: number, request: Request): Promise<void> {
	const moved = await findMoved(ctx, kind, id)
	if (!moved) return
	if (moved.kind !== 'task') throw redirect(moved.path, 301)
	const { pathname } = new URL(request.url)
	const path = kind === 'task' ? pathname.replace(`/${id}`, `/${moved.id}`) : listPath({ scopeId: moved.id, area: japan })
	throw redirect(path, 301)
}
