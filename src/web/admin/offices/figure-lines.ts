import type { OfficeFigures } from '../../../domain/operations/offices/office-figures.ts'
import { CASE_DAYS, WISHES } from '../../../domain/operations/offices/office-measures.ts'
import { planLabels } from '../../../domain/plans/entitlements.ts'
import { businessTimeText } from '../../format/lengths-of-time.ts'

/** The figures of an office in words, for a line of the list and the office's page. */
export const figureRows = ({
	owner,
	plan,
	stars,
	reviews,
	cases,
	replyMinutes,
	wishesMet,
}: OfficeFigures): { label: string; value: string }[] => [
	{ label: '代表者', value: owner ?? '（なし）' },
	{ label: 'プラン', value: planLabels[plan] },
	{ label: '口コミ', value: stars === null ? 'なし' : `★${stars.toFixed(1)}（${reviews.toLocaleString('ja-JP')}件）` },
	{ label: `${CASE_DAYS}日の依頼と問い合わせ`, value: `${cases.toLocaleString('ja-JP')}件` },
	{ label: '返信の中央値', value: replyMinutes === null ? '記録なし' : businessTimeText(replyMinutes) },
	{ label: '掲載の充実', value: `${WISHES}項目中${wishesMet}` },
]
