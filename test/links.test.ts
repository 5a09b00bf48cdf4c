import { existsSync } from 'node:fs'
import path from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../src/web/routes.ts'
import { links, linkSamples } from './link-samples.ts'
import { pageFiles, root } from './source-files.ts'

/** The URL table (src/web/routes.ts) against the pages that exist and the links that the code builds. */
type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined }
const table: Entry[] = routes
const flat = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
const toObject = ({ path, index, file, children }: Entry): RouteObject =>
	index
		? { ...(path ? { path } : {}), index, id: `${path}:${file}` }
		: { ...(path ? { path } : {}), id: `${path}:${file}`, children: (children ?? []).map(toObject) }
const routeObjects = table.map(toObject)
/** Returns the file of the page at an address; undefined for the page of unknown addresses. */
const pageOf = (address: string) => {
	const id = matchRoutes(routeObjects, address.split('?', 1)[0] ?? '')?.at(-1)?.route.id
	const file = id?.slice(id.indexOf(':') + 1)
	return file === 'layout/not-found.page.tsx' ? undefined : file
}

test('every file that the table names exists', () => {
	expect(flat(table).filter(({ file }) => !existsSync(path.join(root, 'src/web', file)))).toEqual([])
})

test('the table lists every page', () => {
	const named = new Set(flat(table).map(({ file }) => `src/web/${file}`))
	expect(pageFiles.filter((file) => !named.has(file))).toEqual([])
})

test('every path that the code builds leads to a page', () => {
	expect(Object.keys(linkSamples).sort()).toEqual(Object.keys(links).sort())
	expect(
		Object.values(linkSamples)
			.flat()
			.filter((address) => !pageOf(address)),
	).toEqual([])
	expect(new Set(linkSamples.listPath.map(pageOf)).size).toBe(8)
})
