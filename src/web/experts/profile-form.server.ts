import type { Ctx } from '../../domain/shared/context.ts'
import { parseRegistration, type ProfileInput, profileSchema } from '../../domain/experts/registration-schemas.ts'
import { setPortrait } from '../../domain/experts/registration-profile.ts'
import type { ExpertProfile } from '../../domain/experts/registration.ts'
import { lawfulTaskIdsOfExpert } from '../../domain/memberships/lawful-tasks.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import type { Values } from '../forms/form-state.ts'

export type TaskGroup = { id: number; name: string; tasks: { id: number; name: string }[] }

/** The tasks of which an expert may do a part by law, by category. */
export async function lawfulTasks(ctx: Ctx, expertId: number | null): Promise<TaskGroup[]> {
	const lawful = await lawfulTaskIdsOfExpert(ctx, expertId)
	const groups = new Map<number, TaskGroup>()
	for (const task of await listTasks(ctx)) {
		if (!lawful.has(task.id)) continue
		const group = groups.get(task.taskCategoryId) ?? { id: task.taskCategoryId, name: task.taskCategoryName, tasks: [] }
		group.tasks.push({ id: task.id, name: task.name })
		groups.set(task.taskCategoryId, group)
	}
	return [...groups.values()]
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

export function profileFrom(form: FormData, now: Date): ProfileInput {
	const given = Object.fromEntries(
		['displayName', 'kana', 'headline', 'biography', 'practisingSince'].map((name) => [name, form.get(name) ?? '']),
	)
	return parseRegistration(profileSchema(now), {
		...given,
		languages: form.getAll('language'),
		taskIds: form.getAll('task'),
		areaIds: form.getAll('area'),
		links: form.getAll('link'),
	})
}

/** Sets or takes away the photograph of the form. */
export async function changePortrait(ctx: Ctx, form: FormData): Promise<void> {
	const photo = form.get('photo')
	if (form.has('remove')) await setPortrait(ctx, null)
	else await setPortrait(ctx, photo instanceof File ? new Uint8Array(await photo.arrayBuffer()) : new Uint8Array())
}
