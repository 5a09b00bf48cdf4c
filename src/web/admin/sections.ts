import type { StaffRole } from '../../domain/shared/context.ts'

/** The rooms of /admin in the order of its navigation. Admins see all; everybody else those of their roles. */
export const sections: readonly { path: string; label: string; roles: readonly StaffRole[] }[] = [
	{ path: '/admin/experts', label: '専門家の審査', roles: ['reviewer'] },
	{ path: '/admin/offices', label: '事務所', roles: ['reviewer'] },
	{ path: '/admin/articles', label: '記事', roles: ['editor'] },
	{ path: '/admin/facts', label: '法令の数字', roles: ['editor'] },
	{ path: '/admin/leads', label: '見積もり依頼', roles: ['support'] },
	{ path: '/admin/diagnoses', label: '資金の相談', roles: ['support'] },
	{ path: '/admin/contacts', label: 'お問い合わせ', roles: ['support', 'moderator'] },
	{ path: '/admin/reports', label: '報告', roles: ['moderator'] },
	{ path: '/admin/message-access', label: 'やり取りの開示', roles: ['moderator'] },
	{ path: '/admin/appeals', label: '異議の申し立て', roles: ['moderator'] },
	{ path: '/admin/questions', label: '質問と回答', roles: ['moderator'] },
	{ path: '/admin/reviews', label: '口コミ', roles: ['moderator'] },
	{ path: '/admin/billing', label: '請求', roles: ['accounting'] },
	{ path: '/admin/staff', label: 'スタッフ', roles: ['admin'] },
	{ path: '/admin/audit', label: '操作の記録', roles: ['admin'] },
	{ path: '/admin/jobs', label: 'メールと定期作業', roles: ['support'] },
]
