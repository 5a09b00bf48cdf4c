import { redirect } from 'react-router'
import { z } from 'zod'
import type { AccountsCtx } from '../../../domain/accounts/accounts-context.ts'
import type { RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { discardDraft, restoreEdition, saveDraft, scheduleDraft } from '../../../domain/operations/taxonomy/item-drafts.ts'
import { keepDropped, publishDraft, settleField } from '../../../domain/operations/taxonomy/item-publishing.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { DomainError } from '../../../domain/shared/errors.ts'
import { isCalendarDay, minutes, startOfDay } from '../../../domain/shared/japan-time.ts'
import { japan } from '../../../domain/geography/areas.ts'
import { listPath } from '../../../domain/listings/list-path.ts'
import { categoryPath, staffItemPath, staffTaxonomyPath, toolPath } from '../../../domain/shared/links.ts'
import { itemFields, type ItemName, ownerOf } from '../../../domain/taxonomy/editing/item-fields.ts'
import type { TypedFields } from '../../../domain/taxonomy/editing/parse-fields.ts'
import { textField } from '../../forms/form-fields.server.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { itemNameOf } from './item-name.server.ts'

/** The texts of an item's fields in a form. */
export const typedOf = (form: FormData, { kind }: Pick<ItemName, 'kind'>): TypedFields =>
	Object.fromEntries(
		itemFields[kind].map(({ name, type }) => {
			const all = form.getAll(name).filter((value) => typeof value === 'string')
			return [name, type === 'choices' ? all : (all[0] ?? '')]
		}),
	)

/** The public page that shows an item; null for a tool that is not published. */
export async function publicPathOf({ db }: Pick<Ctx, 'db'>, { kind, key }: ItemName): Promise<string | null> {
	if (kind === 'category') return categoryPath(Number(key))
	if (kind === 'task') return listPath({ scopeId: Number(key), area: japan })
	const owner = ownerOf({ kind, key })
	if (owner) return publicPathOf({ db }, owner)
	const tool = await db.selectFrom('tools').select('id').where('slug', '=', key).executeTakeFirst()
	return tool ? toolPath(tool.id) : null
}

const version = textField.transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : -1))

/** The moment of a day and a time of day in Japan. Throws `invalid` beside the day. */
function momentOf(day: string, time: string): Date {
	if (!isCalendarDay(day) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
		throw new DomainError('invalid', 'no moment', { fields: { publishOn: '公開する日と時刻を入れてください。' } })
	const [hour = 0, minute = 0] = time.split(':').map(Number)
	return new Date(startOfDay(day).getTime() + minutes(hour * 60 + minute))
}

type StaffOfForm = AccountsCtx & RecentStaffCtx

const saved = z.object({ reason: textField, version, itemVersion: version })
const drafted = z.object({ version })
const scheduled = z.object({ version, publishOn: textField, publishTime: textField })
const discarded = z.object({ itemVersion: version })
const settled = z.object({ field: textField, takes: z.enum(['content', 'staff']), version })

/** A form of the page of an item that comes back to it. */
const itemForm = <Schema extends z.ZodType>(
	input: Schema,
	what: string,
	act: (ctx: StaffOfForm, name: ItemName, input: z.output<Schema>, form: FormData) => Promise<void>,
) => ({
	input,
	async run(ctx: StaffOfForm, parsed: z.output<Schema>, { params }: ActionArgs, form: FormData) {
		const name = itemNameOf(params)
		await act(ctx, name, parsed, form)
		return redirect(staffItemPath(name.kind, name.key, { done: what }), 303)
	},
})

export const itemForms = {
	save: itemForm(saved, 'item-saved', (ctx, name, { reason, version: draftVersion, itemVersion }, form) =>
		saveDraft(ctx, name, { typed: typedOf(form, name), reason, itemVersion, draftVersion }),
	),
	publish: itemForm(drafted, 'item-published', (ctx, name, input) => publishDraft(ctx, name, input.version)),
	schedule: itemForm(scheduled, 'item-scheduled', (ctx, name, input) =>
		scheduleDraft(ctx, name, { at: momentOf(input.publishOn, input.publishTime), version: input.version }),
	),
	unschedule: itemForm(drafted, 'item-unscheduled', (ctx, name, input) => scheduleDraft(ctx, name, { at: null, version: input.version })),
	restore: itemForm(drafted, 'item-restored', (ctx, name, input) => restoreEdition(ctx, name, input.version)),
	settle: itemForm(settled, 'item-settled', settleField),
	keep: itemForm(drafted, 'item-kept', keepDropped),
	discard: {
		input: discarded,
		async run(ctx: StaffOfForm, { itemVersion }: z.output<typeof discarded>, { params }: ActionArgs) {
			const name = itemNameOf(params)
			await discardDraft(ctx, name)
			const after = { done: 'item-discarded' }
			return redirect(itemVersion > 0 ? staffItemPath(name.kind, name.key, after) : staffTaxonomyPath(after), 303)
		},
	},
}
