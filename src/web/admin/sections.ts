import type { QueueName } from '../../domain/operations/queue-counts.ts'
import type { StaffRole } from '../../domain/shared/context.ts'

export type Section = {
	path: string
	/** Where its items and lists have addresses of their own. */
	also?: string
	label: string
	roles: readonly StaffRole[]
	/** What the dashboard calls the items that wait there. */
	queue?: { name: QueueName; label: string }
}

/** The rooms of /admin by group, in the order of its navigation. Admins see all; everybody else those of their roles. */
export const sectionGroups: readonly { label: string; sections: readonly Section[] }[] = [
	{
		label: '仕事',
		sections: [
			{ path: '/admin/queues/experts', label: '専門家の審査', roles: ['reviewer'], queue: { name: 'experts', label: '審査待ちの専門家' } },
			{
				path: '/admin/queues/credentials',
				label: '資格の変更',
				roles: ['reviewer'],
				queue: { name: 'credentials', label: '審査待ちの資格の変更' },
			},
			{
				path: '/admin/queues/offices',
				label: '事務所の変更',
				roles: ['reviewer'],
				queue: { name: 'offices', label: '確認待ちの事務所の変更' },
			},
			{
				path: '/admin/queues/claims',
				label: '代表者の申し出',
				roles: ['reviewer'],
				queue: { name: 'claims', label: '確認待ちの代表者の申し出' },
			},
			{ path: '/admin/queues/articles', label: '記事の確認', roles: ['editor'], queue: { name: 'articles', label: '確認待ちの記事' } },
			{
				path: '/admin/queues/reports',
				also: '/admin/reports',
				label: '報告',
				roles: ['moderator'],
				queue: { name: 'reports', label: '確認待ちの報告' },
			},
			{
				path: '/admin/queues/appeals',
				also: '/admin/appeals',
				label: '異議の申し立て',
				roles: ['moderator'],
				queue: { name: 'appeals', label: '確認待ちの申し立て' },
			},
			{
				path: '/admin/message-access',
				label: 'やり取りの開示',
				roles: ['moderator'],
				queue: { name: 'accesses', label: '承認待ちのやり取りの開示' },
			},
			{
				path: '/admin/queues/contacts',
				also: '/admin/contacts',
				label: 'お問い合わせ',
				roles: ['support', 'moderator'],
				queue: { name: 'contacts', label: '対応中のお問い合わせ' },
			},
			{
				path: '/admin/queues/leads',
				label: '見積もりのない依頼',
				roles: ['support'],
				queue: { name: 'leads', label: '見積もりがまだない依頼' },
			},
			{ path: '/admin/queues/mail', label: '届かないメール', roles: ['support'], queue: { name: 'mail', label: '届かなかったメール' } },
		],
	},
	{
		label: '人',
		sections: [
			{ path: '/admin/people', label: '人と事務所を探す', roles: ['reviewer', 'support', 'moderator'] },
			{
				path: '/admin/privacy',
				label: '個人情報の請求',
				roles: ['support'],
				queue: { name: 'privacy', label: '対応中の個人情報の請求' },
			},
			{ path: '/admin/experts', label: '専門家の一覧', roles: ['reviewer'] },
			{ path: '/admin/offices', label: '事務所の一覧', roles: ['reviewer'] },
			{ path: '/admin/import', label: '事務所の取り込み', roles: ['admin'] },
		],
	},
	{
		label: '中身',
		sections: [
			{ path: '/admin/articles', label: '記事の一覧', roles: ['editor'] },
			{ path: '/admin/articles/import', label: '記事の取り込み', roles: ['editor'] },
			{ path: '/admin/questions', label: '質問と回答', roles: ['moderator'] },
			{ path: '/admin/reviews', label: '口コミ', roles: ['moderator'] },
			{ path: '/admin/pickups', label: '専門家の紹介', roles: ['editor'] },
			{ path: '/admin/taxonomy', label: '業務の分類', roles: ['editor'] },
			{ path: '/admin/facts', label: '法令の数字', roles: ['editor'] },
			{ path: '/admin/notices', label: '障害・事故のお知らせ', roles: ['support'] },
		],
	},
	{
		label: '取引',
		sections: [
			{ path: '/admin/leads', label: '見積もり依頼の一覧', roles: ['support'] },
			{ path: '/admin/diagnoses', label: '資金の相談', roles: ['support'], queue: { name: 'diagnoses', label: '新しい資金の相談' } },
			{ path: '/admin/billing', label: '請求', roles: ['accounting'] },
			{
				path: '/admin/billing/transfers',
				label: '入金の照合',
				roles: ['accounting'],
				queue: { name: 'transfers', label: '照合を待つ入金' },
			},
			{ path: '/admin/billing/refunds', label: '返金', roles: ['accounting'], queue: { name: 'refunds', label: '対応中の返金' } },
		],
	},
	{
		label: '知らせる',
		sections: [
			{ path: '/admin/announcements', label: '案内', roles: ['support'] },
			{ path: '/admin/templates', label: 'メールとサイトの文', roles: ['support'] },
			{ path: '/admin/mail', label: 'メールの記録', roles: ['support'] },
		],
	},
	{
		label: '数字',
		sections: [
			{ path: '/admin/insights', label: '数字', roles: ['reviewer', 'moderator', 'editor', 'support', 'accounting'] },
			{ path: '/admin/waiting', label: '掲載を待つ方', roles: ['reviewer', 'editor', 'support'] },
		],
	},
	{
		label: '設定',
		sections: [
			{ path: '/admin/staff', label: 'スタッフ', roles: ['admin'] },
			{ path: '/admin/settings', label: 'サイトの設定', roles: ['admin'] },
			{ path: '/admin/switches', label: '機能の切り替え', roles: ['admin'] },
			{ path: '/admin/audit', label: '操作の記録', roles: ['admin'] },
			{ path: '/admin/health', label: 'サイトの状態', roles: ['support'] },
			{ path: '/admin/jobs', label: 'メールと定期作業', roles: ['support'] },
		],
	},
]
