import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { sectionGroups } from './sections.ts'

const rooms = [...routes, ...routes.flatMap(({ children = [] }) => children)].find(({ path: at }) => at === 'admin')?.children ?? []

/** The roles in the call that makes a page's loader; none means that every role is let in. */
function rolesOf(address: string): string[] {
	const room = rooms.find(({ path: at }) => `/admin/${at}` === address)
	const text = readFileSync(path.join('src/web', room?.file ?? ''), 'utf8')
	const [, list = ''] = /(?:staffLoader|deskLoader)\(\s*\[([^\]]*)\]/.exec(text) ?? []
	return list
		.split(',')
		.map((role) => role.trim().replaceAll("'", ''))
		.filter((role) => role !== '')
}

test('the matrix of roles says who the pages let in', () => {
	const differing = sectionGroups.flatMap(({ sections }) =>
		sections.flatMap(({ path: address, roles }) => {
			const guarded = rolesOf(address)
			const isAllowed = guarded.length === 0 || roles.every((role) => guarded.includes(role))
			const isComplete = guarded.every((role) => roles.includes(role as never))
			return isAllowed && isComplete ? [] : [`${address}: ${roles.join(' ')} in the navigation, ${guarded.join(' ')} at the page`]
		}),
	)
	expect(differing).toEqual([])
})
