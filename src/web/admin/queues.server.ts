import { countSubmittedArticles } from '../../domain/articles/article-approval.ts'
import { countGivenUp } from '../../domain/operations/queue-admin.ts'
import { countApplicants } from '../../domain/experts/expert-verification.ts'
import { countOpenChanges } from '../../domain/offices/office-changes.ts'
import { countNewContacts } from '../../domain/funding-diagnosis/contact-admin.ts'
import { countWaitingChanges } from '../../domain/experts/credential-verification.ts'
import { countOpenAppeals } from '../../domain/moderation/appeals.ts'
import { countWaitingAccesses } from '../../domain/moderation/message-access.ts'
import { countOpenReports } from '../../domain/moderation/reports.ts'
import { countOpenSupportRequests } from '../../domain/support/support-admin.ts'
import { countFactsDue } from '../../domain/taxonomy/fact-reads.ts'
import { countWaitingTransfers } from '../../domain/billing/bank-transfers.ts'
import { countWaitingRefunds } from '../../domain/billing/refunds.ts'
import type { StaffCtx } from '../../domain/accounts/staff.ts'
import type { StaffRole } from '../../domain/shared/context.ts'

/** What waits for somebody, for the dashboard. A count is shown to the roles that can work it off. */
export const queues: readonly {
	path: string
	label: string
	roles: readonly StaffRole[]
	/** Cheap: at most one indexed query. */
	count: (ctx: StaffCtx) => Promise<number>
}[] = [
	{ path: '/admin/experts', label: '審査待ちの専門家', roles: ['reviewer'], count: countApplicants },
	{ path: '/admin/experts?state=changes', label: '審査待ちの資格の変更', roles: ['reviewer'], count: countWaitingChanges },
	{ path: '/admin/offices', label: '確認待ちの事務所の変更', roles: ['reviewer'], count: countOpenChanges },
	{ path: '/admin/articles', label: '確認待ちの記事', roles: ['editor'], count: countSubmittedArticles },
	{ path: '/admin/facts', label: '期限の近い法令の数字', roles: ['editor'], count: countFactsDue },
	{ path: '/admin/diagnoses', label: '新しい資金の相談', roles: ['support'], count: countNewContacts },
	{ path: '/admin/contacts', label: '対応中のお問い合わせ', roles: ['support', 'moderator'], count: countOpenSupportRequests },
	{ path: '/admin/reports', label: '確認待ちの報告', roles: ['moderator'], count: countOpenReports },
	{ path: '/admin/appeals', label: '確認待ちの申し立て', roles: ['moderator'], count: countOpenAppeals },
	{ path: '/admin/message-access', label: '承認待ちのやり取りの開示', roles: ['admin'], count: countWaitingAccesses },
	{ path: '/admin/billing/transfers', label: '照合を待つ入金', roles: ['accounting'], count: countWaitingTransfers },
	{ path: '/admin/billing/refunds', label: '対応中の返金', roles: ['accounting'], count: countWaitingRefunds },
	{ path: '/admin/jobs', label: '終わらなかったメールと作業', roles: ['support'], count: countGivenUp },
]
