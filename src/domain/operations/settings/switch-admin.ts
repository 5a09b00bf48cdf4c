import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { isoDay } from '../../shared/japan-time.ts'
import { type SwitchName, switchNames, type SwitchState } from '../../shared/switch-names.ts'
import type { SwitchInput } from './switch-schemas.ts'

export type Switch = {
	name: SwitchName
	state: SwitchState
	percent: number
	uids: string[]
	owner: string
	reason: string
	expiresOn: string | null
	/** 0 while nobody has changed it. */
	version: number
	changedAt: Date | null
	changedBy: string | null
	/** Whether its last day is over, so that it is on again. */
	isExpired: boolean
}

/** Every switch of the code, with what staff have set. */
export async function listSwitches(ctx: StaffCtx): Promise<Switch[]> {
	const rows = await ctx.db
		.selectFrom('feature_switches as s')
		.leftJoin('users as u', 'u.id', 's.changed_by')
		.select(['s.name', 's.state', 's.percent', 's.uids', 's.owner', 's.reason', 's.expires_on', 's.version', 's.changed_at'])
		.select(['u.last_name', 'u.first_name'])
		.execute()
	const today = isoDay(ctx.now())
	return switchNames.map((name): Switch => {
		const row = rows.find((one) => one.name === name)
		if (!row) return { name, ...unchanged }
		const { expires_on: expiresOn, changed_at: changedAt, last_name: last, first_name: first, ...set } = row
		return {
			...set,
			name,
			expiresOn,
			changedAt,
			changedBy: `${last ?? ''} ${first ?? ''}`.trim() || null,
			isExpired: expiresOn !== null && expiresOn < today,
		}
	})
}

const unchanged = {
	state: 'on',
	percent: 0,
	uids: [],
	owner: '',
	reason: '',
	expiresOn: null,
	version: 0,
	changedAt: null,
	changedBy: null,
	isExpired: false,
} satisfies Omit<Switch, 'name'>

/**
 * Sets a switch as its form was opened with `version`; it takes effect with the next request. Throws conflict where somebody else
 * has changed it meanwhile, and `invalid` for a last day that is over.
 */
export async function changeSwitch(ctx: RecentStaffCtx, input: SwitchInput): Promise<void> {
	const staff = requireRecentStaff(ctx, 'admin')
	if (input.expiresOn !== null && input.expiresOn < isoDay(staff.now()))
		throw new DomainError('invalid', 'an end in the past', { fields: { expiresOn: '期限は、きょう以後の日付にしてください。' } })
	const { name, version, expiresOn, ...set } = input
	await inTransaction(staff, async (trx) => {
		const values = { ...set, expires_on: expiresOn, version: version + 1, changed_at: trx.now(), changed_by: trx.viewer.userId }
		const changed =
			version === 0
				? await trx.db
						.insertInto('feature_switches')
						.values({ name, ...values })
						.onConflict((known) => known.doNothing())
						.returning('name')
						.executeTakeFirst()
				: await trx.db
						.updateTable('feature_switches')
						.set(values)
						.where('name', '=', name)
						.where('version', '=', version)
						.returning('name')
						.executeTakeFirst()
		if (!changed)
			throw new DomainError('conflict', 'changed by somebody else', {
				fields: { form: 'ほかの担当者がこのスイッチを変えました。いまの状態を確かめてから、もう一度変えてください。' },
			})
		const { state, percent, owner, reason } = set
		await recordAuditEvent(trx, {
			action: 'switch.change',
			subject: `switch:${name}`,
			reason,
			detail: { state, owner, ...(state === 'percent' ? { percent } : {}), ...(expiresOn === null ? {} : { expiresOn }) },
		})
	})
}
