import { randomBytes } from 'node:crypto'
import type { SentDiagnosis } from './contact-input.ts'
import type { DiagnosisContactInput } from './contact-schemas.ts'

/** As of the tests' day. */
export const sentDiagnosis: SentDiagnosis = {
	business: 'corporation',
	industry: 'construction',
	receivable: 'invoiced',
	debtor: 'large',
	face: 3_000_000,
	dueOn: '2026-08-31',
	wanted: 1_000_000,
	wantedOn: '2026-07-10',
	tax: 'none',
	quotedRate: null,
	on: '2026-06-15',
}

export const contactInput = (values: Partial<DiagnosisContactInput> = {}): DiagnosisContactInput => ({
	contactName: '相田 資子',
	email: 'asker@example.com',
	phone: '090-0000-1111',
	company: '三鷹建設',
	reach: 'phone',
	reachTime: '平日の午前',
	message: '納税の猶予も考えています。',
	consent: true,
	clientKey: randomBytes(12).toString('hex'),
	...values,
})

export const confirmToken = (mail: string | undefined): string => /contact\/confirm\/([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
export const requestKey = (mail: string | undefined): string => /contact\/request\/([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
