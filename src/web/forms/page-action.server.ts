import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { requireStaffFor, type StaffCtxFor, type StaffWork } from '../../domain/accounts/staff.ts'
import type { StaffRole } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { shownInForm, toRouteError } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, ctxContext, refusedForm } from '../context.ts'
import { isStale, isStepUpForm, renewLogin, stepUpError } from '../session/step-up.server.ts'
import type { FormState } from './form-state.ts'
import { SIGNED_OUT, UNKNOWN_FORM } from './form-texts.ts'
import { fieldsOf, intentOf, typedValues } from './read-form.ts'

export type ActionArgs = {
	request: Request
	params: Readonly<Record<string, string | undefined>>
	context: Readonly<RouterContextProvider>
}

/** One form of a page. */
export type PageForm<C, S extends z.ZodType, R> = {
	/** Parses the fields before `run`; an error comes back beside its field. */
	input: S | ((ctx: C, args: ActionArgs) => S)
	/** Reads what the schema parses, where that is not every field by its name. */
	read?: (form: FormData, ctx: C, args: ActionArgs) => unknown
	/** A method, so that a page can name the params of its own route: `{ params }: Route.ActionArgs`. */
	run(this: void, ctx: C, input: z.output<S>, args: ActionArgs, form: FormData): Promise<R>
}

/** The forms of a page by their intent, the name that a form or its button sends; '' for a page with one form. */
export type PageForms<C, S extends Record<string, z.ZodType>, R extends Record<string, unknown>> = {
	[Intent in keyof S & keyof R]: PageForm<C, S[Intent], R[Intent]>
}

/** Runs the form that was sent. Throws the form state of an unknown intent as a response with status 400. */
export async function runForm<C, S extends Record<string, z.ZodType>, R extends Record<string, unknown>>(
	forms: PageForms<C, S, R>,
	ctx: C,
	args: ActionArgs,
	form: FormData,
): Promise<R[keyof R]> {
	const { intent } = intentOf(form)
	if (!Object.hasOwn(forms, intent)) throw new UnknownForm(intent)
	const { input, read = fieldsOf, run } = forms[intent as keyof S & keyof R]
	return run(ctx, parseInput(typeof input === 'function' ? input(ctx, args) : input, await read(form, ctx, args)), args, form)
}

/** Forged, or sent by a page of another version of the site. */
export class UnknownForm extends Error {}

/** Turns an error with sentences into the state of the form, with everything that was typed; other errors are thrown. */
function toFormState(error: unknown, form: FormData, context: ActionArgs['context']) {
	if (error instanceof UnknownForm)
		return data<FormState>({ intent: '', targetId: '', fields: { form: UNKNOWN_FORM }, values: typedValues(form) }, { status: 400 })
	const shown = shownInForm(error)
	const fields = shown === null ? {} : shown.kind === 'unauthenticated' ? { form: SIGNED_OUT } : shown.fields
	if (shown === null || Object.keys(fields).length === 0) throw toRouteError(error)
	const ways = shown.ways.length > 0 ? { ways: shown.ways } : {}
	return refusedForm<FormState>(context, shown, { ...intentOf(form), fields, ...ways, values: typedValues(form) })
}

/**
 * Makes an action of a page's forms, which work without JavaScript. A domain error with sentences comes back as the
 * form's state with everything that was typed; other errors go to the error page.
 *
 * @example pageAction({ remove: { input: targetFields, run: async (ctx, { targetId }) => removeRow(ctx, targetId) } })
 */
export function pageAction<S extends Record<string, z.ZodType>, R extends Record<string, unknown>>(forms: PageForms<AccountsCtx, S, R>) {
	return async (args: ActionArgs) => {
		const form = formOf(args.context.get(bodyContext))
		try {
			return await runForm(forms, args.context.get(ctxContext), args, form)
		} catch (error) {
			return toFormState(error, form, args.context)
		}
	}
}

/** Makes an action of a page with one form, which sends no intent. */
export const formAction = <S extends z.ZodType, R>(form: PageForm<AccountsCtx, S, R>) => pageAction({ '': form })

/**
 * Makes the action of a staff page's forms, which work without a script (`pageAction`). Where the login is too old or has
 * ended, the error page of /admin asks who it is (`StepUpForm`) and sends the same form again. Only here does a form get
 * the ctx that functions for staff take.
 */
export function staffAction<Work extends StaffWork, S extends Record<string, z.ZodType>, R extends Record<string, unknown>>(
	roles: readonly StaffRole[],
	work: Work,
	forms: PageForms<AccountsCtx & StaffCtxFor<Work>, S, R>,
) {
	return async (args: ActionArgs) => {
		const form = formOf(args.context.get(bodyContext))
		const isAsked = isStepUpForm(form)
		try {
			const ctx = isAsked ? await renewLogin(args.context, form) : args.context.get(ctxContext)
			return await runForm(forms, requireStaffFor(ctx, roles, work), args, form)
		} catch (error) {
			// A renewal that succeeded has removed its fields from the form.
			const hasFailed = isAsked && isStepUpForm(form)
			const hasEnded = isDomainError(error) && error.kind === 'unauthenticated'
			return toFormState(
				hasFailed || hasEnded || isStale(error) ? await stepUpError(args.context, args.request, form, error) : error,
				form,
				args.context,
			)
		}
	}
}
