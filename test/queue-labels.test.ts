import { expect, test } from 'vitest'
import { queueNames } from '../src/jobs/queues.ts'
import { queueLabel } from '../src/web/admin/queue-labels.ts'

test('every job has a label for staff', () => {
	expect(queueNames.filter((name) => queueLabel(name) === name)).toEqual([])
})
