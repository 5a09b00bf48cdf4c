import { type Audience, type audiences, findAudience, findSymptom, type Symptom } from '../../domain/funding-diagnosis/symptoms.ts'

export type WizardChoice = {
	audience: (typeof audiences)[number] | null
	symptom: Symptom | null
	/** One of the symptom's tasks. */
	taskId: number | null
	/** 0 for all Japan, 1–47 a prefecture. */
	areaId: number | null
}

/** Reads the wizard's answers from a URL. An answer counts only where those before it were given. */
export function parseWizard(search: URLSearchParams): WizardChoice {
	const audience = findAudience(search.get('who'))
	const symptom = audience ? findSymptom(audience.slug, search.get('hurt')) : null
	const taskId = symptom?.taskIds.find((id) => String(id) === search.get('task')) ?? null
	const area = search.get('area')
	const areaId = taskId !== null && area !== null && /^\d{1,2}$/.test(area) && Number(area) <= 47 ? Number(area) : null
	return { audience, symptom, taskId, areaId }
}

/** The wizard's address with these answers; those that come after a changed one are left out by the caller. */
export function wizardPath(answers: { who?: Audience; hurt?: string; task?: number; area?: number }): string {
	const search = new URLSearchParams()
	if (answers.who) search.set('who', answers.who)
	if (answers.hurt) search.set('hurt', answers.hurt)
	if (answers.task !== undefined) search.set('task', String(answers.task))
	if (answers.area !== undefined) search.set('area', String(answers.area))
	const text = search.toString()
	return text === '' ? '/lp/introduction' : `/lp/introduction?${text}`
}

/** 1 who, 2 what hurts, 3 task, 4 area, 5 the list. */
export function wizardStep({ audience, symptom, taskId, areaId }: WizardChoice): 1 | 2 | 3 | 4 | 5 {
	if (!audience) return 1
	if (!symptom) return 2
	if (taskId === null) return 3
	return areaId === null ? 4 : 5
}
