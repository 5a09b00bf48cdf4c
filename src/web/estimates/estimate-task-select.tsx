import { controlProps, Field } from '../forms/field.tsx'

export type TaskOption = { id: number; name: string; categoryId: number; categoryName: string }

/** One task of all, by category. */
export function TaskSelect({ tasks, value, error }: { tasks: readonly TaskOption[]; value: string; error: string | undefined }) {
	const categories = [...new Map(tasks.map(({ categoryId, categoryName }) => [categoryId, categoryName]))]
	return (
		<Field id="taskId" label="頼みたい業務" hint="近いものを1つ選んでください。細かい内容はあとで書けます。" error={error}>
			<select {...controlProps('taskId', { hint: true, error })} name="taskId" defaultValue={value}>
				<option value="">選んでください</option>
				{categories.map(([categoryId, name]) => (
					<optgroup key={categoryId} label={name}>
						{tasks
							.filter((task) => task.categoryId === categoryId)
							.map((task) => (
								<option key={task.id} value={task.id}>
									{task.name}
								</option>
							))}
					</optgroup>
				))}
			</select>
		</Field>
	)
}
