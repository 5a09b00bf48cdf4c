import path from 'node:path'
import { expect, test } from 'vitest'
import { measure, measureFunctions } from '../scripts/structure.ts'

const root = path.resolve(import.meta.dirname, '..')
const figures = measure(root)
const functions = measureFunctions(root)

test('content is data: seed/ only loads and generates', () => {
	expect(figures.seedLines).toBeLessThanOrEqual(9_000)
})

// Ratchets: lower them with every step towards the goals that `npm run structure` prints; never raise them.
test.each([
	['files in a folder of src/domain', figures.largestDomainFolder.files, 30],
	['files in a folder of src/web', figures.largestWebFolder.files, 30],
	['imports between rooms of src/web', figures.webImportsBetweenRooms, 65],
	['import cycles', figures.importCycles, 0],
	['breakpoints', figures.breakpoints, 4],
	['rules repeated between style sheets', figures.repeatedRules, 58],
	['unchecked statements', figures.uncheckedStatements, 0],
	['functions over 60 lines', functions.long, 40],
	['functions of a complexity over 20', functions.complex, 0],
])('%s do not grow', (_name, value, most) => {
	expect(value).toBeLessThanOrEqual(most)
})
