import type { StaffRole } from '../shared/context.ts'

/** Roles of staff with what each may do. Pure. */
export const staffRoles: readonly { role: StaffRole; label: string; duty: string }[] = [
	{ role: 'admin', label: '管理者', duty: 'すべて。スタッフの役割と操作の記録も扱えます。' },
	{ role: 'reviewer', label: '審査', duty: '専門家の資格確認、事務所の変更の確認' },
	{ role: 'moderator', label: '投稿管理', duty: '質問・回答・口コミの管理、報告と異議の申し立てへの対応' },
	{ role: 'editor', label: '編集', duty: '専門家の記事の確認と公開、編集部の記事' },
	{ role: 'support', label: '利用者対応', duty: '見積もり依頼と資金の相談、会員の情報、メールと定期作業' },
	{ role: 'accounting', label: '経理', duty: '有料プランの請求、入金の照合、返金、督促' },
]

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some(({ role }) => role === text)
export const staffRoleLabel = (role: StaffRole): string => staffRoles.find((entry) => entry.role === role)?.label ?? role

/** The error code for removing the last admin. */
export const LAST_ADMIN = 'staff/last-admin'
export const LAST_ADMIN_SENTENCE = '最後の管理者の役割は外せず、退会もできません。先に別の管理者を加えてください。'
