import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { foldText } from '../../platform/search-text.ts'
import { sourcePath } from '../../platform/source-path.ts'
import type { Ctx } from '../shared/context.ts'

/**
 * Professions without registration here (`content/taxonomy/unlisted-professions.yaml`): a search for one explains what it does and
 * where its official register is. Read once, with the first call.
 */

/** When the editors last went through the whole file. */
const CHECKED_ON = '2026-11-23'

export const unlistedProfessionSchema = z.strictObject({
	slug: z.string().regex(/^[a-z-]{3,40}$/),
	name: z.string().min(2),
	kana: z.string().regex(/^[ぁ-んー]+$/),
	/** Other search words for it. */
	also: z.array(z.string().min(2)),
	summary: z.string().min(20),
	does: z.array(z.string().min(5)).min(3),
	/** With its number. */
	law: z.string().min(5),
	articles: z.string().min(2),
	/** What the law reserves to them, or that it reserves nothing. */
	reserved: z.string().min(20),
	/** Who keeps the register. */
	register: z.string().min(3),
	registerNote: z.string().min(10),
	url: z.url({ protocol: /^https$/ }),
	/** Related work that offices here do. */
	here: z.string().min(10),
	/** Slugs of that work. */
	tasks: z.array(z.string()).min(1),
	checkedOn: z.iso.date().default(CHECKED_ON),
})
export type UnlistedProfession = z.output<typeof unlistedProfessionSchema>

let loading: Promise<UnlistedProfession[]> | undefined

/** All of them, in the order of the file. */
export const listUnlistedProfessions = (): Promise<UnlistedProfession[]> => (loading ??= readAll())

async function readAll(): Promise<UnlistedProfession[]> {
	const [{ load }, text] = await Promise.all([
		import('js-yaml'),
		readFile(sourcePath('content/taxonomy/unlisted-professions.yaml'), 'utf8'),
	])
	return z.array(unlistedProfessionSchema).parse(load(text))
}

/** One with the published tasks that offices here do beside it, or null. */
export async function findUnlistedProfession(
	ctx: Ctx,
	slug: string,
): Promise<(Omit<UnlistedProfession, 'tasks'> & { tasks: { id: number; name: string }[] }) | null> {
	const profession = (await listUnlistedProfessions()).find((one) => one.slug === slug)
	if (!profession) return null
	const tasks = await ctx.db
		.selectFrom('tasks')
		.select(['id', 'name', 'slug'])
		.where('slug', 'in', profession.tasks)
		.where('published_at', 'is not', null)
		.execute()
	return {
		...profession,
		tasks: profession.tasks.flatMap((wanted) => tasks.filter((task) => task.slug === wanted).map(({ id, name }) => ({ id, name }))),
	}
}

/** Those that a search names, by name, reading or another word; the longest word first. */
export async function unlistedProfessionsOf(text: string): Promise<UnlistedProfession[]> {
	const folded = foldText(text)
	const named = (await listUnlistedProfessions()).flatMap((profession) => {
		const lengths = [profession.name, profession.kana, ...profession.also]
			.map(foldText)
			.filter((word) => folded.includes(word))
			.map(({ length }) => length)
		return lengths.length === 0 ? [] : [{ profession, length: Math.max(...lengths) }]
	})
	return named.toSorted((a, b) => b.length - a.length).map(({ profession }) => profession)
}
