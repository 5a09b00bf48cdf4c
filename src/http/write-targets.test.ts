import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createWriteTargets } from './write-targets.ts'

const api = new Hono().post('/api/qa', (c) => c.text('')).put('/api/qa/:id', (c) => c.text(''))
const find = createWriteTargets({
	apis: [api],
	pages: ['/login', '/qa/:id'],
	patterns: ['/', '/login', '/qa', '/qa/:id', '/healthz', '/api/*', '/*'],
})

const readOnly = { kind: 'not-allowed', allow: ['GET', 'HEAD'] }
const withForm = { kind: 'not-allowed', allow: ['GET', 'HEAD', 'POST'] }

test.each([
	['PUT', '/', readOnly],
	['POST', '/', readOnly],
	['POST', '/_.data', readOnly],
	['DELETE', '/healthz', readOnly],
	['POST', '/qa', readOnly],
	['POST', '/login', { kind: 'handler' }],
	['POST', '/Login/', { kind: 'handler' }],
	['POST', '/qa/12.data', { kind: 'handler' }],
	['PATCH', '/qa/12', withForm],
	['OPTIONS', '/login', withForm],
	['POST', '/no/such/page', { kind: 'missing' }],
	['POST', '/api/qa', { kind: 'handler' }],
	['PUT', '/api/qa/12', { kind: 'handler' }],
	['DELETE', '/api/qa', { kind: 'unknown-call' }],
	['POST', '/api', { kind: 'unknown-call' }],
	['POST', '/api/none', { kind: 'unknown-call' }],
])('finds what takes %s %s', (method, path, target) => {
	expect(find(method, path)).toEqual(target)
})
