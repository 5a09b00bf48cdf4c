import { isStaffWith } from '../../domain/accounts/staff.ts'
import type { Viewer } from '../../domain/shared/context.ts'
import { sectionGroups } from './sections.ts'

/** An address that the viewer may open, as their roles say; undefined for one of a room of others. */
export function openable(viewer: Viewer, address: string): string | undefined {
	const [at = ''] = address.split(/[?#]/)
	const room = sectionGroups
		.flatMap(({ sections }) => sections)
		.filter(({ path }) => at === path || at.startsWith(`${path}/`))
		.toSorted((a, b) => b.path.length - a.path.length)[0]
	return !room || isStaffWith(viewer, ...room.roles) ? address : undefined
}
