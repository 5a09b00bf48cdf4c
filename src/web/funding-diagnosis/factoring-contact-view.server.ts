import type { DiagnosisContact } from '../../domain/funding-diagnosis/contacts.ts'
import { contactStateLabels, reachLabel } from '../../domain/funding-diagnosis/contact-input.ts'
import { isoDay, momentText } from '../../domain/shared/japan-time.ts'
import { momentOf } from '../format/moment.ts'
import { conditionsOf, dayText } from './factoring-text.ts'

/** A request for contact as its pages show it, with the moments told by the server. */
export function viewContact(contact: DiagnosisContact, now: Date) {
	const { diagnosis } = contact
	return {
		id: contact.id,
		state: contact.state,
		stateLabel: contactStateLabels[contact.state],
		sent: momentOf(contact.consentedAt, now),
		sentDay: dayText(isoDay(contact.consentedAt)),
		contacted: contact.contactedAt === null ? null : momentOf(contact.contactedAt, now),
		ended: contact.endedAt === null ? null : momentOf(contact.endedAt, now),
		rows: [
			{ label: 'お名前', value: contact.contactName },
			{ label: 'メールアドレス', value: contact.email },
			{ label: '電話番号', value: contact.phone ?? '入力なし' },
			{ label: '会社名・屋号', value: contact.company || '入力なし' },
			{ label: '希望する連絡の方法', value: reachLabel(contact.reach) },
			{ label: '希望する時間帯', value: contact.reachTime || '入力なし' },
			{ label: '相談したいこと', value: contact.message || '入力なし' },
			// The version is in the records and the export: to the reader the day of the consent says enough.
			{ label: '同意した日時', value: momentText(contact.consentedAt) },
		],
		diagnosis: diagnosis === null ? null : [{ label: '診断日', value: dayText(diagnosis.on) }, ...conditionsOf(diagnosis)],
	}
}

export type ContactView = ReturnType<typeof viewContact>
