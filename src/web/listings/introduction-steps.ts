import { type audiences, findAudience, findSymptom, type Symptom } from '../../domain/funding-diagnosis/symptoms.ts'

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

/** 1 who, 2 what hurts, 3 task, 4 area, 5 the list. */
export function wizardStep({ audience, symptom, taskId, areaId }: WizardChoice): 1 | 2 | 3 | 4 | 5 {
	if (!audience) return 1
	if (!symptom) return 2
	if (taskId === null) return 3
	return areaId === null ? 4 : 5
}
