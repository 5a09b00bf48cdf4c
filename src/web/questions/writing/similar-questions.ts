import { listSimilarQuestions } from '../../../domain/questions/search/similar.ts'
import { withCtx } from '../../context.ts'
import type { Route } from './+types/similar-questions'

/** Questions like the title that somebody is typing, for the form's script. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => ({
	similar: await listSimilarQuestions(ctx, new URL(request.url).searchParams.get('title') ?? ''),
}))
