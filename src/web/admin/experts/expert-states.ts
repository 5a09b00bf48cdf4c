import type { ExpertState } from '../../../domain/experts/tables.ts'

/** States of applications as staff see them, in the order of the filter. */
export const expertStates: readonly { state: ExpertState; label: string }[] = [
	{ state: 'submitted', label: '審査待ち' },
	{ state: 'needs_fix', label: '修正依頼中' },
	{ state: 'verified', label: '確認済み' },
	{ state: 'rejected', label: '見送り' },
	{ state: 'suspended', label: '停止中' },
]

export const expertStateLabel = (state: ExpertState): string => expertStates.find((one) => one.state === state)?.label ?? '入力中'
