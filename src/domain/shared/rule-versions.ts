import { isoDay } from './japan-time.ts'

/**
 * The rules of the site and of its rooms, and the privacy policy. A version is the day from which it is in force, and its text is
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
	privacy: { label: 'プライバシーポリシー', versions: ['2026-11-21', '2026-11-23', '2026-12-24'] },
} as const satisfies Record<string, { label: string; versions: readonly [string, ...string[]] }>

export type RuleRoom = keyof typeof ruleRooms

/** The first versions of 2026-11-21 were published with the site, before agreements were recorded, so their replacement notifies no one. */
const NOTIFY_AFTER = '2026-11-23'

export const isRuleRoom = (name: string | undefined): name is RuleRoom => name !== undefined && Object.hasOwn(ruleRooms, name)

/** The version in force on a day: the newest that has begun, or the first. */
export function ruleVersion(room: RuleRoom, now: Date): string {
	const versions: readonly string[] = ruleRooms[room].versions
	return versions.findLast((version) => version <= isoDay(now)) ?? versions[0] ?? ''
}

/** Rooms that every member is bound by: all are notified of a new version. */
export const isForEverybody = (room: string): boolean => room === 'general' || room === 'privacy'

/** The next version that is announced and not in force yet, or null. */
export function comingVersion(room: RuleRoom, now: Date): string | null {
	const versions: readonly string[] = ruleRooms[room].versions
	return versions.find((version) => version > isoDay(now) && version > NOTIFY_AFTER) ?? null
}

/** Versions that replace an earlier one and of which members are notified, even before they are in force. */
export const versionsToNotify = (rooms: Record<string, { versions: readonly string[] }> = ruleRooms): { room: string; version: string }[] =>
	Object.entries(rooms).flatMap(([room, { versions }]) =>
		versions
			.slice(1)
			.filter((version) => version > NOTIFY_AFTER)
			.map((version) => ({ room, version })),
	)

/** The next announced version of each room that has one: forms name it beside the version in force. */
export const comingVersions = (now: Date): Partial<Record<RuleRoom, string>> =>
	Object.fromEntries(
		(Object.keys(ruleRooms) as RuleRoom[]).flatMap((room) => {
			const version = comingVersion(room, now)
			return version === null ? [] : [[room, version]]
		}),
	)
