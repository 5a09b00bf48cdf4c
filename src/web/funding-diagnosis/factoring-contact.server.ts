import { redirect } from 'react-router'
import { readAccount } from '../../domain/estimates/estimate-drafts.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { SentDiagnosis } from '../../domain/funding-diagnosis/contact-input.ts'
import { diagnosisDay, diagnosisSearch, parseDiagnosis } from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { textOf } from '../forms/read-form.ts'

/**
 * The diagnosis that an address carries. Without a finished one there is nothing to talk about: the way leads back to
 * the diagnosis, which says what is missing, or why wages are refused.
 */
export function diagnosisOf(request: Request, now: Date): { diagnosis: SentDiagnosis; query: string } {
	const { search, searchParams } = new URL(request.url)
	const on = diagnosisDay(searchParams, isoDay(now))
	const parsed = parseDiagnosis(searchParams, on)
	if (parsed.kind !== 'ready') throw redirect(`/lp/factoring${parsed.kind === 'blank' ? '' : search}`, 303)
	return { diagnosis: { ...parsed.input, on }, query: diagnosisSearch(parsed.input, on) }
}

/** The form as `diagnosisContactSchema` parses it; a member's has no field for the address, the account's is used. */
export const readContact = async (form: FormData, ctx: Ctx) => ({
	contactName: textOf(form, 'contactName'),
	email: (ctx.viewer.kind === 'member' ? await readAccount(ctx, ctx.viewer.userId) : null)?.email ?? textOf(form, 'email'),
	phone: textOf(form, 'phone'),
	company: textOf(form, 'company'),
	reach: textOf(form, 'reach'),
	reachTime: textOf(form, 'reachTime'),
	message: textOf(form, 'message'),
	consent: form.getAll('agree').includes('handling'),
	clientKey: textOf(form, 'clientKey'),
})
