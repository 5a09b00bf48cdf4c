import type { Values } from '../forms/form-state.ts'

/** What was chosen of a question with several boxes; undefined before anything was sent. */
export function chosenIn(values: Values | undefined, name: string): string[] | undefined {
	if (values === undefined) return undefined
	const value = values[name]
	return value === undefined ? [] : [value].flat()
}
