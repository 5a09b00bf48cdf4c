import type { MessageAccess } from '../../../domain/moderation/message-access.ts'

/** In words, at a moment. */
export function accessState(
	{ decision, expiresAt, closedAt }: Pick<MessageAccess, 'decision' | 'expiresAt' | 'closedAt'>,
	now: Date,
): string {
	if (decision === null) return '承認待ち'
	if (decision === 'refused') return '承認しない'
	if (closedAt !== null) return '閲覧を終了'
	return expiresAt !== null && expiresAt > now ? '閲覧できる' : '期限切れ'
}
