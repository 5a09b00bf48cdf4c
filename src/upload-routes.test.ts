import { webhookPaths } from './api/webhooks.ts'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../scripts/imports.ts'
import { articleLengths } from './domain/articles/article-input.ts'
import { lengths } from './domain/questions/input.ts'
import { SMALL_BODY_BYTES } from './http/body-rules.ts'
import { uploadRoutes } from './upload-routes.ts'
import routes from './web/routes.ts'

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined }

const pages = (entries: readonly Entry[], before = ''): { pattern: string; file: string }[] =>
	entries.flatMap(({ path: own, file, children }) => {
		const pattern = own === undefined ? before : `${before}/${own}`
		return children ? pages(children, pattern) : [{ pattern, file }]
	})

const webFolder = path.join(import.meta.dirname, 'web')
const source = (file: string) => readFileSync(path.join(webFolder, file), 'utf8')
const table = pages(routes)

test('every rule names a page with an action, or a call', () => {
	const withAction = table.filter(({ file }) => /^export (?:const|async function|function) action\b/m.test(source(file)))
	const known = new Set([...withAction.map(({ pattern }) => pattern), ...webhookPaths])
	expect(uploadRoutes.map(({ pattern }) => pattern).filter((pattern) => !known.has(pattern) && !pattern.startsWith('/api/'))).toEqual([])
})

test('every page with a form for files is an upload route', () => {
	const forms = globSync('**/*.tsx', { cwd: webFolder }).filter((file) => /multipart\/form-data/.test(source(file)))
	/** Pages that show one of these forms, in themselves or by a part that they import. */
	const shows = (file: string, seen = new Set<string>()): boolean => {
		if (seen.has(file)) return false
		seen.add(file)
		if (forms.includes(file)) return file !== 'forms/identity-form.tsx' || seen.has('accounts/picture-form.tsx')
		const parts = importsOf(source(file)).filter(({ from }) => from.startsWith('.') && from.endsWith('.tsx'))
		return parts.some(({ from }) => shows(path.join(path.dirname(file), from), new Set(seen)))
	}
	const uploads = new Set(uploadRoutes.filter(({ accepts }) => accepts === 'multipart').map(({ pattern }) => pattern))
	expect(table.filter(({ file, pattern }) => shows(file) && !uploads.has(pattern)).map(({ pattern }) => pattern)).toEqual([])
})

test('forms with long texts have room for twice their text in Japanese', () => {
	const roomOf = (pattern: string) =>
		uploadRoutes.find((rule) => rule.pattern === pattern && rule.accepts === 'form')?.bytes ?? SMALL_BODY_BYTES
	/** `%E7%A8%8E` */
	const CHARACTER = 9
	expect(roomOf('/mypage/articles/:id')).toBeGreaterThan(2 * CHARACTER * articleLengths.body.max)
	expect(roomOf('/qa/:id/answer')).toBeGreaterThan(2 * CHARACTER * lengths.answer.max)
	expect(roomOf('/qa/answer/:id/edit')).toBeGreaterThan(2 * CHARACTER * lengths.answer.max)
	expect(roomOf('/qa/:id')).toBeGreaterThan(2 * CHARACTER * lengths.comment.max)
})

test('no page reads a request body by itself: it was read and parsed before', () => {
	const readers = globSync('**/*.{ts,tsx}', { cwd: webFolder }).filter((file) =>
		/request\.(?:formData|json|text|arrayBuffer|blob)\(/.test(source(file)),
	)
	// In the browser, where the form was never sent.
	expect(readers).toEqual(['forms/identity-form-state.ts'])
})
