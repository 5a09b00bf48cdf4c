import type { Ctx } from '../../../domain/shared/context.ts'
import { countOpenInquiries } from '../../../domain/inquiries/inquiry-access.ts'
import { countOpenEstimates } from '../../../domain/estimates/office-ties.ts'
import { completenessOf } from '../../../domain/offices/office-completeness.ts'
import type { OfficeForEdit } from '../../../domain/offices/office-editing.ts'
import { placeChoices } from '../../../domain/offices/office-location.ts'
import { readPin } from '../../../domain/offices/office-pin.ts'
import { readOwnPhotos } from '../../../domain/offices/office-photos.ts'
import type { OfficeSection, SectionValues } from '../../../domain/offices/office-sections.ts'
import { lawfulTasksOfOffice, listReservedTasks } from '../../../domain/memberships/lawful-tasks.ts'
import { readSuspendedTasks } from '../../../domain/memberships/suspended-tasks.ts'
import { listWantedTasks } from '../../../domain/listings/waiting/list-wait-figures.ts'
import { readSurroundings } from '../../../domain/geography/surroundings.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { feeText } from '../../format/fee-text.ts'
import { momentOf } from '../../format/moment.ts'
import { layOutMap } from '../map-layout.ts'
import type { PinView } from './point-fields.tsx'
import type { FeeGroup } from './list-fields.tsx'
import { summaryOf } from './section-summary.ts'
import type { SectionView } from './section-view.ts'

const viewSections = ({ sections }: OfficeForEdit, now: Date): SectionView[] =>
	sections.map(({ savedAt, ...one }) => ({ ...one, saved: savedAt && momentOf(savedAt, now) }))

const valuesIn = (office: OfficeForEdit, name: OfficeSection): SectionValues =>
	office.sections.find(({ section }) => section === name)?.values ?? {}

type LawfulTasks = Awaited<ReturnType<typeof lawfulTasksOfOffice>>

/** The tasks that the office's experts may do by law, by category, and those that have a fee already. */
async function feeGroups(ctx: Ctx, lawful: LawfulTasks, values: SectionValues): Promise<FeeGroup[]> {
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

/** What every page of the editor shows of the office. */
export const viewOfficeForEdit = (now: Date, { id, name, state, accepting, suspendedReason, may, change }: OfficeForEdit) => ({
	id,
	name,
	state,
	accepting,
	suspendedReason,
	may,
	change: change && { ...change, asked: momentOf(change.askedAt, now) },
})
export type EditedOffice = ReturnType<typeof viewOfficeForEdit>

/** What the overview shows: a line for each section, and what is still missing. */
export async function readOverview(ctx: Ctx, office: OfficeForEdit) {
	const [wanted, { photos, most }, choices] = await Promise.all([
		readWantedTasks(ctx, office.id),
		readOwnPhotos(ctx, office.id),
		placeChoices(ctx, valuesIn(office, 'place'), office.live),
	])
	const values = Object.fromEntries(office.sections.map((one) => [one.section, one.values])) as Record<OfficeSection, SectionValues>
	return {
		office: viewOfficeForEdit(ctx.now(), office),
		sections: office.sections.map((view) => ({
			section: view.section,
			summary: summaryOf(view, choices),
			isDraft: view.isDraft,
			faults: Object.keys(view.faults).length,
		})),
		photos: { count: photos.length, most },
		wanted,
		completeness: completenessOf({ values, photos: photos.length }),
	}
}
const WANTED_SHOWN = 5

/** Tasks that people near the office wait for, that it may do by law and does not offer on its page yet. */
async function readWantedTasks(ctx: Ctx, officeId: number) {
	const wanted = await listWantedTasks(ctx, officeId)
	if (wanted.length === 0) return []
	const lawful = await lawfulTasksOfOffice(ctx, officeId)
	return wanted.filter(({ taskId }) => lawful.has(taskId)).slice(0, WANTED_SHOWN)
}

export type Overview = Awaited<ReturnType<typeof readOverview>>

async function viewPin(ctx: Ctx, values: SectionValues, live: OfficeForEdit['live']): Promise<PinView | null> {
	const pin = await readPin(ctx, values, live)
	if (pin === null) return null
	const surroundings = await readSurroundings(ctx, pin, pin.municipalityId)
	return { basis: pin.basis, drawing: layOutMap({ office: pin, own: pin.stations, ...surroundings }) }
}

/** What the page of one section shows: the section with its draft, and what its fields may choose from. */
export async function readSection(ctx: Ctx, office: OfficeForEdit, section: OfficeSection) {
	const view = viewSections(office, ctx.now()).find((one) => one.section === section)
	if (!view) throw new Error(`No section ${section}`)
	const hasTasks = section === 'fees' || section === 'cases'
	const lawful: LawfulTasks = hasTasks ? await lawfulTasksOfOffice(ctx, office.id) : new Map()
	const [choices, pin, groups, suspended, reserved] = await Promise.all([
		section === 'place' ? placeChoices(ctx, view.values, office.live) : null,
		section === 'place' ? viewPin(ctx, view.values, office.live) : null,
		hasTasks ? feeGroups(ctx, lawful, valuesIn(office, 'fees')) : [],
		section === 'fees' ? readSuspendedTasks(ctx, office.id) : [],
		section === 'fees' ? listReservedTasks(ctx, lawful) : [],
	])
	return { view, choices, pin, groups, suspended, reserved }
}
export type SectionData = Awaited<ReturnType<typeof readSection>>

/** How much business goes on while an office is not public. */
export async function readOpenBusiness(ctx: Ctx, officeId: number) {
	const [estimates, inquiries] = await Promise.all([countOpenEstimates(ctx, officeId), countOpenInquiries(ctx, officeId)])
	return { estimates, inquiries }
}
export type OpenBusiness = Awaited<ReturnType<typeof readOpenBusiness>>
