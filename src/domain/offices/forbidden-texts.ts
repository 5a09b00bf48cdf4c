import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { officeEditPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { withListings } from '../memberships/office-access.ts'
import { advertisingFaults } from '../memberships/office-advertising.ts'
import { readLiveSections } from './office-live.ts'
import { type OfficeSection, officeSections, sectionLabel, type SectionValues } from './office-sections.ts'

export const officeTexts = defineTexts('office', {
	withheld: [
		'広告の決まりで掲載から外した文（事務所の代表へ）',
		'「{事務所名}」の{項目}に、加わった資格の広告の決まりで使えない言葉があります。その部分を掲載から外し、下書きに移しました。直して公開すると、また掲載されます。',
		{ 事務所名: 'みたか法律事務所', 項目: '「紹介文」' },
	],
})

/**
 * Withholds the texts of an office that the advertising rules of a profession forbid that has come into it since they were written:
 * they leave its page and go on as drafts, whose forms name the word and the rule, and the owners are notified. What a page cannot
 * be without, such as the name, stays until it is changed. Safe to repeat.
 */
export async function withholdForbiddenTexts(ctx: Ctx, officeId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const office = await trx.db
			.selectFrom('offices')
			.select('name')
			.where('id', '=', officeId)
			.where('state', '!=', 'deleted')
			.forUpdate()
			.executeTakeFirst()
		if (!office) return
		await withListings(trx, officeId, async () => {
			const live = await readLiveSections(trx, officeId)
			const found: OfficeSection[] = []
			for (const { section } of officeSections) {
				const names = Object.keys(await advertisingFaults(trx, officeId, live[section]))
				if (names.length === 0) continue
				found.push(section)
				await keepAsDraft(trx, officeId, section, live[section])
				for (const name of names) await withhold(trx, officeId, name)
				if (section === 'cases') await removeCases(trx, officeId, names)
			}
			if (found.length > 0) await notifyOwners(trx, { id: officeId, name: office.name }, found)
		})
	})
}

/** A draft that somebody has begun stays as it is. */
async function keepAsDraft(ctx: Ctx, officeId: number, section: OfficeSection, values: SectionValues): Promise<void> {
	await ctx.db
		.insertInto('office_drafts')
		.values({ office_id: officeId, section, content: JSON.stringify(values), version: 1, saved_by: null, saved_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['office_id', 'section']).doNothing())
		.execute()
}

/** Empties a field of the page that may be empty. */
async function withhold(ctx: Ctx, officeId: number, name: string): Promise<void> {
	const empty =
		name === 'headline'
			? { headline: '' }
			: name === 'firstConsultation'
				? { first_consultation: '' }
				: name === 'description'
					? { description: [] }
					: null
	if (empty !== null)
		await ctx.db
			.updateTable('offices')
			.set({ ...empty, updated_at: ctx.now() })
			.where('id', '=', officeId)
			.execute()
	const taskId = /^fee-includes-(\d+)$/.exec(name)?.[1]
	if (taskId !== undefined)
		await ctx.db
			.updateTable('office_tasks')
			.set({ includes: '' })
			.where('office_id', '=', officeId)
			.where('task_id', '=', Number(taskId))
			.execute()
}

/** A case is shown whole or not at all. Its number in the form is its place among the office's cases. */
async function removeCases(ctx: Ctx, officeId: number, names: readonly string[]): Promise<void> {
	const numbers = new Set(names.map((name) => Number(/\d+$/.exec(name)?.[0] ?? 0)))
	if (numbers.size === 0) return
	const cases = await ctx.db.selectFrom('office_cases').select('id').where('office_id', '=', officeId).orderBy('position').execute()
	const ids = cases.filter((_, index) => numbers.has(index + 1)).map(({ id }) => id)
	if (ids.length > 0) await ctx.db.deleteFrom('office_cases').where('id', 'in', ids).execute()
}

async function notifyOwners(ctx: Ctx, { id, name }: { id: number; name: string }, sections: readonly OfficeSection[]): Promise<void> {
	const owners = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('e.user_id')
		.where('m.office_id', '=', id)
		.where('m.role', '=', 'owner')
		.execute()
	const [first] = sections
	const labels = sections.map((section) => `「${sectionLabel(section)}」`).join('')
	for (const { user_id } of owners)
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'expert-decision',
			userId: user_id,
			subject: `forbidden-texts:${id}:${isoDay(ctx.now())}`,
			text: writeText(ctx.site, officeTexts.withheld, { 事務所名: name, 項目: labels }),
			path: officeEditPath(id, first === undefined ? {} : { section: first }),
		})
}
