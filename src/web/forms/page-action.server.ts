import { data, type RouterContextProvider } from 'react-router'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type DomainErrorKind, isDomainError } from '../../domain/shared/errors.ts'
import { statusOf, toRouteError } from '../../http/problem.ts'
import { formOf } from '../../http/request-body.ts'
import { bodyContext, ctxContext } from '../context.ts'
import type { QaRefusal } from './form-state.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Init = { status?: number }

/**
 * Makes an action for forms that are sent without a script. What the domain refuses with a sentence comes back to the
 * form with everything that was typed; other errors go to the error page.
 */
export function qaAction<A extends Args, T>(work: (ctx: AccountsCtx, form: FormData, args: A) => Promise<T>) {
	return async (args: A) => {
		const form = formOf(args.context.get(bodyContext))
		try {
			return await work(args.context.get(ctxContext), form, args)
		} catch (error) {
			const refusal = refusalOf(error, form)
			if (!refusal) throw toRouteError(error)
			return data<QaRefusal>(refusal, { status: isDomainError(error) ? statusOf(error) : 422 } satisfies Init)
		}
	}
}

/** What a form says in words of its own: nothing that was typed is lost to it. */
const sentenceOf: Partial<Record<DomainErrorKind, string>> = {
	throttled: '短い時間に多くの投稿がありました。しばらくしてから、もう一度お試しください。',
	unauthenticated:
		'ログインの状態が切れています。入力した内容は、この画面に残っています。別のタブでログインしてから、もう一度送信してください。',
}

function refusalOf(error: unknown, form: FormData): QaRefusal | null {
	if (!isDomainError(error)) return null
	const fields = sentenceOf[error.kind] === undefined ? error.fields : { form: sentenceOf[error.kind] ?? '' }
	if (Object.keys(fields).length === 0) return null
	return { intent: textOf(form, 'intent'), target: textOf(form, 'targetId'), fields, values: typedValues(form) }
}

export function textOf(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}

/** What was typed, to be shown again or kept as a draft. */
export function typedValues(form: FormData): Record<string, string | string[]> {
	const values: Record<string, string | string[]> = {}
	for (const name of new Set(form.keys())) {
		if (name === 'csrfToken') continue
		const all = form.getAll(name).filter((value) => typeof value === 'string')
		values[name] = all.length === 1 ? (all[0] ?? '') : all
	}
	return values
}

/** The largest id that the database can have. */
const LAST_ID = 2_147_483_647

/** An id of the address or of a form; 0, which nothing has, for what is none. */
export const idOf = (text: string | undefined): number =>
	text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LAST_ID ? Number(text) : 0
