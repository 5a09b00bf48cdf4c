import { z } from 'zod'
import { findProfession, subQualifications as knownSubQualifications } from '../../src/domain/taxonomy/attributes.ts'
import type { Grant } from '../../src/domain/taxonomy/task-parts.ts'
import { readYaml } from '../content-files.ts'
import { lawSchema, type LawSeed, type PartSeed, partsSchema, subQualificationSchema, type SubQualificationSeed } from './types.ts'

export const laws: readonly LawSeed[] = readYaml('taxonomy/laws.yaml', z.array(lawSchema)).map((law, index) => ({ id: index + 1, ...law }))

export const subQualifications: readonly SubQualificationSeed[] = readYaml(
	'taxonomy/sub-qualifications.yaml',
	z.array(subQualificationSchema),
)

const content = readYaml('taxonomy/parts.yaml', partsSchema)

/** The parts of a task. Throws where the file has none, or refers to what is not there. */
export function partsOfTask(task: { id: number; slug: string; name: string }): PartSeed[] {
	const parts = content.tasks[task.slug]
	if (!parts) throw new Error(`content/taxonomy/parts.yaml has no parts of the task ${task.slug}`)
	return parts.map(({ law, who, ...part }, index) => ({
		id: task.id * 10 + index + 1,
		scopeId: task.id,
		scopeName: task.name,
		...part,
		law: law === null ? null : lawOf(law),
		grants: who === null ? [] : grantsOf(who),
	}))
}

/** What a question of the category without a task is taken to ask for, or null where everybody may answer it. */
export function gateOfCategory(category: { id: number; slug: string; name: string }): PartSeed | null {
	const gate = content.categories[category.slug]
	if (!gate) return null
	return {
		id: category.id * 10 + 1,
		scopeId: category.id,
		scopeName: category.name,
		name: `${category.name}の相談（業務が決まる前）`,
		kind: 'advice',
		note: gate.note,
		law: lawOf(gate.law),
		grants: grantsOf(gate.who),
	}
}

/** Slugs of tasks and categories that the file speaks of, for the check that all of them are there. */
export const slugsInParts = { tasks: Object.keys(content.tasks), categories: Object.keys(content.categories) }

function lawOf(slug: string): NonNullable<PartSeed['law']> {
	const law = laws.find((one) => one.slug === slug)
	if (!law) throw new Error(`content/taxonomy/laws.yaml has no law ${slug}`)
	return { ...law, shortName: law.short }
}

function grantsOf(who: string | readonly string[]): Grant[] {
	const names = typeof who === 'string' ? content.groups[who] : who
	if (!names) throw new Error(`content/taxonomy/parts.yaml has no group ${String(who)}`)
	return names.map((name) => {
		const [profession = '', sub] = name.split('+')
		const professionId = findProfession(profession)?.id
		const subQualification = sub === undefined ? null : knownSubQualifications.find(({ slug }) => slug === sub)
		if (professionId === undefined || subQualification === undefined)
			throw new Error(`content/taxonomy/parts.yaml names ${name}, which is no profession or sub-qualification`)
		return { professionId, subQualificationId: subQualification?.id ?? null }
	})
}
