import { expect, test } from 'vitest'
import { namesIn } from './query-name.ts'

test('names the functions of ours that wait for a statement, innermost first, without the library and the driver', () => {
	const stack = [
		'Error',
		'    at queryName (file:///srv/src/platform/query-name.ts:12:20)',
		'    at Object.log (file:///srv/src/platform/database.ts:70:30)',
		'    at async DefaultQueryExecutor.executeQuery (file:///srv/node_modules/kysely/dist/query-executor.js:20:5)',
		'    at async listOffices (file:///srv/build/server/app.js:100:20)',
		'    at async Promise.all (index 2)',
		'    at async Object.loadSearch (file:///srv/build/server/app.js:300:20)',
		'    at async file:///srv/build/server/app.js:400:20',
	].join('\n')
	expect(namesIn(stack)).toBe('listOffices < loadSearch')
	expect(namesIn('Error\n    at async node:internal/process/task_queues:103:5')).toBe('unknown')
})
