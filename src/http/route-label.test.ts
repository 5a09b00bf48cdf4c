import { expect, test } from 'vitest'
import { createRouteLabeler } from './route-label.ts'

const routeOf = createRouteLabeler(['/', '/qa', '/qa/:id', '/qa/post', '/qa/:id/edit', '/api/*', '/:page', '/:kind/:id/x', '/old?/a', '*'])

test.each([
	['/', '/'],
	['/_.data', '/'],
	['/qa', '/qa'],
	['/qa/', '/qa'],
	['/qa.data', '/qa'],
	['/qa/post', '/qa/post'],
	['/qa/12', '/qa/:id'],
	['/qa/12/edit', '/qa/:id/edit'],
	// None of its own beginning fits, but one with any beginning does.
	['/qa/12/x', '/:kind/:id/x'],
	['/api', '/api/*'],
	['/api/a/b/c', '/api/*'],
	['/about', '/:page'],
	['/a', '/:page'],
	['/old/a', '/old?/a'],
	['/none/of/these', '*'],
])('%s is %s', (path, pattern) => {
	expect(routeOf(path)).toBe(pattern)
})

test('what fits nothing is named so, whatever stands in it', () => {
	const few = createRouteLabeler(['/qa/:id'])
	expect(['/qa', '/constructor', '/qa/1/2', ''].map(few)).toEqual(['unmatched', 'unmatched', 'unmatched', 'unmatched'])
})
