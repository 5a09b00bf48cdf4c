import { createHash } from 'node:crypto'
import type { Ctx, Viewer } from './context.ts'
import { DomainError } from './errors.ts'
import { isoDay } from './japan-time.ts'
import { type SwitchName, switches, type SwitchState } from './switch-names.ts'

export type SwitchSetting = { state: SwitchState; percent: number; uids: readonly string[] }

/** Whether a switch that is set like this is on for the viewer. Visitors belong to no share and no list. */
export function isOnFor(name: SwitchName, { state, percent, uids }: SwitchSetting, viewer: Viewer): boolean {
	if (state === 'on' || state === 'off') return state === 'on'
	if (viewer.kind !== 'member') return false
	if (state === 'staff') return viewer.roles.length > 0
	return state === 'list' ? uids.includes(viewer.uid) : shareOf(name, viewer.uid) < percent
}

/** 0 to 99, the same for a person at every visit, and another one for each switch. */
const shareOf = (name: SwitchName, uid: string): number => createHash('sha256').update(`${name}:${uid}`).digest().readUInt32BE(0) % 100

/** Whether the viewer may use what is switched. One look-up by key. */
export async function isSwitchedOn(ctx: Pick<Ctx, 'db' | 'now' | 'viewer'>, name: SwitchName): Promise<boolean> {
	const row = await ctx.db
		.selectFrom('feature_switches')
		.select(['state', 'percent', 'uids'])
		.where('name', '=', name)
		.where((eb) => eb.or([eb('expires_on', 'is', null), eb('expires_on', '>=', isoDay(ctx.now()))]))
		.executeTakeFirst()
	return row === undefined || isOnFor(name, row, ctx.viewer)
}

/** Throws `forbidden` with the sentence of the switch while it is off for the viewer. */
export async function assertSwitchedOn(ctx: Pick<Ctx, 'db' | 'now' | 'viewer'>, name: SwitchName): Promise<void> {
	if (await isSwitchedOn(ctx, name)) return
	throw new DomainError('forbidden', `${name} is switched off`, { fields: { form: switches[name].sentence } })
}
