import { redirect } from 'react-router'
import { findCasePath } from '../../domain/cases/cases.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/case'

/** A case by its name, 「estimate-12」 or 「inquiry-34」: leads to the page on which its side works on it. */
export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => redirect(await findCasePath(ctx, params.id), 302))
