/** Permissions on an office. Pure; everything not listed is denied. */
/** `responder` answers requests and inquiries, and does not edit the office's page. */
export const officeRoles = ['owner', 'editor', 'responder'] as const
export type OfficeRole = (typeof officeRoles)[number]

export const roleLabels: Readonly<Record<OfficeRole, string>> = { owner: '代表者', editor: '編集者', responder: '窓口' }

/** Of which cases a member is notified. */
export type CaseNotices = 'all' | 'own'

export type OfficeAction =
	| 'read'
	| 'edit'
	| 'apply'
	| 'accepting'
	| 'photos'
	| 'publish'
	| 'unlist'
	| 'members'
	| 'leave'
	| 'delete'
	| 'restore'

const living: readonly OfficeState[] = ['draft', 'published', 'unlisted', 'suspended']

const matrix: Record<OfficeAction, { roles: readonly OfficeRole[]; states: readonly OfficeState[] }> = {
	read: { roles: officeRoles, states: living },
	edit: { roles: ['owner', 'editor'], states: living },
	/** Publishes the drafts. */
	apply: { roles: ['owner', 'editor'], states: living },
	accepting: { roles: ['owner', 'editor'], states: living },
	photos: { roles: ['owner', 'editor'], states: living },
	publish: { roles: ['owner'], states: ['draft', 'unlisted'] },
	unlist: { roles: ['owner'], states: ['published'] },
	members: { roles: ['owner'], states: living },
	leave: { roles: officeRoles, states: living },
	delete: { roles: ['owner'], states: living },
	restore: { roles: ['owner'], states: ['deleted'] },
}

/** `isVerified`: only verified experts act for an office. */
export function mayOffice(action: OfficeAction, member: { role: OfficeRole; isVerified: boolean }, state: OfficeState): boolean {
	const rule = matrix[action]
	return member.isVerified && rule.roles.includes(member.role) && rule.states.includes(state)
}

export const stateLabels: Record<OfficeState, string> = {
	draft: '下書き',
	published: '公開中',
	unlisted: '非公開',
	suspended: '運営が公開を停止中',
	deleted: '削除済み',
}

export type OfficeState = 'draft' | 'published' | 'unlisted' | 'suspended' | 'deleted'

export const TITLE_LENGTH = 20

/** How long an invitation link is valid. */
export const INVITATION_DAYS = 14
