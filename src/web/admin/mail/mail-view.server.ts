import type { MailEntry } from '../../../domain/operations/mail-admin.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { mailStateLabels } from './mail-states.ts'

/** An entry of the log as pages show it. */
export const viewMail = ({ id, uid, maskedEmail, subject, state, tries, reason, at, isSettled }: MailEntry) => ({
	id,
	uid,
	maskedEmail,
	subject,
	reason,
	label: mailStateLabels[state],
	isSent: state === 'sent',
	note: [momentText(at), tries > 1 && `${tries}回`, isSettled && '対応済み'].filter(Boolean).join('・'),
})

export type MailView = ReturnType<typeof viewMail>
