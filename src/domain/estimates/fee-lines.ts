import type { Ctx } from '../shared/context.ts'
import type { FeeBasis } from '../taxonomy/types.ts'
import type { QuoteLine } from './estimate-quote.ts'

/** How often a fee is charged, as the unit of a line. A share of an amount has none: the office types that line. */
const units: Readonly<Partial<Record<FeeBasis, string>>> = { per_case: '式', monthly: 'か月', hourly: '時間' }

/** Fees are published with a tax of 10 %, lines are typed without it. */
const TAX_PERCENT = 10

/** The line that a quote begins with: the least that the office publishes for the task. Null where no line says the same. */
export function lineOfFee(taskName: string, { basis, min }: { basis: FeeBasis; min: number }): QuoteLine | null {
	const unit = units[basis]
	if (unit === undefined || min <= 0) return null
	return { name: taskName, quantity: 1, unit, unitPrice: Math.round((min * 100) / (100 + TAX_PERCENT)), taxRate: TAX_PERCENT }
}

/** The same from the fee table of an office. Who may see it was decided before. */
export async function findFeeLine(ctx: Pick<Ctx, 'db'>, officeId: number, task: { id: number; name: string }): Promise<QuoteLine | null> {
	const row = await ctx.db
		.selectFrom('office_tasks')
		.select(['fee_basis', 'fee_min'])
		.where('office_id', '=', officeId)
		.where('task_id', '=', task.id)
		.executeTakeFirst()
	return row ? lineOfFee(task.name, { basis: row.fee_basis, min: row.fee_min }) : null
}
