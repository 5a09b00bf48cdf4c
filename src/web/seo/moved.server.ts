import { redirect } from 'react-router'
import { japan } from '../../domain/geography/areas.ts'
import { findMergedInto } from '../../domain/questions/merging/merge.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { questionPath } from '../../domain/shared/links.ts'
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

/**
 * What is read of a question, or a redirect with 301 to the one that it was merged into. Visitors no longer find a merged question;
 * its asker and staff would still see it hidden.
 */
export async function orMerged<Question extends { hidden: object | null }>(
	ctx: Ctx,
	questionId: number,
	reading: Promise<Question>,
): Promise<Question> {
	const question = await reading.catch(async (error: unknown) => {
		await redirectMerged(ctx, questionId)
		throw error
	})
	if (question.hidden) await redirectMerged(ctx, questionId)
	return question
}

async function redirectMerged(ctx: Ctx, questionId: number): Promise<void> {
	const into = await findMergedInto(ctx, questionId)
	if (into !== null) throw redirect(questionPath(into), 301)
}
