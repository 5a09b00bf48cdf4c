/** Legal grounds on which staff may open a whole thread between members. Pure. */

export const threadKinds = [
	{ value: 'inquiry', label: '問い合わせ' },
	{ value: 'estimate', label: '見積もり依頼' },
] as const
export type ThreadKind = (typeof threadKinds)[number]['value']

/**
 * Messages between members are protected as secrecy of communications (電気通信事業法第4条), which an inquiry without a judge does
 * not lift: such grounds are listed so that staff find them, and are rejected. `maxDelayDays` is how long the notice to both sides may
 * be delayed at the request of the authority; 0 if it may not.
 */
export const accessGrounds = [
	{ value: 'warrant', label: '令状・電磁的記録提供命令（刑事訴訟法）', opens: true, maxDelayDays: 365 },
	{ value: 'court-order', label: '裁判所の命令（文書提出命令、証拠保全など）', opens: true, maxDelayDays: 0 },
	{ value: 'consent', label: 'やり取りの双方の同意', opens: true, maxDelayDays: 0 },
	{ value: 'emergency', label: '生命・身体への差し迫った危険（刑法第37条の緊急避難）', opens: true, maxDelayDays: 7 },
	{ value: 'investigation-inquiry', label: '捜査関係事項照会（刑事訴訟法第197条第2項）', opens: false, maxDelayDays: 0 },
	{ value: 'bar-inquiry', label: '弁護士会照会（弁護士法第23条の2）', opens: false, maxDelayDays: 0 },
] as const
type AccessGround = (typeof accessGrounds)[number]
export type OpeningGround = Extract<AccessGround, { opens: true }>['value']

export const groundLabel = (ground: OpeningGround): string => accessGrounds.find(({ value }) => value === ground)?.label ?? ground
export const threadLabel = (kind: ThreadKind, id: number): string => `${threadKinds.find(({ value }) => value === kind)?.label ?? ''}${id}`

export const accessLengths = {
	authority: { min: 1, max: 100 },
	reference: { min: 1, max: 100 },
	explanation: { min: 20, max: 1_000 },
	reason: { min: 5, max: 300 },
} as const

/** How long an approved access is open. */
export const ACCESS_HOURS = 72
