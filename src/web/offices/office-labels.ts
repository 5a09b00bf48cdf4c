import type { Accepting } from '../../domain/listings/types.ts'

export const acceptingLabels: Record<Accepting, { label: string; detail: string; tone: 'good' | 'warn' }> = {
	open: { label: '新規受付中', detail: '新しい相談を受け付けています。', tone: 'good' },
	limited: { label: '新規受付に条件あり', detail: '業務や時期によってはお受けできないことがあります。', tone: 'warn' },
	paused: { label: '新規受付を休止中', detail: '今は新しい相談を受け付けていません。', tone: 'warn' },
}

/** 〒181-0013 */
export const postalText = (code: string): string => `〒${code.slice(0, 3)}-${code.slice(3)}`
