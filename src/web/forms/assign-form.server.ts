import { redirect } from 'react-router'
import { z } from 'zod'
import { type AssignedCase, assignCase } from '../../domain/cases/assignment.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { samePage } from './after-act.server.ts'
import { idField } from './form-fields.server.ts'
import type { ActionArgs } from './page-action.server.ts'

/** The form that gives a case to a member of its office; '' gives it to nobody. */
export const assignForm = (kind: AssignedCase['kind'], pathOf: (id: number) => string) => ({
	input: z.object({ expertId: idField }),
	async run(ctx: Ctx, { expertId }: { expertId: number }, { params, request }: ActionArgs) {
		const id = parseId(params['id'])
		await assignCase(ctx, { kind, id }, expertId === 0 ? null : expertId)
		return redirect(samePage(request, pathOf(id)), 303)
	},
})
