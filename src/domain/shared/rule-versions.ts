import { isoDay } from './japan-time.ts'

/**
 * The rules of the site and of its rooms. A version is the day from which it is in force, and its text is
 * content/rules/ROOM/VERSION.md (a test compares). A published text is never changed: a change is a new version, which members
 * are notified of. Pure: pages and domain read the same table.
 */
export const ruleRooms = {
	general: { label: '利用規約', versions: ['2026-11-21', '2026-11-23', '2026-12-24'] },
	questions: { label: '質問と回答の規約', versions: ['2026-11-23'] },
	estimates: { label: '見積もりと問い合わせの規約', versions: ['2026-11-23', '2026-12-24'] },
	experts: { label: '専門家と事務所の規約', versions: ['2026-11-23', '2026-12-24'] },
	reviews: { label: '口コミの規約', versions: ['2026-11-23'] },
	premium: { label: '有料プランの規約', versions: ['2026-11-23', '2026-12-24'] },
} as const satisfies Record<string, { label: string; versions: readonly [string, ...string[]] }>

export type RuleRoom = keyof typeof ruleRooms

/** The first version of 2026-11-21 was published with the site, before agreements were recorded, so its replacement notifies no one. */
const NOTIFY_AFTER = '2026-11-23'

export const isRuleRoom = (name: string | undefined): name is RuleRoom => name !== undefined && Object.hasOwn(ruleRooms, name)

/** The version in force on a day: the newest that has begun, or the first. */
export function ruleVersion(room: RuleRoom, now: Date): string {
	const versions: readonly string[] = ruleRooms[room].versions
	return versions.findLast((version) => version <= isoDay(now)) ?? versions[0] ?? ''
}

/** Versions that replace an earlier one and of which members are notified, even before they are in force. */
export const versionsToNotify = (rooms: Record<string, { versions: readonly string[] }> = ruleRooms): { room: string; version: string }[] =>
	Object.entries(rooms).flatMap(([room, { versions }]) =>
		versions
			.slice(1)
			.filter((version) => version > NOTIFY_AFTER)
			.map((version) => ({ room, version })),
	)
