export type BusinessRole = 'owner' | 'planning' | 'staff' | 'expert'

/** The role that people choose at onboarding (product.md section 6). Grants no permission. */
export const businessRoles: readonly { value: BusinessRole; label: string }[] = [
	{ value: 'owner', label: '経営者・個人事業主' },
	{ value: 'planning', label: '開業・起業の準備中' },
	{ value: 'staff', label: '会社や団体の担当者' },
	{ value: 'expert', label: '士業・専門家' },
]
