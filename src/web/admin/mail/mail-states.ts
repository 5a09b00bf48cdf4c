import type { MailState } from '../../../domain/accounts/mailing/mail-log.ts'

export const mailStateLabels: Readonly<Record<MailState, string>> = {
	sending: '送信中',
	sent: '送信済み',
	failed: '送れない',
	bounced: '宛先がない',
	suppressed: '送信を止めた宛先',
}
