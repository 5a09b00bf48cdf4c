import type { PickupPlace } from '../../../domain/pickups/pickup-input.ts'
import { placeSchema } from '../../../domain/pickups/pickup-schemas.ts'
import type { Ctx } from '../../../domain/shared/context.ts'
import { listTaskCategories } from '../../../domain/taxonomy/categories.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import type { ScopeChoice } from './place-form.tsx'

/** The place of an address. */
export const placeOfUrl = (url: string): PickupPlace => placeSchema.parse(Object.fromEntries(new URL(url).searchParams))

/** Every list that an expert can be introduced in, by category. */
export async function readScopeChoices(ctx: Ctx): Promise<ScopeChoice[]> {
	const [categories, tasks] = await Promise.all([listTaskCategories(ctx), listTasks(ctx)])
	return categories.map(({ id, name }) => ({
		category: { id, name },
		tasks: tasks.flatMap((task) => (task.taskCategoryId === id ? [{ id: task.id, name: task.name }] : [])),
	}))
}
