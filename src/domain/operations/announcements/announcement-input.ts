import type { Plan } from '../../plans/entitlements.ts'

/** Words and limits of announcements. Pure. */

export const announcementChannels = [
	{ value: 'banner', label: 'ページの上の帯' },
	{ value: 'site', label: 'お知らせの一覧' },
	{ value: 'mail', label: 'メール' },
] as const
export type AnnouncementChannel = (typeof announcementChannels)[number]['value']

export const announcementAudiences = [
	{ value: 'everyone', label: '全員（ログインしていない方には帯だけ）' },
	{ value: 'members', label: '登録しているすべての方' },
	{ value: 'clients', label: '専門家でない会員' },
	{ value: 'experts', label: '認証済みの専門家' },
] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]['value']

export const audiencePlans: readonly { value: Plan; label: string }[] = [
	{ value: 'free', label: '無料' },
	{ value: 'standard', label: 'スタンダード' },
	{ value: 'pro', label: 'プロ' },
]

export const announcementLengths = { title: { min: 2, max: 60 }, body: { min: 5, max: 600 }, path: 200 } as const

export type AnnouncementState = 'draft' | 'scheduled' | 'running' | 'ended' | 'withdrawn'
export const announcementStateLabels: Readonly<Record<AnnouncementState, string>> = {
	draft: '下書き',
	scheduled: '公開待ち',
	running: '公開中',
	ended: '終了',
	withdrawn: '取りやめ',
}

type Times = { publishedAt: Date | null; withdrawnAt: Date | null; startsAt: Date; endsAt: Date }

export function announcementState({ publishedAt, withdrawnAt, startsAt, endsAt }: Times, now: Date): AnnouncementState {
	if (publishedAt === null) return 'draft'
	if (withdrawnAt !== null) return 'withdrawn'
	return now < startsAt ? 'scheduled' : now < endsAt ? 'running' : 'ended'
}
