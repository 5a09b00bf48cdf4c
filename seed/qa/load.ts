import { readdir } from 'node:fs/promises'
import type { QuestionSeed } from './types.ts'

/** The files that hold no questions. */
const OWN = new Set(['insert.ts', 'load.ts', 'rows.ts', 'types.ts'])

export type QuestionFile = { name: string; questions: readonly QuestionSeed[] }

/** Every file of demo questions, by name. A new one is found by lying here. */
export async function loadQuestionFiles(): Promise<QuestionFile[]> {
	const folder = new URL('.', import.meta.url)
	const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !OWN.has(name)).sort()
	return Promise.all(
		names.map(async (name) => {
			const file = (await import(new URL(name, folder).href)) as { questions: readonly QuestionSeed[] }
			return { name, questions: file.questions }
		}),
	)
}
