import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '../../../domain/shared/context.ts'
import { withdrawChange } from '../../../domain/offices/office-changes.ts'
import {
	applyDrafts,
	discardDrafts,
	getOfficeForEdit,
	type OfficeForEdit,
	publishOffice,
	saveSection,
	setAccepting,
	unlistOffice,
} from '../../../domain/offices/office-editing.ts'
import { isFieldOf } from '../../../domain/offices/office-fields.ts'
import { withSuggestedDays } from '../../../domain/offices/hours/special-day-form.ts'
import { type SpecialDaySuggestion, specialDaySuggestions } from '../../../domain/offices/hours/special-days.ts'
import { withNearestStations } from '../../../domain/offices/office-location.ts'
import { addPhoto, describePhoto, movePhoto, removePhoto } from '../../../domain/offices/office-photos.ts'
import {
	acceptingChoices,
	isOfficeSection,
	type OfficeSection,
	type SectionValues,
	weekdays,
} from '../../../domain/offices/office-sections.ts'
import { DomainError, isDomainError } from '../../../domain/shared/errors.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { officeEditPath } from '../../../domain/shared/links.ts'
import { clockText, clockTime, isoDay } from '../../../domain/shared/japan-time.ts'
import { bytesOf, noFields, targetFields, textField } from '../../forms/form-fields.server.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { textOf, typedValues } from '../../forms/read-form.ts'
import { editPart } from './edit-parts.ts'
import type { SectionOutcome } from './section-view.ts'
import { describeDifferences } from './section-words.server.ts'

const sectionField = textField.refine(isOfficeSection, 'ページを開き直してください。')

const savedSection = z.object({
	section: sectionField,
	edition: textField.transform((typed) => (/^\d{1,9}\.\d{1,9}$/.test(typed) ? typed : '')),
	/** Checked by the domain when the drafts are applied. */
	values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

function readSection(form: FormData) {
	const section = textOf(form, 'section')
	const values = isOfficeSection(section) ? Object.entries(typedValues(form)).filter(([name]) => isFieldOf(section, name)) : []
	return { section, edition: textOf(form, 'edition'), values: Object.fromEntries(values) }
}

type Completion = (trx: Ctx, typed: SectionValues, office: OfficeForEdit) => Promise<SectionValues>

const weekdayField = z.enum(
	weekdays.map(({ day }) => `${day}`),
	'曜日を選んでください。',
)

const copiedHours = savedSection.extend({
	copyFrom: weekdayField,
	copyTo: z.array(weekdayField).min(1, '写す先の曜日を1つ以上選んでください。'),
})
type CopiedHours = z.output<typeof copiedHours>

/** The hours of one day on others, too; a closed day closes them. */
function withCopiedHours(typed: SectionValues, { copyFrom, copyTo }: Pick<CopiedHours, 'copyFrom' | 'copyTo'>): SectionValues {
	const copied = ['open', 'close', 'appointment'].flatMap((kind) =>
		[1, 2].flatMap((part) => copyTo.map((day) => [`${kind}-${day}-${part}`, typed[`${kind}-${copyFrom}-${part}`] ?? ''])),
	)
	return { ...typed, ...Object.fromEntries(copied) }
}

/** A button that saves a section, with what `complete` adds to it. Autosave stays on the page. */
const sectionForm = (complete: Completion | null, { staysOnPage = false, applies = false } = {}) => ({
	input: savedSection,
	read: readSection,
	async run(ctx: Ctx, { section, edition, values }: z.output<typeof savedSection>, { params }: ActionArgs) {
		const office = await getOfficeForEdit(ctx, parseId(params['id']))
		const result = await saveSection(ctx, office.id, { section, edition, values }, (trx, typed) =>
			complete ? complete(trx, typed, office) : Promise.resolve(typed),
		)
		if (result.kind === 'overtaken') {
			const current = await describeDifferences(ctx, { current: result.current, typed: values, live: office.live })
			return data<SectionOutcome>({ kind: 'overtaken', section, edition: result.edition, current, values }, { status: 409 })
		}
		const faults = Object.keys(result.faults).length
		if (staysOnPage)
			return data<SectionOutcome>({ kind: 'saved', section, edition: result.edition, at: clockText(clockTime(result.savedAt)), faults })
		if (faults > 0 || !applies) return redirect(officeEditPath(office.id, { section, saved: faults > 0 ? 'faults' : 'draft' }), 303)
		const { isWaiting } = await applyDrafts(ctx, office.id, section)
		return redirect(officeEditPath(office.id, { section, saved: isWaiting ? 'waiting' : 'applied' }), 303)
	},
})

const done = (id: number, saved: string, section?: string) =>
	redirect(officeEditPath(id, { saved, ...(section === undefined ? {} : { section }) }), 303)

/** A button about the whole office, on the overview or the page of a section. `change` returns what the page says afterwards. */
const officeForm = (change: (ctx: Ctx, id: number) => Promise<string>) => ({
	input: noFields,
	async run(ctx: Ctx, _input: unknown, { params }: ActionArgs) {
		const id = parseId(params['id'])
		return done(id, await change(ctx, id), editPart(params['section'])?.section)
	},
})

const photoSchema = targetFields.extend({ alt: textField })
type PhotoInput = z.output<typeof photoSchema>

/** A button of one photo. */
const photoForm = (change: (ctx: Ctx, officeId: number, photo: PhotoInput) => Promise<void>) => ({
	input: photoSchema,
	async run(ctx: Ctx, photo: PhotoInput, { params }: ActionArgs) {
		const id = parseId(params['id'])
		await change(ctx, id, photo)
		return done(id, 'photos', 'photos')
	},
})

/** How many of the files of one form are looked at. */
const MOST_AT_ONCE = 10

const newPhotosSchema = z.object({
	alt: textField,
	photo: z.array(z.instanceof(File)).min(1, '写真を選んでください。'),
})

async function addPhotos(ctx: Ctx, officeId: number, files: readonly File[], alt: string): Promise<void> {
	for (const [place, file] of files.slice(0, MOST_AT_ONCE).entries()) {
		try {
			await addPhoto(ctx, officeId, await bytesOf(file), alt)
		} catch (error) {
			if (!isDomainError(error) || error.fields['photo'] === undefined || files.length === 1) throw error
			// Earlier files of the same form are already stored.
			const before = place === 0 ? '' : `${place}枚を追加しました。`
			throw new DomainError('invalid', error.detail, { fields: { photo: `${before}「${file.name}」：${error.fields['photo']}` } })
		}
	}
}

const acceptingSchema = z.object({
	accepting: z.enum(
		acceptingChoices.map(({ value }) => value),
		{ error: '受付の状態を選んでください。' },
	),
})

const publish = officeForm(async (ctx, id) => {
	await publishOffice(ctx, id)
	return 'published'
})
const withdraw = officeForm(async (ctx, id) => {
	await withdrawChange(ctx, id)
	return 'withdrawn'
})

/** The forms of the overview. */
export const overviewForms = {
	apply: officeForm(async (ctx, id) => ((await applyDrafts(ctx, id)).isWaiting ? 'waiting' : 'applied')),
	publish,
	withdraw,
}

/** A button for each suggestion of special days. */
const suggestedDays = Object.fromEntries(
	specialDaySuggestions.map(({ name }) => [
		name,
		sectionForm((trx, typed) => Promise.resolve(withSuggestedDays(typed, name, isoDay(trx.now())))),
	]),
) as Record<SpecialDaySuggestion, ReturnType<typeof sectionForm>>

/** The forms of the sections' pages. */
export const sectionForms = {
	save: sectionForm(null),
	saveAndApply: sectionForm(null, { applies: true }),
	autosave: sectionForm(null, { staysOnPage: true }),
	lookup: sectionForm(null),
	propose: sectionForm((trx, typed, office) => withNearestStations(trx, typed, office.live)),
	copyHours: {
		input: copiedHours,
		read: (form: FormData) => ({ ...readSection(form), copyFrom: textOf(form, 'copyFrom'), copyTo: form.getAll('copyTo') }),
		run: (ctx: Ctx, { copyFrom, copyTo, ...saved }: CopiedHours, args: ActionArgs) =>
			sectionForm((_trx, typed) => Promise.resolve(withCopiedHours(typed, { copyFrom, copyTo }))).run(ctx, saved, args),
	},
	...suggestedDays,
	discard: {
		input: z.object({ section: sectionField }),
		async run(ctx: Ctx, { section }: { section: OfficeSection }, { params }: ActionArgs) {
			const id = parseId(params['id'])
			await discardDrafts(ctx, id, section)
			return done(id, 'discarded', section)
		},
	},
	publish,
	withdraw,
	unlist: officeForm(async (ctx, id) => {
		await unlistOffice(ctx, id)
		return 'unlisted'
	}),
	accepting: {
		input: acceptingSchema,
		async run(ctx: Ctx, { accepting }: z.output<typeof acceptingSchema>, { params }: ActionArgs) {
			const id = parseId(params['id'])
			await setAccepting(ctx, id, accepting)
			return done(id, 'accepting', 'visibility')
		},
	},
	photoAdd: {
		input: newPhotosSchema,
		read: (form: FormData) => ({
			alt: textOf(form, 'alt'),
			photo: form.getAll('photo').filter((file) => file instanceof File && file.size > 0),
		}),
		async run(ctx: Ctx, { photo, alt }: z.output<typeof newPhotosSchema>, { params }: ActionArgs) {
			const id = parseId(params['id'])
			await addPhotos(ctx, id, photo, alt)
			return done(id, 'photos', 'photos')
		},
	},
	photoUp: photoForm((ctx, id, { targetId }) => movePhoto(ctx, id, targetId, -1)),
	photoDown: photoForm((ctx, id, { targetId }) => movePhoto(ctx, id, targetId, 1)),
	photoRemove: photoForm((ctx, id, { targetId }) => removePhoto(ctx, id, targetId)),
	photoAlt: photoForm((ctx, id, { targetId, alt }) => describePhoto(ctx, id, targetId, alt)),
}
