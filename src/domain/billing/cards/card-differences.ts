import type { Ctx } from '../../shared/context.ts'
import type { TableRow } from '../../shared/tables.ts'

export type DifferenceKind = TableRow<'card_differences'>['kind']

/** Records a difference between Stripe and our books for staff, once. Returns whether it is new. */
export async function addDifference(
	{ db, now }: Pick<Ctx, 'db' | 'now'>,
	{ kind, subject, detail }: { kind: DifferenceKind; subject: string; detail: string },
): Promise<boolean> {
	const made = await db
		.insertInto('card_differences')
		.values({ kind, subject, detail, found_at: now() })
		.onConflict((conflict) => conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing())
		.returning('id')
		.executeTakeFirst()
	return made !== undefined
}
