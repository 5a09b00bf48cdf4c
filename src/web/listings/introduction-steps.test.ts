import { expect, test } from 'vitest'
import { wizardPath } from '../../domain/shared/links.ts'
import { parseWizard, wizardStep } from './introduction-steps.ts'

const stepOf = (query: string) => wizardStep(parseWizard(new URLSearchParams(query)))

test.each([
	['', 1],
	['who=family', 2],
	['who=family&hurt=will', 3],
	['who=family&hurt=will&task=1104', 4],
	['who=family&hurt=will&task=1104&area=13', 5],
	['who=family&hurt=will&task=1104&area=0', 5],
])('%s is step %i', (query, step) => {
	expect(stepOf(query)).toBe(step)
})

test.each([
	['who=nobody&hurt=will', 1],
	['who=starting&hurt=will', 2],
	['who=family&hurt=will&task=101', 3],
	['who=family&hurt=will&task=01104', 3],
	['who=family&hurt=will&task=1104&area=48', 4],
	['who=family&hurt=will&task=1104&area=-1', 4],
	['area=13&task=1104', 1],
	['who=__proto__&hurt=constructor', 1],
])('an answer that does not fit (%s) is asked again at step %i', (query, step) => {
	expect(stepOf(query)).toBe(step)
})

test('the address of answers reads back as these answers', () => {
	const path = wizardPath({ who: 'company', hurt: 'unpaid', task: 703, area: 0 })
	expect(parseWizard(new URLSearchParams(path.split('?')[1]))).toMatchObject({ audience: { slug: 'company' }, taskId: 703, areaId: 0 })
	expect(wizardPath({})).toBe('/lp/introduction')
})
