import type { Ctx } from '../../../domain/shared/context.ts'
import type { OfficeForEdit } from '../../../domain/offices/office-editing.ts'
import { placeChoices } from '../../../domain/offices/office-location.ts'
import { readOwnPhotos } from '../../../domain/offices/office-photos.ts'
import type { OfficeSection, SectionValues } from '../../../domain/offices/office-sections.ts'
import { lawfulTasksOfOffice } from '../../../domain/memberships/lawful-tasks.ts'
import { readWithheld } from '../../../domain/memberships/withheld-tasks.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { feeText } from '../../format/fee-text.ts'
import type { FeeGroup } from './list-fields.tsx'
import type { SectionView } from './section-view.ts'

const viewSections = ({ sections }: OfficeForEdit): SectionView[] =>
	sections.map(({ savedAt, ...one }) => ({ ...one, saved: savedAt === null ? '' : momentText(savedAt.getTime()) }))

/** The tasks that the office's experts may do by law, by category, and those that have a fee already. */
async function feeGroups(ctx: Ctx, officeId: number, values: SectionValues): Promise<FeeGroup[]> {
	const lawful = await lawfulTasksOfOffice(ctx, officeId)
	const groups = new Map<number, FeeGroup>()
	for (const task of await listTasks(ctx)) {
		if (!lawful.has(task.id) && (values[`fee-min-${task.id}`] ?? '') === '') continue
		const group = groups.get(task.taskCategoryId) ?? { id: task.taskCategoryId, name: task.taskCategoryName, tasks: [] }
		group.tasks.push({
			id: task.id,
			name: task.name,
			parts: lawful.get(task.id)?.join('、') ?? null,
			usual: feeText(task.fee),
			basis: task.fee.basis,
		})
		groups.set(task.taskCategoryId, group)
	}
	return [...groups.values()]
}

/** What the page shows to edit an office: its sections with their drafts, and what their fields may choose from. */
export async function readEditData(ctx: Ctx, office: OfficeForEdit) {
	const valuesOf = (name: OfficeSection) => office.sections.find(({ section }) => section === name)?.values ?? {}
	const [ownPhotos, choices, groups, withheld] = await Promise.all([
		readOwnPhotos(ctx, office.id),
		placeChoices(ctx, valuesOf('place'), office.live),
		feeGroups(ctx, office.id, valuesOf('fees')),
		readWithheld(ctx, office.id),
	])
	const { change } = office
	return {
		office: {
			id: office.id,
			name: office.name,
			state: office.state,
			accepting: office.accepting,
			suspendedReason: office.suspendedReason,
			may: office.may,
			change: change && { ...change, askedAt: momentText(change.askedAt.getTime()) },
		},
		sections: viewSections(office),
		ownPhotos,
		choices,
		groups,
		withheld,
	}
}

export type OfficeEditData = Awaited<ReturnType<typeof readEditData>>
