import { data, redirect } from 'react-router'
import type { Ctx } from '../../../domain/shared/context.ts'
import { withdrawChange } from '../../../domain/offices/office-changes.ts'
import {
	applyDrafts,
	discardDrafts,
	type OfficeForEdit,
	publishOffice,
	saveSection,
	setAccepting,
	unlistOffice,
} from '../../../domain/offices/office-editing.ts'
import { isFieldOf } from '../../../domain/offices/office-fields.ts'
import { placeChoices, withNearestStations } from '../../../domain/offices/office-location.ts'
import { addPhoto, describePhoto, listPhotos, movePhoto, removePhoto } from '../../../domain/offices/office-photos.ts'
import {
	acceptingChoices,
	isOfficeSection,
	MAX_PHOTOS,
	type OfficeSection,
	type SectionValues,
} from '../../../domain/offices/office-sections.ts'
import { lawfulTasksOfOffice } from '../../../domain/memberships/lawful-tasks.ts'
import { readWithheld } from '../../../domain/memberships/withheld-tasks.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { DomainError, isDomainError, notFound } from '../../../domain/shared/errors.ts'
import { officeEditPath } from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { feeText } from '../../format/fee-text.ts'
import { textOf, typedValues } from '../../forms/read-form.ts'
import type { FeeGroup } from './list-fields.tsx'
import type { SectionOutcome, SectionView } from './section-view.ts'
import { describeDifferences } from './section-words.server.ts'

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

const sectionOf = (form: FormData): OfficeSection => {
	const section = textOf(form, 'section')
	if (!isOfficeSection(section)) throw notFound('section')
	return section
}

const editionOf = (form: FormData): string => (/^\d{1,9}\.\d{1,9}$/.test(textOf(form, 'edition')) ? textOf(form, 'edition') : '')

type Completion = (trx: Ctx, typed: SectionValues) => Promise<SectionValues>

/** What some buttons add to what was typed. */
const completions = (office: Pick<OfficeForEdit, 'live'>): Partial<Record<string, Completion>> => ({
	propose: (trx, typed) => withNearestStations(trx, typed, office.live),
	weekdays: async (_trx, typed) => withMondaysHours(typed),
})

/** Monday's hours on the days to Friday. */
function withMondaysHours(typed: SectionValues): SectionValues {
	const monday = ['open', 'close', 'appointment'].flatMap((kind) =>
		[1, 2].map((part) => ({ kind, part, value: typed[`${kind}-1-${part}`] ?? '' })),
	)
	const copied = [2, 3, 4, 5].flatMap((day) => monday.map(({ kind, part, value }) => [`${kind}-${day}-${part}`, value]))
	return { ...typed, ...Object.fromEntries(copied) }
}

async function takeSection(ctx: Ctx, office: Pick<OfficeForEdit, 'id' | 'live'>, form: FormData, intent: string) {
	const section = sectionOf(form)
	const values: SectionValues = Object.fromEntries(Object.entries(typedValues(form)).filter(([name]) => isFieldOf(section, name)))
	const result = await saveSection(ctx, office.id, { section, edition: editionOf(form), values }, completions(office)[intent])
	if (result.kind === 'overtaken')
		return data<SectionOutcome>(
			{
				kind: 'overtaken',
				section,
				edition: result.edition,
				current: await describeDifferences(ctx, { current: result.current, typed: values, live: office.live }),
				values,
			},
			{ status: 409 },
		)
	if (intent === 'autosave')
		return data<SectionOutcome>({
			kind: 'saved',
			section,
			edition: result.edition,
			at: momentText(result.savedAt.getTime()),
			faults: Object.keys(result.faults).length,
		})
	return redirect(officeEditPath(office.id, { section, saved: Object.keys(result.faults).length > 0 ? 'faults' : 'draft' }), 303)
}

/** What the page shows to edit an office: its sections with their drafts, and what their fields may choose from. */
export async function readEditData(ctx: Ctx, office: OfficeForEdit) {
	const valuesOf = (name: OfficeSection) => office.sections.find(({ section }) => section === name)?.values ?? {}
	const [photos, choices, groups, withheld] = await Promise.all([
		listPhotos(ctx, office.id),
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
		photos,
		choices,
		groups,
		withheld,
	}
}

export type OfficeEditData = Awaited<ReturnType<typeof readEditData>>

/** Whatever a form of the editing page asks for. */
export async function takeEdit(ctx: Ctx, office: Pick<OfficeForEdit, 'id' | 'live'>, form: FormData) {
	const intent = textOf(form, 'intent')
	const { id } = office
	const done = (saved: string, section?: string) =>
		redirect(officeEditPath(id, { saved, ...(section === undefined ? {} : { section }) }), 303)
	switch (intent) {
		case 'save':
		case 'autosave':
		case 'lookup':
		case 'propose':
		case 'weekdays':
			return takeSection(ctx, office, form, intent)
		case 'discard': {
			const section = sectionOf(form)
			await discardDrafts(ctx, id, section)
			return done('discarded', section)
		}
		case 'apply':
			return done((await applyDrafts(ctx, id)).isWaiting ? 'waiting' : 'applied')
		case 'publish':
			await publishOffice(ctx, id)
			return done('published')
		case 'unlist':
			await unlistOffice(ctx, id)
			return done('unlisted')
		case 'withdraw':
			await withdrawChange(ctx, id)
			return done('withdrawn')
		case 'accepting': {
			const chosen = acceptingChoices.find(({ value }) => value === textOf(form, 'accepting'))
			if (!chosen) throw new DomainError('invalid', 'no such state', { fields: { form: '受付の状態を選んでください。' } })
			await setAccepting(ctx, id, chosen.value)
			return done('accepting')
		}
		default:
			await takePhotos(ctx, id, form, intent)
			return done('photos', 'photos')
	}
}

async function takePhotos(ctx: Ctx, officeId: number, form: FormData, intent: string): Promise<void> {
	if (intent === 'photo-add') {
		const files = form.getAll('photo').filter((file) => file instanceof File && file.size > 0)
		if (files.length === 0) throw new DomainError('invalid', 'no photo', { fields: { photo: '写真を選んでください。' } })
		for (const [place, file] of files.slice(0, MAX_PHOTOS).entries()) {
			if (!(file instanceof File)) continue
			try {
				await addPhoto(ctx, officeId, new Uint8Array(await file.arrayBuffer()), textOf(form, 'alt'))
			} catch (error) {
				if (!isDomainError(error) || error.fields['photo'] === undefined || files.length === 1) throw error
				// Of several, the ones before it are there already.
				const before = place === 0 ? '' : `${place}枚を追加しました。`
				throw new DomainError('invalid', error.detail, { fields: { photo: `${before}「${file.name}」：${error.fields['photo']}` } })
			}
		}
		return
	}
	const [, verb, photoId] = /^photo-(up|down|remove|alt)-([1-9]\d{0,8})$/.exec(intent) ?? []
	if (verb === 'up') await movePhoto(ctx, officeId, Number(photoId), -1)
	else if (verb === 'down') await movePhoto(ctx, officeId, Number(photoId), 1)
	else if (verb === 'remove') await removePhoto(ctx, officeId, Number(photoId))
	else if (verb === 'alt') await describePhoto(ctx, officeId, Number(photoId), textOf(form, 'alt'))
	else throw notFound('act')
}
