import { expect, test } from 'vitest'
import { parseWizard, wizardStep } from '../listings/introduction-steps.ts'
import { troubles } from './troubles.tsx'

test.each(troubles)('the trouble “$title” opens the wizard at its tasks', ({ who, hurt }) => {
	expect(wizardStep(parseWizard(new URLSearchParams({ who, hurt })))).toBe(3)
})
