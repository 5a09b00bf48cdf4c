import type { StaffRole } from '../context.ts'

/** Roles of staff with what each may do. Pure. */
export const staffRoles: readonly { role: StaffRole; label: string; duty: string }[] = [
	{ role: 'admin', label: '管理者', duty: 'すべて。スタッフの任命と操作の記録を含みます。' },
	{ role: 'reviewer', label: '審査', duty: '専門家の資格確認、事務所の変更の確認' },
	{ role: 'moderator', label: '投稿管理', duty: '質問・回答・口コミ・通報' },
	{ role: 'editor', label: '編集', duty: '記事、分野・業務・ツール、おすすめの専門家' },
	{ role: 'support', label: '利用者対応', duty: '利用者、見積もりと問い合わせ、メールと処理の状況' },
]

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some(({ role }) => role === text)
export const staffRoleLabel = (role: StaffRole): string => staffRoles.find((entry) => entry.role === role)?.label ?? role

/** The code of the refusal to let the last admin go. */
export const LAST_ADMIN = 'staff/last-admin'
export const LAST_ADMIN_SENTENCE = '最後の管理者の役割は外せず、退会もできません。先に別の管理者を加えてください。'
