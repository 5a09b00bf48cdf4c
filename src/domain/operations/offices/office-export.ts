import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { stateLabels } from '../../memberships/office-policy.ts'
import { listOfficesForStaff, type OfficeFilter, type StaffOffice } from '../../offices/office-search.ts'
import { planLabels } from '../../plans/entitlements.ts'
import { inTransaction } from '../../shared/context.ts'
import { csvLine } from '../../shared/csv.ts'
import { type OfficeFigures, readOfficeFigures } from './office-figures.ts'
import { CASE_DAYS, WISHES } from './office-measures.ts'

/** So many offices are read at once. */
const BATCH = 500

const head = [
	'番号',
	'名前',
	'所在地',
	'電話',
	'法人番号',
	'状態',
	'代表者',
	'プラン',
	'口コミの平均',
	'口コミの件数',
	`${CASE_DAYS}日の依頼と問い合わせ`,
	'返信の中央値（営業時間の分）',
	`掲載の充実（${WISHES}項目中）`,
]

/** The offices of a filter as CSV, read page by page while the file is sent. The export is an audit event, recorded before the first line. */
export async function exportOffices(ctx: RecentStaffCtx, filter: OfficeFilter): Promise<AsyncGenerator<string>> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, (trx) => recordAuditEvent(trx, { action: 'office.export', subject: 'office:file', detail: { filter } }))
	return lines(ctx, filter)
}

async function* lines(ctx: RecentStaffCtx, filter: OfficeFilter): AsyncGenerator<string> {
	// The mark makes Excel read UTF-8.
	yield `\uFEFF${csvLine(head)}\r\n`
	let cursor: string | null = null
	for (;;) {
		const { offices, page } = await listOfficesForStaff(ctx, { filter, cursor, size: BATCH })
		const figures = await readOfficeFigures(
			ctx,
			offices.map(({ id }) => id),
		)
		if (offices.length > 0) yield offices.map((office) => `${csvLine(cellsOf(office, figures.get(office.id)))}\r\n`).join('')
		if (page.next === null) return
		cursor = page.next.cursor
	}
}

const cellsOf = (
	{ id, name, place, phone, corporateNumber, state }: StaffOffice,
	figures: OfficeFigures | undefined,
): (string | number)[] => [
	id,
	name,
	place,
	phone ?? '',
	corporateNumber ?? '',
	stateLabels[state],
	figures?.owner ?? '',
	figures ? planLabels[figures.plan] : '',
	figures?.stars?.toFixed(2) ?? '',
	figures?.reviews ?? 0,
	figures?.cases ?? 0,
	figures?.replyMinutes ?? '',
	figures?.wishesMet ?? 0,
]
