import { grantName } from '../../src/domain/taxonomy/editing/item-fields.ts'
import type { ContentItem } from '../../src/domain/taxonomy/editing/merge.ts'
import type { CategorySeed, PartSeed, TaskSeed, ToolSeed } from './types.ts'

/** The texts as items, which staff may edit on the site; tools in the order in which tasks name them. */
export function contentItems(categories: readonly CategorySeed[]): ContentItem[] {
	const tasks = categories.flatMap((category) => category.tasks)
	const tools = new Map(tasks.flatMap((task) => task.tools.map((tool) => [tool.slug, tool])))
	return [
		...categories.map(({ id, tasks: _tasks, gate: _gate, ...fields }, index) => ({
			kind: 'category' as const,
			key: `${id}`,
			fields: { ...fields, position: index + 1 },
		})),
		...[...tools.values()].map(toolItem),
		...tasks.map(taskItem),
		...categories.flatMap(({ gate }) => (gate ? [partItem(gate)] : [])),
		...tasks.flatMap((task) => task.parts.map(partItem)),
		...tasks.flatMap((task) =>
			task.useCases.map((fields, index) => ({ kind: 'useCase' as const, key: `${task.id}/${index + 1}`, fields })),
		),
	]
}

const toolItem = ({ slug, ...fields }: ToolSeed): ContentItem => ({ kind: 'tool', key: slug, fields: { ...fields, advertised: false } })

function taskItem({
	id,
	fee,
	tools,
	parts: _parts,
	useCases: _cases,
	estimateQuestions: _questions,
	exclusiveLaw: _law,
	...fields
}: TaskSeed) {
	const fees = { feeBasis: fee.basis, feeMin: fee.min, feeMax: fee.max, feeNote: fee.note }
	return { kind: 'task' as const, key: `${id}`, fields: { ...fields, ...fees, tools: tools.map(({ slug }) => slug), position: id % 100 } }
}

const partItem = ({ id, name, kind, law, grants, note }: PartSeed): ContentItem => ({
	kind: 'part',
	key: `${id}`,
	fields: {
		name,
		kind,
		law: law?.slug ?? null,
		grants: grants.map(({ professionId, subQualificationId }) => grantName(professionId, subQualificationId)),
		note,
	},
})
