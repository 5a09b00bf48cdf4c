import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm test`: all checks, fastest first. Ends with one line that counts
 * the tests of both runners.
 */
type Counts = { passed: number; failed: number }

const results = 'test-results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps: { name: string; command: string[]; counts?: () => Counts }[] = [
	{ name: 'Format', command: ['oxfmt', '--check'] },
	{ name: 'Types', command: ['react-router', 'typegen'] },
	{ name: 'Types', command: ['tsc', '--noEmit'] },
	{ name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
	{
		name: 'Unit and domain tests',
		command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}/unit.json`],
		counts: () => unitCounts(`${results}/unit.json`),
	},
	{ name: 'Journeys in a browser', command: ['playwright', 'test'], counts: () => journeyCounts(`${results}/e2e.json`) },
]

let failures = 0
/** Told at the end as well: between them and that stands the output of all journeys. */
const failedUnits: string[] = []
const total: Counts = { passed: 0, failed: 0 }
for (const { name, command, counts } of steps) {
	const [program = '', ...args] = command
	console.log(`\n▶ ${name}: ${command.join(' ')}`)
	// npm puts node_modules/.bin first on the PATH; on Windows its commands are .cmd files, which need a shell.
	const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
	if (status !== 0) failures++
	const counted = counts?.()
	total.passed += counted?.passed ?? 0
	total.failed += counted?.failed ?? 0
	// After type or format errors the slower steps are skipped.
	if (status !== 0 && !counts) break
}
for (const name of failedUnits) console.log(`Failed: ${name}`)
console.log(failures === 0 ? '\nEverything passed.' : `\n${failures} of ${steps.length} steps failed.`)
console.log(`${total.passed} passed, ${Math.max(total.failed, failures > 0 && total.failed === 0 ? 1 : 0)} failed`)
process.exitCode = failures === 0 ? 0 : 1

function unitCounts(file: string): Counts {
	if (!existsSync(file)) return { passed: 0, failed: 1 }
	const report = JSON.parse(readFileSync(file, 'utf8')) as {
		numPassedTests: number
		numFailedTests: number
		testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
	}
	for (const { name, assertionResults } of report.testResults)
		for (const { status, fullName } of assertionResults)
			if (status === 'failed') failedUnits.push(`${path.relative('', name)} › ${fullName}`)
	return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function journeyCounts(file: string): Counts {
	if (!existsSync(file)) return { passed: 0, failed: 1 }
	const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } }
	if (stats.flaky > 0) console.log(`\n${stats.flaky} journeys passed only at their second try; the list above names them.`)
	return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
