import { redirect } from 'react-router'
import type { SentDiagnosis } from '../../domain/funding-diagnosis/contact-input.ts'
import { diagnosisContactSchema, type DiagnosisContactInput } from '../../domain/funding-diagnosis/contact-schemas.ts'
import { diagnosisDay, diagnosisSearch, parseDiagnosis } from '../../domain/funding-diagnosis/diagnosis-input.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
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

/** Reads the form; a member's has no field for the address, the account's stands for it. */
export const contactFrom = (form: FormData, accountEmail: string | null): DiagnosisContactInput =>
	parseInput(diagnosisContactSchema, {
		contactName: textOf(form, 'contactName'),
		email: accountEmail ?? textOf(form, 'email'),
		phone: textOf(form, 'phone'),
		company: textOf(form, 'company'),
		reach: textOf(form, 'reach'),
		reachTime: textOf(form, 'reachTime'),
		message: textOf(form, 'message'),
		consent: form.getAll('agree').includes('handling'),
		clientKey: textOf(form, 'clientKey'),
	})
