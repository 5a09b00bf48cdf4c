import { z } from 'zod'
import type { Ctx } from '../../domain/shared/context.ts'
import { setPortrait } from '../../domain/experts/registration-profile.ts'
import type { ExpertProfile } from '../../domain/experts/registration.ts'
import { lawfulTaskIdsOfExpert, listReservedTasks, type ReservedTasks } from '../../domain/memberships/lawful-tasks.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { bytesOf, fileField } from '../forms/form-fields.server.ts'
import type { Values } from '../forms/form-state.ts'

export type TaskGroup = { id: number; name: string; tasks: { id: number; name: string }[] }

/** The tasks of which an expert may do a part by law, by category, and those that the law leaves to others. */
export async function profileTasks(ctx: Ctx, expertId: number | null): Promise<{ groups: TaskGroup[]; reserved: ReservedTasks[] }> {
	const lawful = await lawfulTaskIdsOfExpert(ctx, expertId)
	const groups = new Map<number, TaskGroup>()
	for (const task of await listTasks(ctx)) {
		if (!lawful.has(task.id)) continue
		const group = groups.get(task.taskCategoryId) ?? { id: task.taskCategoryId, name: task.taskCategoryName, tasks: [] }
		group.tasks.push({ id: task.id, name: task.name })
		groups.set(task.taskCategoryId, group)
	}
	return { groups: [...groups.values()], reserved: await listReservedTasks(ctx, lawful) }
}

export const profileValues = (profile: ExpertProfile): Values => ({
	displayName: profile.displayName,
	kana: profile.kana,
	headline: profile.headline,
	biography: profile.biography.join('\n\n'),
	practisingSince: profile.practisingSince?.slice(0, 7) ?? '',
	language: profile.languages.length > 0 ? profile.languages : ['日本語'],
	task: profile.taskIds.map(String),
	area: profile.areaIds.map(String),
	link: profile.links,
})

/** The profile's form as `profileSchema` parses it. */
export function readProfile(form: FormData) {
	const given = Object.fromEntries(
		['displayName', 'kana', 'headline', 'biography', 'practisingSince'].map((name) => [name, form.get(name) ?? '']),
	)
	return {
		...given,
		languages: form.getAll('language'),
		taskIds: form.getAll('task'),
		areaIds: form.getAll('area'),
		links: form.getAll('link'),
	}
}

/** The form of the photograph, whose second button takes it away. */
export const portraitSchema = z.object({ photo: fileField, remove: z.unknown().optional() })

export async function changePortrait(ctx: Ctx, { photo, remove }: z.output<typeof portraitSchema>): Promise<void> {
	await setPortrait(ctx, remove === undefined ? await bytesOf(photo) : null)
}
